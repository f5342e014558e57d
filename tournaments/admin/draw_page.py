"""The page on which a director draws the next round of a Team-of-Four event: look, change by hand, publish.

Owns: the page's form, and what it shows of a draft.
Never does: draw, or weigh what was drawn (services/team_draft.py).
Terms: *basis*, see there; it goes through the form, so that a draft the results have overtaken is not published.
"""

from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

from django import forms
from django.db import transaction
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _

from scoring.faults import Fault
from tournaments.admin.base import WholeNumber, actor_of
from tournaments.admin.deed_page import status_of
from tournaments.admin.event_deeds import Done
from tournaments.admin.match_forms import ReasonField
from tournaments.admin.team_fields import what_the_field_holds
from tournaments.forms import MOST, show_faults
from tournaments.models import Event
from tournaments.services.errors import ConflictError, ServiceError
from tournaments.services.result_rights import DRAW_TELLS
from tournaments.services.team_draft import Draft, Pairs, check_draft, draft_round
from tournaments.services.team_draws import Publication, publish_round
from tournaments.services.visibility import sees_every_board


@dataclass(frozen=True, slots=True)
class DrawDeed:
    """The deed as the event's page and its own page name it."""

    title: str = "Draw the next round"
    explanation: str = (
        "Nobody sees this draw before you publish it. Change who meets whom as you like, and check it: what speaks "
        "against it is said, and a reason overrules it."
    )


DRAW_DEED: Final = DrawDeed()
PLAYS: Final = DRAW_TELLS


class DraftForm(forms.Form):
    """What stands beside the pairings. `home` and `away` are sent once a match, and read by `pairs_sent`."""

    round_number = WholeNumber(widget=forms.HiddenInput)
    basis = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)
    bye = WholeNumber(required=False)
    reason = ReasonField(help_text=_("Needed where something speaks against the draw; it stands in the log."))


class ChoiceForm(forms.Form):
    """What the best draw is asked for, in the page's address."""

    bye = WholeNumber(required=False)
    rematches = forms.BooleanField(required=False)


@dataclass(slots=True)
class Line:
    """One match of the page. `why` says why the two meet, `warnings` what speaks against it."""

    home: int | None = None
    away: int | None = None
    why: str = ""
    warnings: tuple[str, ...] = ()


