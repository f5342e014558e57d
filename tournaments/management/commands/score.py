"""`manage.py score FILE [--json]`: the standings and every board or match of an event file, without a database."""

import json
from argparse import ArgumentParser
from typing import Any

from tournaments.eventfile.model import EventFile
from tournaments.eventfile.report import report
from tournaments.eventfile.standings import score
from tournaments.management.event_file_command import EventFileCommand


class Command(EventFileCommand):
    help = "Score an event file: standings, every board's traveller or every match. Needs no database."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--sums", action="store_true", help="also print how each side's score adds up")

    def answer(self, event_file: EventFile, options: dict[str, Any]) -> str:
        if options["json"]:
            return json.dumps(score(event_file), allow_nan=False)
        return report(event_file, sums=options["sums"])
