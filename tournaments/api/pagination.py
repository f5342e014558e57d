"""Lists come in pages."""

from typing import Any

from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request

from scoring.faults import Fault
from tournaments.services.errors import ServiceError

LARGEST_PAGE = 500


class Pages(PageNumberPagination):
    """`?page=2&page_size=50`: 100 a page unless asked, never more than 500."""

    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = LARGEST_PAGE
    invalid_page_message = "There is no such page; the list is shorter, or the page is no number."

    def get_page_size(self, request: Request) -> int | None:
        """DRF would take another size for one that makes no sense; a program should hear of it."""
        asked = request.query_params.get("page_size", "100")
        if not (asked.isascii() and asked.isdigit() and len(asked) <= 3 and 1 <= int(asked) <= LARGEST_PAGE):
            message = f"A page has 1 to {LARGEST_PAGE} rows."
            raise ServiceError(Fault("page-size", message, "page_size"))
        return int(asked)

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """The bounds, which DRF leaves out."""
        bounds = {"page": {"minimum": 1}, "page_size": {"minimum": 1, "maximum": LARGEST_PAGE}}
        found = super().get_schema_operation_parameters(view)
        for parameter in found:
            parameter["schema"].update(bounds[parameter["name"]])
        return found