@dataclass(slots=True)
class DrawPage:
    """What the page shows, and the status of the answer."""

    event: Event
    form: DraftForm
    lines: list[Line] = field(default_factory=list)
    bye: int | None = None
    draft: Draft | None = None
    chosen: dict[str, Any] = field(default_factory=dict)
    done: Done | None = None
    status: HTTPStatus = HTTPStatus.OK

    def shown(self) -> dict[str, Any]:
        """For the template."""
        teams = list(self.event.entries.filter(withdrawn=False, standby=False).order_by("number"))
        draft = self.draft
        names = draft.names if draft is not None else {}
        return {
            "form": self.form,
            "lines": self.lines or [Line() for _ in range(len(teams) // 2)],
            "teams": teams,
            "bye": self.bye,
            "odd": len(teams) % 2 == 1 or self.bye is not None,
            "draft": draft,
            "round_number": self.event.rounds.count() + 1,
            "certificate": draft.certificate["text"] if draft is not None and draft.certificate else (),
            "undecided": [
                f"Round {match.round}: {names[match.home]} – {names[match.away or 0]}"
                for match in (draft.undecided if draft is not None else ())
            ],
            "chosen": self.chosen,
            "holds": what_the_field_holds(self.event),
        }


def may_look(request: HttpRequest, event: Event) -> bool:
    """A draw follows from how matches stand, which is hidden from who plays in one."""
    return sees_every_board(request.user, event)


def answer(request: HttpRequest, event: Event) -> DrawPage:
    """The page for a GET, a check or a publication; `done` when the round is published."""
    if request.method != "POST":
        return _best(event, _choice(request.GET))
    form = DraftForm(request.POST)
    lines = _lines_sent(request.POST)
    bye = _number(request.POST.get("bye", ""))
    page = DrawPage(event, form, lines, bye, chosen=_choice(request.POST))
    faults = _faults_of_lines(lines)
    if not form.is_valid() or faults:
        show_faults(form, ServiceError(*faults))
        return page
    pairs = tuple((line.home or 0, line.away or 0) for line in lines)
    try:
        if "publish" not in request.POST:
            return _checked(page, pairs)
        _publish(page, pairs, request)
    except ConflictError as error:
        return _anew(page, error)
    except ServiceError as error:
        return _refused(page, pairs, error)
    return page


def _best(event: Event, chosen: dict[str, Any]) -> DrawPage:
    """The best draw there is; where there is none, why, and empty lines to pair by hand."""
    number = event.rounds.count() + 1
    try:
        draft = draft_round(event.pk, chosen["bye"], allow_rematches=chosen["rematches"])
    except ServiceError as error:
        form = DraftForm({"round_number": number, "basis": ""})
        form.is_valid()
        show_faults(form, error)
        return DrawPage(event, form, bye=chosen["bye"], chosen=chosen)
    form = DraftForm(initial={"round_number": number, "basis": draft.basis})
    return DrawPage(event, form, _lines_of(draft), draft.bye, draft, chosen)


def _checked(page: DrawPage, pairs: Pairs) -> DrawPage:
    """What stands on the page with what speaks against it, from the results as they are now."""
    draft = _weighed(page, pairs)
    reason = page.form.cleaned_data["reason"]
    form = DraftForm(initial={"round_number": draft.round_number, "basis": draft.basis, "reason": reason})
    return DrawPage(page.event, form, _lines_of(draft), draft.bye, draft, page.chosen)


def _weighed(page: DrawPage, pairs: Pairs) -> Draft:
    """The director's own draw; with its reasons and its certificate where it is the best one."""
    own = check_draft(page.event.pk, pairs, page.bye)
    try:
        best = draft_round(page.event.pk, page.bye, allow_rematches=True)
    except ServiceError:
        return own
    return best if best.pairs == own.pairs else own


def _refused(page: DrawPage, pairs: Pairs, error: ServiceError) -> DrawPage:
    """The same draw again, warnings at the matches they are about; what cannot be played at all is said above."""
    page.status = status_of(error)
    try:
        draft = _weighed(page, pairs)
    except ServiceError:
        show_faults(page.form, error)
        return page
    page.draft, page.lines = draft, _lines_of(draft)
    if draft.all_warnings:
        error.faults = (_SPEAKS_AGAINST, *(fault for fault in error.faults if fault.code != "warning"))
    show_faults(page.form, error)
    return page


_SPEAKS_AGAINST: Final = Fault(
    "warning",
    "Something speaks against this draw; the page says what. Change it, or give a reason.",
    "matches",
)


def _publish(page: DrawPage, pairs: Pairs, request: HttpRequest) -> None:
    sent = page.form.cleaned_data
    wanted = Publication(
        round_number=sent["round_number"],
        matches=pairs,
        bye=page.bye,
        basis=sent["basis"],
        reason=sent["reason"],
    )
    with transaction.atomic():
        round_ = publish_round(page.event.pk, wanted, actor_of(request))
    page.done = Done(f"Round {round_.number} is published: everybody may see it. Open it when play begins.")


def _anew(page: DrawPage, error: ConflictError) -> DrawPage:
    """The draw as the results have it by now, in place of one that they have overtaken."""
    fresh = _best(page.event, page.chosen)
    form = DraftForm({"round_number": page.event.rounds.count() + 1, "basis": ""})
    form.is_valid()
    form.data = {**form.data, "basis": fresh.draft.basis if fresh.draft is not None else ""}
    show_faults(form, error)
    fresh.form, fresh.status = form, status_of(error)
    return fresh


def _lines_of(draft: Draft) -> list[Line]:
    return [Line(match.home, match.away, match.text, match.warnings) for match in draft.matches]


def _lines_sent(sent: QueryDict) -> list[Line]:
    """Lines of which anything was chosen."""
    pairs = zip(sent.getlist("home"), sent.getlist("away"), strict=False)
    return [Line(_number(home), _number(away)) for home, away in pairs if home or away]


def _faults_of_lines(lines: list[Line]) -> list[Fault]:
    """Without any match the service would publish the best draw, which is not what stands on the page."""
    if not lines:
        return [Fault("empty", "A round has at least one match; choose who meets whom.", "matches")]
    return [
        Fault("half-a-match", f"Match {place} needs two teams; choose both, or none.", "matches")
        for place, line in enumerate(lines, start=1)
        if line.home is None or line.away is None
    ]


def _choice(sent: QueryDict) -> dict[str, Any]:
    """What was asked of the best draw; anything else in the address is nothing."""
    form = ChoiceForm(sent)
    form.is_valid()
    return {"bye": form.cleaned_data.get("bye"), "rematches": bool(form.cleaned_data.get("rematches"))}


def _number(text: str) -> int | None:
    """A team's number out of a form; None for anything else."""
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(MOST))):
        return None
    return int(text)
