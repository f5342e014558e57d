"""The forms of the sign-in that say something else than django-allauth's."""

from typing import Any

from allauth.account.forms import AddEmailForm, LoginForm, ResetPasswordForm
from allauth.account.models import EmailAddress
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _


class SignInForm(LoginForm):
    """Name and password, labelled."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login, password, remember = (self.fields[name] for name in ("login", "password", "remember"))
        login.label, login.max_length = _("User name or e-mail"), 254
        login.widget.attrs = {
            "autocomplete": "username",
            "autocapitalize": "none",
            "spellcheck": "false",
            "autofocus": True,
        }
        password.label, password.help_text = _("Password"), ""
        password.widget.attrs = {"autocomplete": "current-password"}
        remember.label = _("Stay signed in on this device")


class EmailForm(AddEmailForm):
    """Another e-mail for the account: the one that it has stays until the new one is confirmed."""

    def save(self, request: HttpRequest) -> Any:
        present = self.user.email.lower()
        elsewhere = EmailAddress.objects.filter(email=present, verified=True).exclude(user=self.user)
        if present and not elsewhere.exists():
            own = EmailAddress.objects.filter(user=self.user, email=present)
            own.update(verified=True, primary=True)
        return super().save(request)


class ResetForm(ResetPasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        email = self.fields["email"]
        email.label = _("E-mail")
        email.widget.attrs = {"autocomplete": "email", "type": "email"}


class PasskeyForm(AddWebAuthnForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name, alone = self.fields["name"], self.fields["passwordless"]
        name.label, name.help_text = _("Name"), _("So that you know it again: “Phone”, “Club laptop”.")
        alone.label, alone.initial = _("Sign in with it alone, without a password"), True
        alone.help_text = _("It then has to ask for your finger, your face or a PIN.")
