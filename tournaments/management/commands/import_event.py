"""`manage.py import_event FILE`: make a new event of an event file, all of it or nothing."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from tournaments.eventfile import loads
from tournaments.eventfile.json_text import MAX_EVENT_BYTES
from tournaments.management.base import COMMAND_LINE, DirectorCommand, read_input
from tournaments.models import Club
from tournaments.services.event_import import import_event
from tournaments.services.standings import recompute_standings


class Command(DirectorCommand):
    help = "Make a new event of an event file (docs/event-file.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the event file, or - for standard input")
        parser.add_argument(
            "--club", help="the slug of the club it belongs to; needed when there are several"
        )
        parser.add_argument(
            "--again", action="store_true", help="import it even if the club has the event already"
        )

    def run(self, **options: Any) -> str:
        document = loads(read_input(options["file"], MAX_EVENT_BYTES))
        event = import_event(document, self._club(options["club"]), COMMAND_LINE, again=options["again"])
        recompute_standings(event.pk)  # at once: nobody wants to wait for a worker on the command line
        return f"Imported as event {event.pk}: /t/{event.tournament.slug}/{event.slug}/"

    def _club(self, slug: str | None) -> Club:
        clubs = Club.objects.all() if slug is None else Club.objects.filter(slug=slug)
        if slug is None and not clubs.exists():
            return Club.objects.create(name="Club", slug="club")
        if clubs.count() != 1:
            known = ", ".join(Club.objects.values_list("slug", flat=True))
            asked = f"There is no club “{slug}”" if slug is not None else "Say which club with --club"
            raise CommandError(f"{asked}; there are {known}.", returncode=2)
        return clubs.get()
