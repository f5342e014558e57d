"""How a refusal looks: one form, whatever refused.

    {"detail": "one sentence", "faults": [{"code", "message", "path"}], "versions": {"saved", "yours"}}

`versions` stands there only where two versions collide. Anything that is not a refusal is a fault of ours: it is
not caught here, goes to the log and is answered with 500.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.core.exceptions import (
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
)
from django.http import Http404
from django.http.request import UnreadablePostError
from rest_framework import exceptions
from rest_framework.response import Response

from scoring.faults import Fault
from tournaments.services.errors import ServiceError


def exception_handler(exc: Exception, context: Mapping[str, Any]) -> Response | None:
    """DRF's EXCEPTION_HANDLER: the answer to a refusal, or None for what is no refusal."""
    if isinstance(exc, ServiceError):
        return refusal(exc.status, exc.faults, versions=getattr(exc, "versions", None))
    known = _as_api_exception(exc)
    if known is None:
        return None
    answer = refusal(known.status_code, tuple(_faults(known.detail)))
    if auth_header := getattr(known, "auth_header", None):
        answer["WWW-Authenticate"] = auth_header
    if wait := getattr(known, "wait", None):
        answer["Retry-After"] = str(math.ceil(wait))
    return answer


def refusal(status: int, faults: tuple[Fault, ...], versions: Mapping[str, object] | None = None) -> Response:
    """The answer that tells `faults`."""
    body: dict[str, object] = {
        "detail": _sentence(faults),
        "faults": [{"code": fault.code, "message": fault.message, "path": fault.path} for fault in faults],
    }
    if versions is not None:
        body["versions"] = versions
    return Response(body, status=status)


def _sentence(faults: tuple[Fault, ...]) -> str:
    if len(faults) <= 1:
        return faults[0].message if faults else "Refused."
    return f"{len(faults)} things are wrong; the first: {faults[0].message}"


def _as_api_exception(exc: Exception) -> exceptions.APIException | None:
    if isinstance(exc, exceptions.APIException):
        return exc
    if isinstance(exc, Http404):
        return exceptions.NotFound()
    if isinstance(exc, PermissionDenied):
        return exceptions.PermissionDenied()
    if isinstance(exc, RequestDataTooBig):
        too_big = exceptions.APIException("The body is too large; send less at a time.", code="too-large")
        too_big.status_code = 413
        return too_big
    if isinstance(exc, SuspiciousOperation | UnreadablePostError):
        return exceptions.ParseError("The request could not be read; send it again.")
    return None


def _faults(detail: object, path: str = "") -> Iterator[Fault]:
    """DRF's nested details, flattened; a place in the body is written as `entries[3].name`."""
    if isinstance(detail, Mapping):
        for key, inner in detail.items():
            yield from _faults(inner, _child(path, key))
    elif isinstance(detail, exceptions.ErrorDetail):
        yield Fault((detail.code or "invalid").replace("_", "-"), str(detail), path)
    elif isinstance(detail, list):
        yield from _list_faults(detail, path)


def _list_faults(details: Iterable[object], path: str) -> Iterator[Fault]:
    for index, inner in enumerate(details):
        # the faults of one field are a list of sentences; those of a list of objects, a list of mappings
        yield from _faults(inner, path if isinstance(inner, exceptions.ErrorDetail) else f"{path}[{index}]")


def _child(path: str, key: object) -> str:
    if isinstance(key, int):
        return f"{path}[{key}]"
    if key == "non_field_errors":
        return path
    return f"{path}.{key}" if path else str(key)
