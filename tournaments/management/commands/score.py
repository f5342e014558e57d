"""`manage.py score FILE [--json]`: the standings and travellers of an event file, without a database."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from scoring.faults import FaultsError
from tournaments.eventfile.json_text import MAX_EVENT_BYTES
from tournaments.eventfile.parse import loads
from tournaments.eventfile.report import report
from tournaments.eventfile.standings import score

FAULTY = 2
"""Exit status when the file has faults or cannot be read."""


class Command(BaseCommand):
    """Faults go to standard error, one a line with its JSON path, and the exit status is 2."""

    help = "Score an event file: standings and every board's traveller. Needs no database."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the event file, or - for standard input")
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument("--sums", action="store_true", help="also print how each side's score adds up")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            event_file = loads(_read(options["file"]))
        except FaultsError as error:
            self._refuse([str(fault) for fault in error.faults])
        except OSError as error:
            self._refuse([f"{options['file']} cannot be read: {error.strerror}."])
        if options["json"]:
            self.stdout.write(json.dumps(score(event_file), allow_nan=False))
        else:
            self.stdout.write(self._writable(report(event_file, sums=options["sums"])), ending="")

    def _refuse(self, sentences: list[str]) -> None:
        for sentence in sentences:
            self.stderr.write(self._writable(sentence))
        sys.exit(FAULTY)

    def _writable(self, text: str) -> str:
        """The text with "?" for what the terminal's encoding does not have, rather than a stack trace."""
        encoding = getattr(self.stdout, "encoding", None) or "utf-8"
        return text.encode(encoding, "replace").decode(encoding)


def _read(name: str) -> bytes:
    """The bytes of a file or of standard input; one more than allowed is enough to refuse the rest."""
    if name == "-":
        return sys.stdin.buffer.read(MAX_EVENT_BYTES + 1)
    with Path(name).open("rb") as stream:
        return stream.read(MAX_EVENT_BYTES + 1)
