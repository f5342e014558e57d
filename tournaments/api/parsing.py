"""Reading a request's body: JSON, strictly, and only so much of it.

Owns: the size limit, and what counts as well-formed (`eventfile.json_text`: no repeated keys, no NaN, no number
longer than 15 digits, no control characters, no nesting that nobody needs).
Never does: know what any key means.
"""

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from rest_framework.parsers import BaseParser

from scoring.faults import Fault, FaultsError
from tournaments.eventfile.json_text import parse_json
from tournaments.services.errors import ServiceError, TooLargeError

EMPTY = "json-empty"


class StrictJSONParser(BaseParser):
    """Gives a dict, with `Decimal` for numbers that have a point. Everything else is refused with every fault."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        try:
            document = parse_json(_read(stream))
        except FaultsError as error:
            if [fault.code for fault in error.faults] == [EMPTY]:
                return {}
            raise ServiceError(*(_of_a_body(fault) for fault in error.faults)) from None
        if not isinstance(document, dict):
            raise ServiceError("Send a JSON object, such as {}.", code="not-an-object")
        return document


def _read(stream: IO[Any]) -> bytes:
    most: int = settings.MAX_UPLOAD_BYTES
    # one byte more than is allowed: a length that the sender states proves nothing
    sent: bytes = stream.read(most + 1)
    if len(sent) > most:
        raise TooLargeError(f"The body is larger than {most:,} bytes; send less at a time.", code="too-large")
    return sent


def _of_a_body(fault: Fault) -> Fault:
    message = fault.message.replace("The file", "The body").replace("copy of the file", "copy of it")
    return Fault(fault.code, message, fault.path)
