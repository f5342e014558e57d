"""The next round of a Teams event as a form has it: who meets whom, by number, one line a match."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scoring.faults import Fault
from tournaments.forms import MOST, WholeNumber
from tournaments.services.team_draft import Draft, Pairs


class DraftForm(forms.Form):
    """What stands beside the matches. `basis` is that of the draft looked at, so that none is published that results
    have overtaken (services/team_draft.py); `home` and `away` are sent once a match, and read by `lines_sent`."""

    round_number = WholeNumber(widget=forms.HiddenInput)
    basis = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)
    bye = WholeNumber(required=False, label=_("Sits out"), widget=forms.NumberInput(attrs={"list": "teams"}))
    reason = forms.CharField(
        required=False,
        max_length=500,
        label=_("Reason"),
        help_text=_("Needed where something speaks against the draw; it stands in the log."),
    )


class AskForm(forms.Form):
    """What the best draw is asked for, in the page's address."""

    bye = WholeNumber(
        required=False,
        label=_("Let this team sit out"),
        widget=forms.NumberInput(attrs={"list": "teams"}),
    )
    rematches = forms.BooleanField(required=False, label=_("Teams may meet again"))

    def asked(self) -> dict[str, Any]:
        """The bye and whether teams may meet again; anything else in the address is nothing."""
        self.is_valid()
        return {
            "bye": self.cleaned_data.get("bye"),
            "allow_rematches": bool(self.cleaned_data.get("rematches")),
        }


class ReasonForm(forms.Form):
    reason = forms.CharField(required=False, max_length=500, label=_("Reason"))


@dataclass(slots=True)
class Line:
    """One match; the names are those of teams that there are. `why` says why the two meet, `warnings` what speaks
    against it."""

    home: int | None = None
    away: int | None = None
    why: str = ""
    warnings: tuple[str, ...] = ()
    home_name: str = ""
    away_name: str = ""


def lines_of(draft: Draft) -> list[Line]:
    return [Line(match.home, match.away, match.text, match.warnings) for match in draft.matches]


def lines_sent(sent: QueryDict) -> list[Line]:
    """Lines in which anything was typed."""
    pairs = zip(sent.getlist("home"), sent.getlist("away"), strict=False)
    return [Line(number(home), number(away)) for home, away in pairs if home.strip() or away.strip()]


def pairs_of(lines: list[Line]) -> Pairs:
    return tuple((line.home or 0, line.away or 0) for line in lines)


def faults_of_lines(lines: list[Line]) -> list[Fault]:
    """Without any match the service would publish the best draw, which is not what stands on the page."""
    if not lines:
        return [Fault("empty", "A round has at least one match; say who meets whom.", "matches")]
    return [
        Fault("half-a-match", f"Match {place} needs two teams, by number; give both, or none.", "matches")
        for place, line in enumerate(lines, start=1)
        if line.home is None or line.away is None
    ]


def named(lines: list[Line], names: Mapping[int, str]) -> list[Line]:
    """The same lines with the teams' names."""
    for line in lines:
        line.home_name = names.get(line.home or 0, "")
        line.away_name = names.get(line.away or 0, "")
    return lines


def number(text: str) -> int | None:
    """A team's number as it was typed; None for anything else."""
    text = text.strip()
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(MOST))):
        return None
    return int(text)
