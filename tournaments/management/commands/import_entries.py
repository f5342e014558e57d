"""`manage.py import_entries EVENT FILE`: entries out of a CSV file, all or none."""

from tournaments.management.base import COMMAND_LINE
from tournaments.management.tables import TableCommand
from tournaments.services.imports import Preview, import_entries, preview_entries


class Command(TableCommand):
    help = "Add the entries of a CSV file to an event (docs/event-file.md, Tables)."

    def load(self, event_id: int, data: bytes) -> Preview:
        return import_entries(event_id, data, COMMAND_LINE)

    def preview(self, event_id: int, data: bytes) -> Preview:
        return preview_entries(event_id, data, COMMAND_LINE)
