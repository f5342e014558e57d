"""A page that is asked for again is not sent again.

Owns: the ETag of pages that belong to no event. It is that of the bytes: what such a page shows hangs on many clocks
(who is listed by now, who has become inactive, which ban has ended), so that no number would name its state.
"""

from collections.abc import Mapping
from datetime import tzinfo
from hashlib import blake2b
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags


def page(request: HttpRequest, template: str, context: Mapping[str, Any], zone: tzinfo) -> HttpResponse:
    """The page with times told in `zone`, or 304 to whoever has these very bytes."""
    with timezone.override(zone):
        body = render_to_string(template, dict(context), request=request).encode()
    etag = f'"{blake2b(body, digest_size=12).hexdigest()}"'
    has_it = etag in parse_etags(request.headers.get("If-None-Match", ""))
    response = HttpResponseNotModified() if has_it else HttpResponse(body, status=HTTPStatus.OK)
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ("Cookie",))
    return response
