"""Reading a request's body: JSON, strictly, and only so much of it.

Owns: that a body is read whether or not its length is stated; the size limit; and what counts as well-formed
(`eventfile.json_text`: no repeated keys, no NaN, no number longer than 15 digits, no control characters, no nesting
that nobody needs).
Never does: know what any key means.
"""

from collections.abc import Mapping
from io import BytesIO
from typing import IO, Any

from django.conf import settings
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from scoring.faults import Fault, FaultsError
from tournaments.eventfile.json_text import parse_json
from tournaments.services.errors import ServiceError, TooLargeError

EMPTY = "json-empty"


class WholeRequest(Request):
    """A request whose body may come in pieces, without a stated length; DRF takes such a body for none."""

    def _load_stream(self) -> None:
        if self._request.META.get("CONTENT_LENGTH"):
            super()._load_stream()  # type: ignore[misc]  # the stubs leave it out
            return
        sent = self._pieces()
        self._stream = BytesIO(sent) if sent else None  # type: ignore[assignment]  # as DRF itself has it

    def _pieces(self) -> bytes:
        """What was sent without a length, and no more of it than shows that it is too much."""
        environ, most = self._request.META, settings.MAX_UPLOAD_BYTES + 1
        if "wsgi.input" not in environ:
            return self._request.read(most)  # ASGI: it has come in already
        if environ.get("wsgi.input_terminated"):
            sent: bytes = environ["wsgi.input"].read(most)
            return sent
        if "HTTP_TRANSFER_ENCODING" in environ:
            # from such a server it can be read only by waiting for an end that may never come
            message = "The body comes without its length; send Content-Length with it."
            raise ServiceError(message, code="length-missing")
        return b""


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
