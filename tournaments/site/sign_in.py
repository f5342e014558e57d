"""How people sign in: what django-allauth asks of an installation, answered for a club.

Owns: the words of its refusals; mail that fails without failing the page; the admin's door, which leads to the one
sign-in there is, so that nobody passes the second step by.
Never does: make accounts (services/invitations.py) or say who may what (services/actors.py).

Terms: *second step*, what is asked for after the password: an authenticator app's code, a passkey or a recovery code.
"""

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.contrib.admin import AdminSite
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

_log = logging.getLogger(__name__)
_WRONG = _("The name or the password is wrong.")


class AccountAdapter(DefaultAccountAdapter):
    error_messages = {  # noqa: RUF012 - allauth's own form of declaration
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("This account has been switched off; ask an owner of your club."),
        "email_password_mismatch": _WRONG,
        "username_password_mismatch": _WRONG,
        "enter_current_password": _("This is not your present password."),
        "incorrect_password": _("This is not your password."),
        "incorrect_code": _("This code is wrong or has run out; type the one that is shown now."),
        "too_many_login_attempts": _("Too many wrong attempts; try again in five minutes."),
        "rate_limited": _("Too many attempts; try again in five minutes."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Nobody signs up: accounts come by invitation."""
        return False

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send, or log that it could not be sent: the page must not tell whether there is such an account."""
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException):
            _log.exception(
                "Mail could not be sent (%s); see EMAIL_URL in docs/operators.md.", template_prefix
            )


class SecondStepAdapter(DefaultMFAAdapter):
    error_messages = {  # noqa: RUF012 - as above
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": AccountAdapter.error_messages["incorrect_code"],
        "cannot_generate_recovery_codes": _("Set up an authenticator app or a passkey first."),
    }

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Authenticator.Type) -> str:
        count = Authenticator.objects.filter(user_id=user.pk, type=type).count()
        return gettext("Passkey {number}").format(number=count + 1)


def guard_admin(site: AdminSite) -> None:
    """Have the admin send people to the sign-in, and to its page for a new password."""

    def login(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        asked = request.POST.get("next") or request.GET.get("next") or ""
        safe = url_has_allowed_host_and_scheme(asked, {request.get_host()}, request.is_secure())
        wanted = asked if safe else reverse("admin:index")
        if not request.user.is_authenticated:
            return redirect_to_login(wanted)
        if not site.has_permission(request):
            raise PermissionDenied
        return HttpResponseRedirect(wanted)

    def password_change(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return redirect("account_change_password")

    site.login = login  # type: ignore[method-assign]
    site.password_change = password_change  # type: ignore[method-assign,assignment]
