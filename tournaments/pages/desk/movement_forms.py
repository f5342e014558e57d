"""The forms of the movement: what fits, a file, a round's reason, and what happened in mid-course."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.draws.registry import KINDS
from tournaments.forms import WholeNumber
from tournaments.models import Entry
from tournaments.services.amendments import Wanted, What
from tournaments.services.boards import MOST_BOARDS

LONGEST_EVENING = 1_440
NEW_PAIR = "new"


class ProposeForm(forms.Form):
    """What there is, in the page's address."""

    boards = WholeNumber(required=False, max_value=MOST_BOARDS, label=_("Boards at most"))
    minutes = WholeNumber(required=False, max_value=LONGEST_EVENING, label=_("Minutes at most"))


class DrawForm(forms.Form):
    kind = forms.ChoiceField(
        choices=[(name, kind.title) for name, kind in KINDS.items()], label=_("Movement")
    )
    rounds = WholeNumber(required=False, max_value=500, label=_("Rounds"))
    boards = WholeNumber(required=False, max_value=MOST_BOARDS, label=_("Boards at most"))
    per_round = WholeNumber(required=False, max_value=MOST_BOARDS, label=_("Boards a round"))


class OwnForm(forms.Form):
    file = forms.FileField(
        label=_("Own movement"),
        help_text=_("JSON as manage.py movement --json prints it. It is proved before it is used."),
    )


class RoundForm(forms.Form):
    reason = forms.CharField(required=False, max_length=500, label=_("Reason"))


class AskForm(forms.Form):
    """What happened, in the page's address; each kind of change has the fields it needs."""

    def __init__(self, data: Any, what: What, planned: Sequence[int], entries: Sequence[Entry]) -> None:
        super().__init__(data, auto_id=f"id_{what}_%s")
        self.what = what
        rounds = [(str(number), gettext("Round %(n)s") % {"n": number}) for number in planned]
        if what == What.DROP:
            self.fields["rounds"] = forms.MultipleChoiceField(
                choices=rounds,
                label=_("Rounds that are not played"),
                widget=forms.CheckboxSelectMultiple,
                initial=[str(number) for number in planned[-1:]],
            )
            return
        if what == What.LATE:
            free = [entry for entry in entries if entry.standby or entry.withdrawn]
            self.fields["entry"] = forms.ChoiceField(
                label=_("Who comes"),
                choices=[(NEW_PAIR, _("A pair that is not entered yet")), *_named(free)],
            )
            self.fields["first"] = forms.ChoiceField(choices=rounds, label=_("Plays from"))
            return
        self.fields["entry"] = WholeNumber(
            label=_("Missing pair, by number"), widget=forms.NumberInput(attrs={"list": "pairs"})
        )
        self.fields["first"] = forms.ChoiceField(choices=rounds, label=_("Missing from"))
        self.fields["last"] = forms.ChoiceField(
            choices=[("", _("to the end")), *rounds], label=_("Up to"), required=False
        )
        waiting = [entry for entry in entries if entry.standby]
        if waiting:
            self.fields["standby"] = forms.ChoiceField(
                choices=[("", _("nobody")), *_named(waiting)],
                label=_("On stand-by for the seat"),
                required=False,
                initial=str(waiting[0].number),
            )

    def wanted(self) -> Wanted:
        """Of a form that is valid."""
        said = self.cleaned_data
        entry = said.get("entry")
        return Wanted(
            what=self.what,
            entry=None if entry in (None, NEW_PAIR) else int(entry),
            first=int(said.get("first") or 0),
            last=_number(said.get("last")),
            standby=_number(said.get("standby")),
            rounds=tuple(int(number) for number in said.get("rounds", ())),
        )


class WayForm(forms.Form):
    """The way that is chosen, on the basis that was looked at."""

    basis = forms.CharField(max_length=16, widget=forms.HiddenInput)
    way = forms.CharField(max_length=40, required=False)
    one = forms.CharField(max_length=200, required=False, label=_("First player"))
    two = forms.CharField(max_length=200, required=False, label=_("Second player"))
    reason = forms.CharField(
        max_length=500, required=False, label=_("Reason"), help_text=_("It stands in the log.")
    )

    def players(self) -> tuple[str, ...]:
        names = (self.cleaned_data["one"].strip(), self.cleaned_data["two"].strip())
        return tuple(name for name in names if name)


def _named(entries: Sequence[Entry]) -> list[tuple[str, str]]:
    return [(str(entry.number), f"{entry.number} {entry.name}") for entry in entries]


def _number(said: Any) -> int | None:
    return int(said) if said else None
