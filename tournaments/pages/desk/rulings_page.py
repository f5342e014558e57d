"""Rulings on more than one result: penalties and bonuses, fouled boards; and all that was ruled, at a glance.

Never does: decide; services.events, services.fouled and services.results do.
"""

from decimal import Decimal
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournaments import figures
from tournaments.forms import WholeNumber, show_faults
from tournaments.models import Event, Kind, PenaltyUnit, Result, ResultState
from tournaments.pages.desk.door import actor_of, attempt, for_event, show, status_of
from tournaments.pages.desk.effects import Foreseen, foresee
from tournaments.pages.desk.result_forms import REASONS
from tournaments.services.errors import ConflictError, ServiceError
from tournaments.services.events import add_penalty, remove_penalty
from tournaments.services.fouled import Played, played_in_order, propose_groups, set_groups
from tournaments.services.progress import board_shown
from tournaments.services.result_rights import barred
from tournaments.services.visibility import visible_boards

MOST_GROUPS = 9


class PenaltyForm(forms.Form):
    """`known` is the latest penalty that was there when the page was opened: sent twice, it is given once."""

    known = WholeNumber(required=False, min_value=0, max_value=2**31 - 1, widget=forms.HiddenInput)
    entry = WholeNumber(label=_("Pair"))
    amount = forms.DecimalField(
        max_digits=9,
        decimal_places=3,
        label=_("Amount"),
        help_text=_("Taken off the total; with − it is a bonus."),
    )
    unit = forms.ChoiceField(choices=PenaltyUnit.choices, label=_("In"))
    reason = forms.CharField(
        required=False,
        max_length=500,
        label=_("Reason"),
        widget=forms.TextInput(attrs={"list": "reasons"}),
        help_text=_("Shown beside the standings."),
    )
    private_note = forms.CharField(
        required=False, max_length=500, label=_("Private note"), help_text=_("For directors only.")
    )


class BackForm(forms.Form):
    reason = forms.CharField(required=False, max_length=500, label=_("Reason"))


