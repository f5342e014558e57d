"""The rounds of a Teams event: the next one drawn, changed by hand, published, undone; each opened and closed.

Owns: what the page shows of a draft and of the rounds there are.
Never does: draw, or weigh what was drawn (services/team_draft.py).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from scoring.faults import Fault
from tournaments.forms import show_faults
from tournaments.models import Event, EventStatus, Kind, RoundStatus
from tournaments.pages.desk.door import actor_of, for_event, show, status_of
from tournaments.pages.desk.draw_form import (
    AskForm,
    DraftForm,
    Line,
    ReasonForm,
    faults_of_lines,
    lines_of,
    lines_sent,
    named,
    number,
    pairs_of,
)
from tournaments.pages.desk.setup_words import swiss_length
from tournaments.services.errors import ConflictError, ServiceError, refuse_if
from tournaments.services.kinds import faults_of_kind
from tournaments.services.result_rights import DRAW_TELLS
from tournaments.services.rounds import close_round, open_round
from tournaments.services.team_draft import Draft, Pairs, check_draft, draft_round
from tournaments.services.team_draws import Publication, draw_difference, publish_round, undo_round
from tournaments.services.visibility import sees_every_board

SPEAKS_AGAINST: Final = Fault(
    "warning",
    "Something speaks against this draw; the page says what. Change it, or give a reason.",
    "matches",
)


@dataclass(slots=True)
class Page:
    """What is shown. `said` at the round that a refused deed was about, by its number."""

    event: Event
    sees: bool
    form: DraftForm | None = None
    ask: AskForm = field(default_factory=lambda: AskForm({}, auto_id="ask_%s"))
    lines: list[Line] = field(default_factory=list)
    bye: int | None = None
    draft: Draft | None = None
    said: dict[int, forms.Form] = field(default_factory=dict)
    status: HTTPStatus = HTTPStatus.OK


@require_http_methods(["GET", "HEAD", "POST"])
@for_event()
def draw(request: HttpRequest, event: Event) -> HttpResponse:
    wrong_kind = faults_of_kind(event, Kind.TEAMS)
    if wrong_kind:
        messages.error(request, " ".join(fault.message for fault in wrong_kind))
        return redirect("desk:settings", event.pk)
    page = Page(event, sees_every_board(request.user, event))
    if request.method == "POST":
        deed = _DEEDS.get(request.POST.get("deed", ""), _check)
        done = deed(request, page)
        if done:
            messages.success(request, done)
            return redirect("desk:draw", event.pk)
    else:
        page.ask = AskForm(request.GET, auto_id="ask_%s")
    return show(request, "desk/draw.html", event, _context(page), page.status)


def _check(request: HttpRequest, page: Page) -> str:
    """What stands in the form with what speaks against it, from the results as they are now."""
    pairs = _read(request, page)
    if pairs is None or page.form is None:
        return ""
    try:
        draft = _weighed(page, pairs)
    except ServiceError as error:
        _refuse(page, error)
        return ""
    kept = {"round_number": draft.round_number, "basis": draft.basis, "bye": draft.bye}
    page.form = DraftForm(initial={**kept, "reason": page.form.cleaned_data["reason"]})
    page.draft, page.lines = draft, lines_of(draft)
    return ""


def _publish(request: HttpRequest, page: Page) -> str:
    pairs = _read(request, page)
    if pairs is None or page.form is None:
        return ""
    sent = page.form.cleaned_data
    wanted = Publication(
        round_number=sent["round_number"],
        matches=pairs,
        bye=page.bye,
        basis=sent["basis"],
        reason=sent["reason"],
    )
    try:
        published = publish_round(page.event.pk, wanted, actor_of(request))
    except ConflictError as error:
        _overtaken(page, error)
    except ServiceError as error:
        _refused(page, pairs, error)
    else:
        said = gettext("Round %(n)s is published: everybody may see it. Open it when play begins.")
        return said % {"n": published.number}
    return ""


def _read(request: HttpRequest, page: Page) -> Pairs | None:
    """The matches that were sent; None, with every fault at the form, where they cannot be read."""
    page.form, page.lines = DraftForm(request.POST), lines_sent(request.POST)
    page.bye = number(request.POST.get("bye", ""))
    faults = faults_of_lines(page.lines)
    if not page.sees:
        faults = [Fault("plays", DRAW_TELLS)]
    if page.form.is_valid() and not faults:
        return pairs_of(page.lines)
    _refuse(page, ServiceError(*faults))
    return None


def _weighed(page: Page, pairs: Pairs) -> Draft:
    """The director's own draw; with its reasons and its certificate where it is the best one."""
    own = check_draft(page.event.pk, pairs, page.bye)
    try:
        best = draft_round(page.event.pk, page.bye, allow_rematches=True)
    except ServiceError:
        return own
    return best if best.pairs == own.pairs else own


