"""What is answered when a request cannot even be read: an unknown host, too large a body, a broken form.

Owns: the status and the form of that answer, which under /api/v1 is the API's own.
"""

from http import HTTPStatus

from django.core.exceptions import DisallowedHost, RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import loader

from tournaments.site.readable import AddressTooLongError, NulSentError

_SENTENCES: dict[type[Exception], str] = {
    DisallowedHost: "This site does not answer to that name; use the address you were given.",
    AddressTooLongError: "This address is too long; search for fewer words.",
    NulSentError: "A character was sent that no text has (U+0000); send it again without that.",
    RequestDataTooBig: "More was sent than is read at once; send less at a time.",
}
_STATUSES: dict[type[Exception], HTTPStatus] = {
    AddressTooLongError: HTTPStatus.REQUEST_URI_TOO_LONG,
    RequestDataTooBig: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
}


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler400: 413 for a body that is too large, 414 for an address that is too long, 400 for the rest;
    each with its sentence."""
    too_large = isinstance(exception, RequestDataTooBig)
    status = _STATUSES.get(type(exception), HTTPStatus.BAD_REQUEST)
    sentence = _SENTENCES.get(type(exception), "The request cannot be read; send it again.")
    if request.path.startswith("/api/"):
        fault = {"code": "too-large" if too_large else "bad-request", "message": sentence, "path": ""}
        return JsonResponse({"detail": sentence, "faults": [fault]}, status=status)
    return HttpResponse(loader.get_template("400.html").render({"sentence": sentence}), status=status)
