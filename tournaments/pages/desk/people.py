"""Who belongs to a club: its members and their roles, and whom its owners have invited.

Owns: the page that owners alone see. What it does, services/members.py and services/invitations.py do.
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from tournaments.models import Club, Role
from tournaments.pages.desk.door import actor_of, attempt, for_club, show, status_of
from tournaments.pages.desk.people_forms import InviteForm
from tournaments.services import invitations, members
from tournaments.services.actors import Deed, may
from tournaments.services.errors import ServiceError
from tournaments.services.zones import zone_of_club

_LINK: Final = "invitation-link"
"""Where the session keeps a new link until the page has shown it, once."""


@require_http_methods(["GET", "HEAD", "POST"])
@for_club(Deed.OWN)
def show_people(request: HttpRequest, club: Club) -> HttpResponse:
    if request.method == "POST":
        return _DEEDS.get(request.POST.get("do", ""), _unknown)(request, club)
    return _page(request, club, InviteForm(), HTTPStatus.OK)


def _invite(request: HttpRequest, club: Club) -> HttpResponse:
    form = InviteForm(request.POST)
    if not form.is_valid():
        return _page(request, club, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    email, role = form.cleaned_data["email"], form.cleaned_data["role"]

    def link_of(token: str) -> str:
        return request.build_absolute_uri(reverse("invitation", args=[token]))

    made, status = attempt(form, lambda: invitations.invite(club.pk, email, role, actor_of(request), link_of))
    if made is None:
        return _page(request, club, form, status)
    request.session[_LINK] = [made.invitation.email, made.link]
    return redirect("desk:people", club.slug)


def _change_role(request: HttpRequest, club: Club) -> HttpResponse:
    user_id, role = _number(request, "user"), request.POST.get("role", "")
    said = gettext("The role is changed.")
    return _done(request, club, said, lambda: members.change_role(club.pk, user_id, role, actor_of(request)))


def _remove(request: HttpRequest, club: Club) -> HttpResponse:
    user_id = _number(request, "user")
    said = gettext("The role is taken away.")
    return _done(request, club, said, lambda: members.remove_member(club.pk, user_id, actor_of(request)))


def _revoke(request: HttpRequest, club: Club) -> HttpResponse:
    key = _number(request, "invitation")
    said = gettext("The invitation is withdrawn.")
    return _done(request, club, said, lambda: invitations.revoke(club.pk, key, actor_of(request)))


def _unknown(request: HttpRequest, club: Club) -> HttpResponse:
    messages.error(request, gettext("Nothing was done: press one of the buttons."))
    return _page(request, club, InviteForm(), HTTPStatus.UNPROCESSABLE_ENTITY)


_DEEDS: Final = {"invite": _invite, "role": _change_role, "remove": _remove, "revoke": _revoke}


def _done(request: HttpRequest, club: Club, said: str, act: Callable[[], object]) -> HttpResponse:
    """Do it, and show the page again; or the desk's first page to an owner who has just given that up."""
    try:
        act()
    except ServiceError as error:
        for fault in error.faults:
            messages.error(request, fault.message)
        return _page(request, club, InviteForm(), status_of(error))
    messages.success(request, said)
    return redirect("desk:people", club.slug) if may(request.user, Deed.OWN, club) else redirect("desk:home")


def _page(request: HttpRequest, club: Club, form: InviteForm, status: HTTPStatus) -> HttpResponse:
    context = {
        "club": club,
        "form": form,
        "members": members.members_of(club),
        "roles": Role.choices,
        "invitations": invitations.open_invitations(club),
        "book": members.book_of(club),
        "link": request.session.pop(_LINK, None),
        "mailed": settings.MAIL_IS_SENT,
    }
    return show(request, "desk/people.html", None, context, status, zone_of_club(club))


def _number(request: HttpRequest, name: str) -> int:
    """A key that a button sends; 0, which no row has, for anything else."""
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
