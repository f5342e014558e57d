"""What the two commands that read a CSV file have in common."""

from typing import Any

from django.core.management.base import CommandParser

from tournaments.management.base import DirectorCommand, find_event, read_input
from tournaments.services.errors import ServiceError
from tournaments.services.imports import MAX_TABLE_BYTES, Preview
from tournaments.services.standings import recompute_standings


class TableCommand(DirectorCommand):
    """Read a table into an event, or with --preview say what that would do."""

    def load(self, event_id: int, data: bytes) -> Preview:
        raise NotImplementedError

    def preview(self, event_id: int, data: bytes) -> Preview:
        raise NotImplementedError

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", help="an event's number, or tournament/event as in its address")
        parser.add_argument("file", help="the CSV file, or - for standard input")
        parser.add_argument("--preview", action="store_true", help="change nothing; show what would be read")

    def run(self, **options: Any) -> str:
        event = find_event(options["event"])
        data = read_input(options["file"], MAX_TABLE_BYTES)
        if options["preview"]:
            seen = self.preview(event.pk, data)
            if seen.faults:
                raise ServiceError(*seen.faults)
        else:
            seen = self.load(event.pk, data)
            recompute_standings(event.pk)
        lines = [f"row {line.line}: {line.text}" for line in seen.lines]
        verb = "would be read" if options["preview"] else "read"
        ignored = f" Columns not known and left out: {', '.join(seen.ignored)}." if seen.ignored else ""
        return "\n".join([*lines, f"{len(lines)} rows {verb} ({seen.encoding}).{ignored}"])