def _refused(page: Page, pairs: Pairs, error: ServiceError) -> None:
    """The same draw again, warnings at the matches they are about; what cannot be played at all is said above."""
    try:
        draft = _weighed(page, pairs)
    except ServiceError:
        _refuse(page, error)
        return
    page.draft, page.lines = draft, lines_of(draft)
    if draft.all_warnings:
        error.faults = (SPEAKS_AGAINST, *(fault for fault in error.faults if fault.code != "warning"))
    _refuse(page, error)


def _overtaken(page: Page, error: ConflictError) -> None:
    """The draw as the results have it by now, in place of one that they have overtaken."""
    _draw_best(page)
    basis = page.draft.basis if page.draft is not None else ""
    page.form = DraftForm({"round_number": page.event.rounds.count() + 1, "basis": basis, "bye": page.bye})
    page.form.is_valid()
    _refuse(page, error)


def _refuse(page: Page, error: ServiceError) -> None:
    page.status = status_of(error)
    if page.form is not None:
        show_faults(page.form, error)


def _draw_best(page: Page) -> None:
    """The best draw there is; where there is none, why, and empty lines to pair by hand."""
    try:
        draft = draft_round(page.event.pk, **page.ask.asked())
    except ServiceError as error:
        page.form = DraftForm({"round_number": page.event.rounds.count() + 1, "basis": ""})
        page.form.is_valid()
        show_faults(page.form, error)
        return
    page.draft, page.lines, page.bye = draft, lines_of(draft), draft.bye
    page.form = DraftForm(
        initial={"round_number": draft.round_number, "basis": draft.basis, "bye": draft.bye}
    )


def _of_round(act: Callable[[int, int, Any, str], Any], said: str) -> Callable[[HttpRequest, Page], str]:
    """A deed of one round, with a reason where it needs one."""

    def run(request: HttpRequest, page: Page) -> str:
        form = ReasonForm(request.POST)
        about = number(request.POST.get("round", "")) or 0
        page.said[about] = form
        page.status = HTTPStatus.UNPROCESSABLE_ENTITY
        if not form.is_valid():
            return ""
        try:
            act(page.event.pk, about, actor_of(request), form.cleaned_data["reason"])
        except ServiceError as error:
            page.status = status_of(error)
            show_faults(form, error)
            return ""
        return said % {"n": about}

    return run


def _undo(event_id: int, about: int, actor: Any, reason: str) -> None:
    refuse_if([] if about else [Fault("no-round", "No round is drawn.")])
    undo_round(event_id, about, actor, reason)


_DEEDS: Final[dict[str, Callable[[HttpRequest, Page], str]]] = {
    "check": _check,
    "publish": _publish,
    "open": _of_round(open_round, "Round %(n)s is open."),
    "close": _of_round(close_round, "Round %(n)s is closed."),
    "undo": _of_round(_undo, "The draw of round %(n)s is undone."),
}


def _context(page: Page) -> dict[str, Any]:
    event = page.event
    rounds = list(
        event.rounds.order_by("number").annotate(
            matches_count=Count("matches"), byes=Count("matches", filter=Q(matches__away=None))
        )
    )
    names = dict(event.entries.order_by("number").values_list("number", "name"))
    there = event.entries.filter(withdrawn=False, standby=False).count()
    unopened = next((one for one in rounds if one.status == RoundStatus.PLANNED), None)
    final = event.status == EventStatus.FINAL
    drawable = page.sees and not final and (unopened is None or page.form is not None)
    if drawable and page.form is None:
        _draw_best(page)
    lines = page.lines or ([Line() for _ in range(there // 2)] if drawable else [])
    return {
        "part": "draw",
        "subject": "draw",
        "rounds": [(one, page.said.get(one.number), one is rounds[-1]) for one in rounds],
        "stray": next(
            (form for about, form in page.said.items() if about not in {r.number for r in rounds}), None
        ),
        "final": final,
        "unopened": unopened,
        "drawable": drawable,
        "tells": "" if page.sees else DRAW_TELLS,
        "next": len(rounds) + 1,
        "form": page.form,
        "ask": page.ask,
        "draft": page.draft,
        "lines": named(lines, names),
        "bye_name": names.get(page.bye or 0, ""),
        "odd": there % 2 == 1 or page.bye is not None,
        "teams": names,
        "length": swiss_length(there) if there > 1 else "",
        "certificate": page.draft.certificate["text"] if page.draft and page.draft.certificate else (),
        "undecided": _undecided(page.draft),
        "difference": _difference(page, names),
    }


def _undecided(draft: Draft | None) -> list[str]:
    if draft is None:
        return []
    return [
        gettext("Round %(n)s: %(home)s – %(away)s")
        % {"n": match.round, "home": draft.names[match.home], "away": draft.names[match.away or 0]}
        for match in draft.undecided
    ]


def _difference(page: Page, names: dict[int, str]) -> dict[str, Any] | None:
    """How today's results would have drawn the last round."""
    if not page.sees or page.event.status == EventStatus.FINAL:
        return None
    found = draw_difference(page.event)
    if found is None:
        return None
    return {
        "round": found.round_number,
        "gone": [f"{names[home]} – {names[away]}" for home, away in found.gone],
        "new": [f"{names[home]} – {names[away]}" for home, away in found.new],
    }
