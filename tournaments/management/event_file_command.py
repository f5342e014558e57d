"""What the commands that work on an event file without a database have in common.

Owns: reading the file that a command names, and refusing it: faults go to standard error, one a line with its JSON
path, and the exit status is 2.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand

from scoring.faults import FaultsError
from tournaments.eventfile.json_text import MAX_EVENT_BYTES
from tournaments.eventfile.model import EventFile
from tournaments.eventfile.parse import loads

FAULTY = 2
"""Exit status when the file has faults, cannot be read, or does not allow what was asked."""


class EventFileCommand(BaseCommand):
    """A command on an event file; `answer` returns the text to print, or raises FaultsError."""

    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the event file, or - for standard input")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            text = self.answer(loads(_read(options["file"])), options)
        except FaultsError as error:
            self._refuse(str(fault) for fault in error.faults)
        except OSError as error:
            self._refuse([f"{options['file']} cannot be read: {error.strerror}."])
        self.stdout.write(text if options["json"] else self._writable(text))

    def answer(self, event_file: EventFile, options: dict[str, Any]) -> str:
        raise NotImplementedError

    def _refuse(self, sentences: Iterable[str]) -> NoReturn:
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
