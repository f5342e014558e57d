"""The page of one deed: a small form, and what a service says to it."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.db import transaction
from django.http import HttpRequest
from django.template.response import TemplateResponse

from tournaments.admin.base import RoleAdmin
from tournaments.admin.event_deeds import Done
from tournaments.forms import show_faults
from tournaments.services.errors import ConflictError, ServiceError, TooLargeError

DEED_PAGE = "admin/tournaments/event/deed.html"


def attempt(form: Any, act: Callable[[], Done]) -> tuple[Done | None, HTTPStatus]:
    """Do `act`; or put its faults at the form, and return the status of an answer that refuses."""
    try:
        with transaction.atomic():
            return act(), HTTPStatus.OK
    except ServiceError as error:
        show_faults(form, error)
        return None, status_of(error)


def status_of(error: ServiceError) -> HTTPStatus:
    """A form that is shown again with what is wrong in it is an ordinary page."""
    loud = isinstance(error, ConflictError | TooLargeError)
    return HTTPStatus(error.status) if loud else HTTPStatus.OK


def show(
    admin: RoleAdmin,
    request: HttpRequest,
    shown: dict[str, Any],
    status: HTTPStatus = HTTPStatus.OK,
    template: str = DEED_PAGE,
) -> TemplateResponse:
    """`shown` has `deed` (its title and explanation), `about`, `back` and `form`; or, in place of a form, `refusal`."""
    context = {
        **admin.admin_site.each_context(request),
        "opts": admin.opts,
        "title": shown["deed"].title,
        "subtitle": shown["about"],
        **shown,
    }
    return TemplateResponse(request, template, context, status=status)
