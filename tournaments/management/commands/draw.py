"""`manage.py draw FILE [--json]`: the next Swiss round of a Teams event's file, without a database."""

import json
from argparse import ArgumentParser
from typing import Any

from scoring.faults import Fault, FaultsError
from tournaments.eventfile.model import EventFile
from tournaments.eventfile.team_draw import draw_next, draw_text
from tournaments.management.event_file_command import EventFileCommand


class Command(EventFileCommand):
    help = "Draw the next round of a Teams event's file and say why. Needs no database."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--seed", metavar="N", help="draw lots from this number instead of the file's")
        parser.add_argument("--bye", metavar="N", help="the team that sits out, where their number is odd")
        parser.add_argument(
            "--allow-rematches",
            action="store_true",
            help="let teams meet again, and have a second bye, where it cannot be helped",
        )

    def answer(self, event_file: EventFile, options: dict[str, Any]) -> str:
        drawn = draw_next(
            event_file,
            seed=_whole(options, "seed"),
            bye=_whole(options, "bye"),
            allow_rematches=options["allow_rematches"],
        )
        if options["json"]:
            return json.dumps(drawn.to_json(), allow_nan=False)
        return draw_text(event_file, drawn)


def _whole(options: dict[str, Any], name: str) -> int | None:
    value = options[name]
    try:
        return None if value is None else int(value)
    except ValueError:
        message = f"--{name} must be a whole number, not “{str(value)[:40]}”."
        raise FaultsError((Fault("option", message),)) from None
