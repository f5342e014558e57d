"""Headers that ask something of us: If-None-Match, If-Match, Idempotency-Key."""

import re

from django.http.response import HttpResponseBase
from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.faults import Fault
from tournaments.services.errors import ServiceError

LONGEST_KEY = 100
_VERSION = re.compile(r'\s*(?:W/)?"([1-9][0-9]{0,8})"\s*', re.ASCII)
_KEY = re.compile(rf"[\x21-\x7e]{{1,{LONGEST_KEY}}}", re.ASCII)


def unchanged(request: Request, tag: str) -> Response | None:
    """The 304 for somebody who has `tag` (with its quotes) already; None for everybody else."""
    wanted = parse_etags(request.headers.get("If-None-Match", ""))
    if tag in wanted or f"W/{tag}" in wanted or "*" in wanted:
        return tagged(Response(status=304), tag)
    return None


def tagged(response: Response, tag: str) -> Response:
    """`response` with its tag; a cache has to ask again each time, which costs a 304."""
    headers: HttpResponseBase = response
    headers["ETag"] = tag
    headers["Cache-Control"] = "no-cache"
    return response


def version_of(request: Request, in_body: int | None) -> int | None:
    """The version that a correction starts from: If-Match, or `version` in the body; None when neither says one."""
    header = request.headers.get("If-Match")
    if header is None:
        return in_body
    match = _VERSION.fullmatch(header)
    if match is None:
        message = 'If-Match holds the version you start from in quotes, such as "3".'
        raise ServiceError(Fault("if-match", message, "If-Match"))
    if in_body is not None and in_body != int(match[1]):
        message = f"If-Match says version {match[1]} and the body says {in_body}; send one of them."
        raise ServiceError(Fault("if-match", message, "If-Match"))
    return int(match[1])


def idempotency_key(request: Request) -> str:
    """The key, "" when there is none."""
    key: str | None = request.headers.get("Idempotency-Key")
    if key is None:
        return ""
    if not _KEY.fullmatch(key):
        message = f"An idempotency key has 1 to {LONGEST_KEY} visible ASCII characters; a UUID does well."
        raise ServiceError(Fault("idempotency-key", message, "Idempotency-Key"))
    return key
