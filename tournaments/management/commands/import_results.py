"""`manage.py import_results EVENT FILE`: results out of a CSV file, all or none."""

from tournaments.management.base import COMMAND_LINE
from tournaments.management.tables import TableCommand
from tournaments.services.imports import Preview, import_results, preview_results


class Command(TableCommand):
    help = "Record the results of a CSV file in an event (docs/event-file.md, Tables)."

    def load(self, event_id: int, data: bytes) -> Preview:
        return import_results(event_id, data, COMMAND_LINE)

    def preview(self, event_id: int, data: bytes) -> Preview:
        return preview_results(event_id, data, COMMAND_LINE)
