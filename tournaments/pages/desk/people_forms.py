"""The forms of a club's people."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Role


class InviteForm(forms.Form):
    """Whom to invite, and into what. Text is taken as it was typed: the service says what is wrong with it."""

    email = forms.CharField(
        label=_("E-mail"),
        max_length=300,
        widget=forms.EmailInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    role = forms.ChoiceField(label=_("As"), choices=Role.choices, initial=Role.DIRECTOR)
