"""The forms of the sign-in that say something else than django-allauth's."""

from typing import Any

from allauth.account.forms import LoginForm, ResetPasswordForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django.utils.translation import gettext_lazy as _


class SignInForm(LoginForm):
    """Name and password; a browser offers its passkeys at the name."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login, password, remember = (self.fields[name] for name in ("login", "password", "remember"))
        login.label, login.max_length = _("User name or e-mail"), 254
        login.widget.attrs = {
            "autocomplete": "username webauthn",
            "autocapitalize": "none",
            "spellcheck": "false",
            "autofocus": True,
        }
        password.label, password.help_text = _("Password"), ""
        password.widget.attrs = {"autocomplete": "current-password"}
        remember.label = _("Stay signed in on this device")


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
