"""Who else has the same thing open: the answer to templates/desk/editing.html, which asks every 15 seconds.

Owns: the sentence. Never does: refuse a save (services do).
"""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from tournaments.models import Event
from tournaments.pages.desk.door import for_event
from tournaments.services.actors import Deed
from tournaments.services.editing import seen_editing
from tournaments.services.errors import ServiceError


@require_POST
@for_event(Deed.ENTER_RESULTS)
def say_editing(request: HttpRequest, event: Event, subject: str) -> HttpResponse:
    """Mark that the sender has `subject` open; who else has, in a sentence, nothing where nobody has."""
    try:
        editors = seen_editing(event, request.user, subject)
    except ServiceError as error:
        return HttpResponse(str(error), status=HTTPStatus.BAD_REQUEST, content_type="text/plain")
    names = ", ".join(editor.name for editor in editors)
    return render(request, "desk/editing_now.html", {"editors": editors, "names": names})
