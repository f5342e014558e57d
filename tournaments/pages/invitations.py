"""The page that an invitation's link opens: an account is made there, or the one there is gets the role.

Owns: who is shown what, and the sign-in that follows. Guesses count against their address like those of table codes.
Never does: let somebody into an account that there is: that one signs in first.
"""

from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournaments.forms import show_faults
from tournaments.models import Invitation
from tournaments.pages.table_guard import in_words, note_wrong, refuse_flood
from tournaments.services import invitations
from tournaments.services.errors import NotFoundError, ServiceError


class AccountForm(forms.Form):
    """A new account. The password is typed twice: nobody can look it up afterwards."""

    username = forms.CharField(
        label=_("User name"),
        max_length=300,
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        ),
        help_text=_("You sign in with it; the log names you by it."),
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=4096,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("At least 8 characters, and not one that everybody uses."),
    )
    again = forms.CharField(
        label=_("Password again"),
        max_length=4096,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and cleaned["password"] != cleaned["again"]:
            self.add_error("again", gettext("The two passwords differ; type them again."))
        return cleaned


@sensitive_post_parameters("password", "again")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show_invitation(request: HttpRequest, token: str) -> HttpResponse:
    refused = refuse_flood(request, token)
    if refused is not None:
        return in_words(refused)
    invitation = invitations.find_invitation(token)
    if invitation is None:
        return _gone(request)
    if request.method == "POST":
        try:
            return _take(request, token, invitation)
        except NotFoundError:
            return _gone(request)
    return _page(request, invitation, AccountForm())


def _take(request: HttpRequest, token: str, invitation: Invitation) -> HttpResponse:
    if isinstance(request.user, User):
        try:
            invitations.accept(token, request.user)
        except NotFoundError:
            raise
        except ServiceError as error:
            for fault in error.faults:
                messages.error(request, fault.message)
            return _page(request, invitation, AccountForm(), HTTPStatus.UNPROCESSABLE_ENTITY)
        return _welcome(request, invitation)
    if invitations.accounts_of(invitation.email).exists():
        return redirect_to_login(request.path)
    form = AccountForm(request.POST)
    if not form.is_valid():
        return _page(request, invitation, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        user = invitations.accept_with_account(
            token, form.cleaned_data["username"], form.cleaned_data["password"]
        )
    except NotFoundError:
        raise
    except ServiceError as error:
        show_faults(form, error)
        return _page(request, invitation, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    login(request, user)
    return _welcome(request, invitation)


def _welcome(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    said = gettext("You are {role} of {club} now.")
    messages.success(request, said.format(role=invitation.get_role_display(), club=invitation.club))
    return redirect("desk:home")


def _page(
    request: HttpRequest, invitation: Invitation, form: AccountForm, status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    user = request.user
    context = {
        "invitation": invitation,
        "form": form,
        "fits": isinstance(user, User) and invitations.may_take(invitation, user),
        "has_account": invitations.accounts_of(invitation.email).exists(),
    }
    return render(request, "account/invitation.html", context, status=status)


def _gone(request: HttpRequest) -> HttpResponse:
    note_wrong(request)
    return render(request, "account/invitation_gone.html", status=HTTPStatus.NOT_FOUND)
