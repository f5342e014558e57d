"""`manage.py rerate [--club SLUG]`: make the ratings anew from the ledger of rated games, for one club or all."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from tournaments.management.base import DirectorCommand
from tournaments.models import Club
from tournaments.services.ratings.rerating import Told, rebuild

OVER = "\r\x1b[K"
"""To the line's beginning, and the line empty: what follows stands in its place."""


class Command(DirectorCommand):
    help = "Rate every game of the ledger again, and say what came out otherwise than it stood."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", metavar="SLUG", help="only this club; without it all that have ratings")

    def run(self, **options: Any) -> str:
        lines = []
        for club in _clubs(options["club"]):
            told = self._told(club)
            word = rebuild(club.pk, told)
            if told is not None:
                self.stdout.write(OVER, ending="")
            lines.append(f"{club.name}: {word}.")
        return "\n".join(lines) or "No club has ratings yet."

    def _told(self, club: Club) -> Told | None:
        """Progress for somebody who watches; a file or a pipe gets the last line alone."""
        if not self.stdout.isatty():
            return None

        def told(done: int, total: int) -> None:
            what = f"{done:,} of {total:,} games" + (", writing …" if done == total else "")
            self.stdout.write(f"{OVER}{club.name}: {what}", ending="")
            self.stdout.flush()

        return told


def _clubs(slug: str | None) -> list[Club]:
    clubs = Club.objects.order_by("slug")
    if slug is None:
        return list(clubs.filter(rating_book__isnull=False))
    found = list(clubs.filter(slug=slug))
    if not found:
        known = ", ".join(clubs.values_list("slug", flat=True)[:10])
        raise CommandError(f"There is no club “{slug}”; there are {known or 'none yet'}.", returncode=2)
    return found
