"""`manage.py export_event EVENT`: the whole event as one event file, which is also the director's backup."""

from typing import Any

from django.core.management.base import CommandParser

from tournaments.eventfile import dumps
from tournaments.management.base import DirectorCommand, find_event
from tournaments.services.event_export import export_event


class Command(DirectorCommand):
    help = "Print an event as an event file (docs/event-file.md). It holds the secret its boards were dealt from."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", help="an event's number, or tournament/event as in its address")

    def run(self, **options: Any) -> str:
        return dumps(export_event(find_event(options["event"])))
