"""The forms of the sign-in that say something else than django-allauth's."""

import json
from typing import Any, Final

from allauth.account.forms import (
    AddEmailForm,
    ChangePasswordForm,
    LoginForm,
    ReauthenticateForm,
    ResetPasswordForm,
    ResetPasswordKeyForm,
    SetPasswordForm,
)
from allauth.account.models import EmailAddress
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

LONGEST_NAME = 254


class SignInForm(LoginForm):
    """Name and password, labelled."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login, password, remember = (self.fields[name] for name in ("login", "password", "remember"))
        login.label = _("User name or e-mail")
        login.validators.append(MaxLengthValidator(LONGEST_NAME))
        login.widget.attrs = {
            "autocomplete": "username",
            "maxlength": LONGEST_NAME,
            "autocapitalize": "none",
            "spellcheck": "false",
            "autofocus": True,
        }
        password.label, password.help_text = _("Password"), ""
        password.widget.attrs = {"autocomplete": "current-password"}
        remember.label = _("Stay signed in on this device")


class AgainForm(ReauthenticateForm):
    """Somebody signed in shows the password once more: no link leads away from what they were about to do."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        password = self.fields["password"]
        password.help_text = ""
        password.widget.attrs = {"autocomplete": "current-password", "autofocus": True}


class _NewPassword:
    """Labels like the other forms', and nothing said twice."""

    LABELS: Final = {
        "oldpassword": _("Present password"),
        "password1": _("New password"),
        "password2": _("New password, once more"),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields  # type: ignore[attr-defined]  # of the form
        for name, field in fields.items():
            field.label = self.LABELS[name]
            field.widget.attrs.pop("placeholder", None)
        if "oldpassword" in fields:
            fields["oldpassword"].help_text = ""


class PasswordForm(_NewPassword, ChangePasswordForm):
    pass


class FirstPasswordForm(_NewPassword, SetPasswordForm):
    pass


class RenewedPasswordForm(_NewPassword, ResetPasswordKeyForm):
    pass


class EmailForm(AddEmailForm):
    """Another e-mail for the account: the one that it has stays until the new one is confirmed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        email = self.fields["email"]
        email.label = _("E-mail")
        email.widget.attrs.pop("placeholder", None)

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


class _Decoder(json.JSONDecoder):
    """JSON that is nested too deeply, or has a number that is too long, is none either."""

    def decode(self, text: str, *args: Any) -> Any:
        try:
            return super().decode(text, *args)
        except (ValueError, RecursionError) as error:
            raise json.JSONDecodeError(str(error), "", 0) from None


class _WithCredential:
    """What a browser's key says is read as JSON, whatever somebody sends in its place."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["credential"].decoder = _Decoder  # type: ignore[attr-defined]  # of the form


class PasskeySignInForm(_WithCredential, LoginWebAuthnForm):
    pass


class PasskeyStepForm(_WithCredential, AuthenticateWebAuthnForm):
    pass


class PasskeyAgainForm(_WithCredential, ReauthenticateWebAuthnForm):
    pass


class PasskeyForm(_WithCredential, AddWebAuthnForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name, alone = self.fields["name"], self.fields["passwordless"]
        name.label, name.help_text = _("Name"), _("So that you know it again: “Phone”, “Club laptop”.")
        alone.label, alone.initial = _("Sign in with it alone, without a password"), True
        alone.help_text = _("It then has to ask for your finger, your face or a PIN.")
