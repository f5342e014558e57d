"""What is answered when a request cannot even be read: an unknown host, too large a body, a broken form.

Owns: the status and the form of that answer, which under /api/v1 is the API's own.
"""

from http import HTTPStatus

from django.core.exceptions import DisallowedHost, RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import loader

from tournaments.site.nul import NulSentError

_SENTENCES: dict[type[Exception], str] = {
    DisallowedHost: "This site does not answer to that name; use the address you were given.",
    NulSentError: "A character was sent that no text has (U+0000); send it again without that.",
    RequestDataTooBig: "More was sent than is read at once; send less at a time.",
}


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler400: 413 for a body that is too large, 400 for the rest, each with its sentence."""
    too_large = isinstance(exception, RequestDataTooBig)
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE if too_large else HTTPStatus.BAD_REQUEST
    sentence = _SENTENCES.get(type(exception), "The request cannot be read; send it again.")
    if request.path.startswith("/api/"):
        fault = {"code": "too-large" if too_large else "bad-request", "message": sentence, "path": ""}
        return JsonResponse({"detail": sentence, "faults": [fault]}, status=status)
    return HttpResponse(loader.get_template("400.html").render({"sentence": sentence}), status=status)