class FouledForm(forms.Form):
    """A group for each result of the board; 0 is the ordinary one."""

    reason = forms.CharField(
        required=False, max_length=500, label=_("Reason"), help_text=_("How the board was fouled.")
    )

    def __init__(self, played: list[Played], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for item in played:
            label = gettext("Group of round %(round)s, table %(table)s")
            self.fields[f"group_{item.result_id}"] = WholeNumber(
                min_value=0,
                max_value=MOST_GROUPS,
                initial=item.group,
                label=label % {"round": item.round, "table": item.table},
            )
            self.fields[f"version_{item.result_id}"] = WholeNumber(
                initial=item.version, widget=forms.HiddenInput
            )

    def parts(self, played: list[Played]) -> tuple[dict[int, int], dict[int, int]]:
        """Groups and versions by the results' keys."""
        groups, versions = (
            {item.result_id: self.cleaned_data[f"{name}_{item.result_id}"] for item in played}
            for name in ("group", "version")
        )
        return groups, versions


@require_GET
@for_event()
def show_rulings(request: HttpRequest, event: Event) -> HttpResponse:
    return _page(request, event)


@require_POST
@for_event()
def give_penalty(request: HttpRequest, event: Event) -> HttpResponse:
    form = PenaltyForm(request.POST)
    if not form.is_valid():
        return _page(request, event, HTTPStatus.UNPROCESSABLE_ENTITY, form)
    given = form.cleaned_data

    def act() -> Any:
        amount: Decimal = given["amount"]
        return add_penalty(
            event.pk,
            given["entry"],
            amount,
            given["reason"],
            actor_of(request),
            given["unit"],
            given["private_note"],
            known=given["known"],
        )

    try:
        if "preview" in request.POST:
            return _page(request, event, form=form, effect=foresee(event, request.user, act))
        act()
    except ServiceError as error:
        show_faults(form, error)
        if isinstance(error, ConflictError):
            latest = event.penalties.latest("pk").pk  # whoever sends it once more means a second one
            form.data = {**form.data.dict(), "known": latest}  # type: ignore[attr-defined]  # a QueryDict
        return _page(request, event, status_of(error), form)
    messages.success(request, gettext("Saved; the standings follow."))
    return redirect("desk:rulings", event.pk)


@require_POST
@for_event()
def take_penalty(request: HttpRequest, event: Event, penalty: int) -> HttpResponse:
    if not event.penalties.filter(pk=penalty).exists():
        raise Http404(gettext("There is no such penalty; it may have been taken back already."))
    form = BackForm(request.POST)
    form.is_valid()
    reason = form.cleaned_data.get("reason", "")

    def act() -> bool:
        remove_penalty(penalty, reason, actor_of(request))
        return True

    done, status = attempt(form, act)
    if done is None:
        return _page(request, event, status, back=(penalty, form))
    messages.success(request, gettext("Taken back."))
    return redirect("desk:rulings", event.pk)


def _page(
    request: HttpRequest,
    event: Event,
    status: HTTPStatus = HTTPStatus.OK,
    form: PenaltyForm | None = None,
    effect: Foreseen | None = None,
    back: tuple[int, BackForm] | None = None,
) -> HttpResponse:
    penalties = list(event.penalties.select_related("entry").order_by("pk"))
    context = {
        "part": "rulings",
        "form": form or PenaltyForm(initial={"known": penalties[-1].pk if penalties else 0}),
        "effect": effect,
        "back": back,
        "reasons": REASONS,
        "pairs": event.kind == Kind.PAIRS,
        "penalties": penalties,
        "ruled": _ruled(request, event),
        "boards": _boards(event),
    }
    return show(request, "desk/rulings.html", event, context, status)


def _ruled(request: HttpRequest, event: Event) -> list[dict[str, Any]]:
    """Every result that is more than bids and tricks, or differs from the draw, as far as the reader may see it."""
    seen = visible_boards(event, request.user).scores
    more = (
        ~Q(ns_adjusted="")
        | ~Q(ew_adjusted="")
        | Q(weighted__isnull=False)
        | Q(not_played=True)
        | Q(group__gt=0)
        | Q(ns_bid="")
        | Q(state=ResultState.DISPUTED)
        | ~Q(note="")
        | ~Q(private_note="")
    )
    found = event.results.filter(more).exclude(state=ResultState.REMOVED)
    rows = found.select_related("table__round", "ns", "ew").order_by(
        "table__round__number", "table__number", "board"
    )
    return [
        {"result": row, "board": board_shown(event, row.board), "what": ruling_words(row)}
        for row in rows
        if row.board in seen
    ]


def ruling_words(result: Result) -> str:
    """What makes a result unlike the others, in a few words."""
    words = [
        f"{side} {given.replace('-', '−') if given.startswith('A') else f'{given} %'}"
        for side, given in (("NS", result.ns_adjusted), ("EW", result.ew_adjusted))
        if given
    ]
    if result.weighted:
        words.append(gettext("weighted"))
    if result.not_played:
        words.append(gettext("not played"))
    if result.group:
        words.append(gettext("group %(group)s") % {"group": result.group})
    if not result.ns_bid and result.ns_score is not None and not result.weighted:
        words.append(gettext("score by hand"))
    if result.state != ResultState.CONFIRMED:
        words.append(str(result.get_state_display()))
    return ", ".join(words)


def _boards(event: Event) -> list[int]:
    """Boards that at least two tables have played: those that can have been fouled on their way."""
    if event.kind != Kind.PAIRS:
        return []
    played = event.results.exclude(state=ResultState.REMOVED).order_by("board").values("board")
    return [row["board"] for row in played.annotate(times=Count("pk")) if row["times"] > 1]


@require_http_methods(["GET", "POST"])
@for_event()
def show_fouled(request: HttpRequest, event: Event, board: int) -> HttpResponse:
    """A board's results in the order of play, and its groups."""
    why = barred(request.user, event, board)
    if why:
        context = {"part": "rulings", "why": why}
        return show(request, "desk/result_hidden.html", event, context, HTTPStatus.FORBIDDEN)
    played = played_in_order(event, board)
    if not played or event.kind != Kind.PAIRS:
        raise Http404(gettext("There are no results of that board."))
    if request.method == "GET":
        return _fouled(request, event, board, played, FouledForm(played, initial=_proposed(request, played)))
    form = FouledForm(played, request.POST)
    if not form.is_valid():
        return _fouled(request, event, board, played, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    groups, versions = form.parts(played)

    def act() -> int:
        return set_groups(event.pk, board, groups, versions, form.cleaned_data["reason"], actor_of(request))

    try:
        if "preview" in request.POST:
            effect = foresee(event, request.user, act)
            return _fouled(request, event, board, played, form, effect=effect)
        changed = act()
    except ServiceError as error:
        show_faults(form, error)
        return _fouled(request, event, board, played, form, status_of(error))
    messages.success(request, gettext("Saved: %(count)s results have another group.") % {"count": changed})
    return redirect("desk:fouled", event.pk, board)


def _proposed(request: HttpRequest, played: list[Played]) -> dict[str, int]:
    """The groups of the proposal that the address asks for, "from=2-1": from round 2, table 1 on."""
    asked = request.GET.get("from", "")
    for proposal in propose_groups(played):
        if asked == f"{proposal.round}-{proposal.table}":
            return {f"group_{key}": group for key, group in proposal.groups.items()}
    return {}


def _fouled(
    request: HttpRequest,
    event: Event,
    board: int,
    played: list[Played],
    form: FouledForm,
    status: HTTPStatus = HTTPStatus.OK,
    effect: Foreseen | None = None,
) -> HttpResponse:
    context = {
        "part": "rulings",
        "board": board,
        "rows": [
            (
                item,
                [figures.points(score) for score in (item.ns_score, item.ew_score)],
                form[f"group_{item.result_id}"],
                form[f"version_{item.result_id}"],
            )
            for item in played
        ],
        "proposals": propose_groups(played),
        "form": form,
        "effect": effect,
    }
    return show(request, "desk/fouled.html", event, context, status)
