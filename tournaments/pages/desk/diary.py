"""The log of an event as a diary: one sentence a change, filtered, and undone from where it stands.

Owns: the sentences. Never does: undo (services.undo), or show who plays here what is hidden from them.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, tzinfo
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_POST

from tournaments import figures
from tournaments.forms import show_faults
from tournaments.models import Door, Event, LogEntry, Tournament, TournamentLogEntry
from tournaments.pages.desk.door import actor_of, for_event, show, status_of
from tournaments.services.errors import ServiceError
from tournaments.services.undo import can_undo, undo_change
from tournaments.services.visibility import sees_every_board
from tournaments.services.zones import zone_of

A_PAGE = 100
ABOUT: Mapping[str, tuple[Any, tuple[str, ...]]] = {
    "results": (_("results and rulings"), ("result.", "claim.", "match.", "table.", "suspicion.")),
    "changes": (
        _("corrections and rulings"),
        ("result.corrected", "result.removed", "result.disputed", "table."),
    ),
    "penalties": (_("penalties and bonuses"), ("penalty.",)),
    "entries": (_("entries and people"), ("entry.", "entries.", "person.", "line-up.", "sitting.")),
    "rounds": (_("rounds and draws"), ("round.", "draw.", "movement.", "boards.")),
    "event": (_("the event"), ("event.",)),
    "calls": (_("calls and codes"), ("director.", "tokens.")),
    "games": (_("games and their deals"), ("game.", "deal.", "rematch.", "stakes.")),
    "seats": (_("seats, leaving, bans"), ("seat.", "ban.")),
}
"""What the log can be filtered by, and the beginnings of the actions each is made of."""
_ACTIONS: Mapping[str, Any] = {
    "result.entered": _("entered"),
    "result.corrected": _("changed"),
    "result.confirmed": _("confirmed"),
    "result.provisional": _("entered by one side"),
    "result.disputed": _("called disputed"),
    "result.removed": _("taken back"),
    "claim.late": _("an entry came late"),
    "claim.dismissed": _("late entry dismissed"),
    "suspicion.dismissed": _("looked odd, and is right"),
    "suspicion.restored": _("looks odd after all"),
    "director.called": _("called the director"),
    "director.came": _("the director came"),
    "round.opened": _("opened"),
    "round.closed": _("closed"),
    "round.reopened": _("opened again"),
    "round.drawn": _("drawn"),
    "round.undone": _("draw undone"),
    "penalty.added": _("penalty given"),
    "penalty.removed": _("penalty taken back"),
    "event.finalised": _("made final"),
    "event.reopened": _("opened again"),
    "event.settings": _("settings changed"),
    "event.corrections": _("correction period set"),
    "event.archived": _("archived"),
    "event.not-archived": _("could not be archived"),
    "event.created": _("made"),
    "event.renamed": _("renamed"),
    "event.details": _("details changed"),
    "event.kind": _("kind changed"),
    "event.copied": _("copied from an earlier one"),
    "event.planned": _("movement chosen beforehand"),
    "event.imported": _("read from an event file"),
    "boards.extended": _("more boards dealt"),
    "boards.dealt": _("boards dealt"),
    "boards.imported": _("boards read from a file"),
    "entries.added": _("entered"),
    "entries.renumbered": _("numbers changed"),
    "entry.removed": _("removed"),
    "entry.renamed": _("renamed"),
    "entry.withdrawn": _("withdrawn"),
    "entry.returned": _("back"),
    "entry.players": _("other players"),
    "movement.amended": _("movement amended"),
    "draw.installed": _("movement drawn"),
    "draw.removed": _("draw removed"),
    "sitting.said": _("who sits there, said at the table"),
    "tokens.made": _("codes made"),
    "tokens.revoked": _("codes revoked"),
    "person.changed": _("a person’s name or number changed"),
    "person.merged": _("a person entered twice, merged"),
    "pack.ordered": _("pack ordered"),
    "pack.cancelled": _("pack cancelled"),
    "match.decider": _("decider ordered"),
    "line-up.set": _("line-up set"),
    "table.boards": _("another board was played"),
    "event.ranked": _("options changed"),
    "tournament.created": _("made"),
    "tournament.changed": _("changed"),
    "game.opened": _("opened"),
    "game.started": _("started"),
    "game.voided": _("declared void"),
    "game.decided": _("decided"),
    "game.ended": _("ended, as a side was left"),
    "game.over": _("over"),
    "game.runs-again": _("runs again"),
    "game.restored": _("brought back to what it was"),
    "deal.entered": _("entered"),
    "deal.corrected": _("changed"),
    "deal.confirmed": _("confirmed"),
    "deal.disputed": _("the sides differ"),
    "deal.provisional": _("entered by one side"),
    "deal.removed": _("taken back"),
    "seat.taken": _("sat down"),
    "seat.given-up": _("stood up"),
    "seat.left": _("left the table"),
    "seat.back": _("came back"),
    "seat.quit": _("has quit"),
    "seat.filled": _("somebody fills in"),
    "seat.emptied": _("no longer fills in"),
    "seat.claimed": _("took the seat on a phone"),
    "seat.freed": _("the seat’s phone freed"),
    "rematch.wanted": _("wants a rematch"),
    "rematch.not-wanted": _("no rematch after all"),
    "stakes.settled": _("stakes settled"),
    "stakes.taken-back": _("stakes taken back"),
    "ban.lifted": _("ban lifted"),
    "ban.laid-again": _("ban holds again"),
}
_PARTS = ("ns_bid", "ns_tricks", "ew_bid", "ew_tricks")
_UNTOLD = (
    "version",
    "entries",
    "file",
    "sha256",
    "penalty",
    "again",
    "person",
    "ban",
    "said",
    "ruling",
    "play",
    "at",
    "left_at",
)
"""Parts of a line that are for the machine, or have the cards of a deal in them."""
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+\d\d:\d\d")
_LONGEST = 60
_NAMED = 3
"""So many entries that came at once are named."""


@dataclass(frozen=True, slots=True)
class Told:
    """One line: when (in the tournament's time), who, through which door, what of what, what changed, and why."""

    pk: int
    at: datetime
    who: str
    door: str
    what: str
    subject: str
    changes: tuple[str, ...]
    reason: str
    undoable: bool


class FilterForm(forms.Form):
    about = forms.ChoiceField(
        required=False,
        choices=[("", _("everything")), *((name, title) for name, (title, _actions) in ABOUT.items())],
        label=_("About"),
    )
    door = forms.ChoiceField(required=False, choices=[("", _("any door")), *Door.choices], label=_("Through"))
    who = forms.CharField(required=False, max_length=100, label=_("Who"))
    words = forms.CharField(
        required=False, max_length=100, label=_("Words"), help_text=_("Such as table 3, pair 7, or a reason.")
    )


class UndoForm(forms.Form):
    reason = forms.CharField(required=False, max_length=500, label=_("Why it is undone"))


@require_GET
@for_event()
def show_log(request: HttpRequest, event: Event) -> HttpResponse:
    return _page(request, event)


@require_POST
@for_event()
def undo(request: HttpRequest, event: Event, line: int) -> HttpResponse:
    form = UndoForm(request.POST)
    if not sees_every_board(request.user, event):
        return _page(request, event, HTTPStatus.FORBIDDEN)
    try:
        if form.is_valid():
            undo_change(event.pk, line, actor_of(request), form.cleaned_data["reason"])
            messages.success(request, gettext("Undone."))
            return redirect("desk:log", event.pk)
    except ServiceError as error:
        show_faults(form, error)
        return _page(request, event, status_of(error), tried=(line, form))
    return _page(request, event, HTTPStatus.UNPROCESSABLE_ENTITY, tried=(line, form))


def _page(
    request: HttpRequest,
    event: Event,
    status: HTTPStatus = HTTPStatus.OK,
    tried: tuple[int, UndoForm] | None = None,
) -> HttpResponse:
    filters = FilterForm(request.GET or None)
    context: dict[str, Any] = {"part": "log", "filters": filters, "tried": tried}
    if sees_every_board(request.user, event):
        found = event.log.order_by("-pk")
        if filters.is_bound and filters.is_valid():
            found = _filtered(found, filters.cleaned_data)
        asked = request.GET.get("page", "1")
        page = Paginator(found, A_PAGE).get_page(asked if asked.isascii() and asked.isdigit() else 1)
        context |= {"lines": [tell(line, event) for line in page.object_list], "page": page}
        context["query"] = urlencode(_kept(request))
    else:
        context["hidden"] = True
    return show(request, "desk/log.html", event, context, status)


def _kept(request: HttpRequest) -> dict[str, str]:
    return {name: request.GET[name] for name in ("about", "door", "who", "words") if request.GET.get(name)}


def _filtered(found: QuerySet[LogEntry], asked: Mapping[str, str]) -> QuerySet[LogEntry]:
    if asked["about"]:
        starts = Q()
        for action in ABOUT[asked["about"]][1]:
            starts |= Q(action__startswith=action)
        found = found.filter(starts)
    if asked["door"]:
        found = found.filter(door=asked["door"])
    if asked["who"].strip():
        found = found.filter(actor__icontains=asked["who"].strip())
    word = asked["words"].strip()
    if word:
        # "table 1" is not "table 12": what is asked for ends where the subject ends, or at a comma
        whole = Q(subject__iendswith=word) | Q(subject__icontains=f"{word},")
        found = found.filter(whole | Q(reason__icontains=word) | Q(action__icontains=word))
    return found


def tell(line: LogEntry, event: Event) -> Told:
    """A line of the log as a director reads it."""
    return _told(line, event.tournament, _subject(line), undoable=can_undo(line))


def tell_of_tournament(line: TournamentLogEntry, tournament: Tournament) -> Told:
    """The same of a tournament's own log."""
    return _told(line, tournament, "", undoable=False)


def _told(
    line: LogEntry | TournamentLogEntry, tournament: Tournament, subject: str, *, undoable: bool
) -> Told:
    zone = zone_of(tournament)
    return Told(
        line.pk,
        line.at.astimezone(zone),
        line.actor,
        line.get_door_display(),
        str(_ACTIONS.get(line.action, line.action.replace(".", " ").replace("-", " "))),
        subject,
        tuple(_changes(*(_local(part, zone) for part in (line.before, line.after))))
        if not line.action.startswith("stakes.")  # people by their keys: the game's page names them
        else (),
        line.reason,
        undoable,
    )


def _subject(line: LogEntry) -> str:
    """What the line is about; of a few entries that came, who they are."""
    came = (line.after or {}).get("entries") if line.action == "entries.added" else None
    # here and below: a line that came in an event file may say anything
    if not isinstance(came, list) or not 0 < len(came) <= _NAMED or not all(map(_is_entry, came)):
        return line.subject
    return ", ".join(f"{entry['number']} {entry['name']}" for entry in came)


def _is_entry(said: object) -> bool:
    return isinstance(said, Mapping) and {"number", "name"} <= said.keys()


def _local(part: Mapping[str, Any] | None, zone: tzinfo) -> Mapping[str, Any]:
    """A side of a line, its moments in the tournament's time."""
    found = dict(part or {})
    for name, value in found.items():
        if isinstance(value, str) and _MOMENT.fullmatch(value):
            with suppress(ValueError, OverflowError):
                found[name] = f"{datetime.fromisoformat(value).astimezone(zone):%Y-%m-%d %H:%M}"
    return found


def _changes(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> list[str]:
    """Each part that is another: "NS tricks 6 → 7"; of a first entry what was said."""
    then, now = before or {}, after or {}
    if not then and now.get("ns_bid") and now.keys() >= set(_PARTS):
        return [" ".join(str(now[name]) for name in _PARTS)]
    said = []
    for name in dict.fromkeys((*then, *now)):
        if name in _UNTOLD or then.get(name) == now.get(name):
            continue
        old, new = _short(then.get(name)), _short(now.get(name))
        if name == "name" and not (then and now):
            said.append(new if now else old)  # of somebody who came, or went
            continue
        word = name.replace("_", " ")
        if name.startswith(("ns", "ew")):
            word = word[:2].upper() + word[2:]
        said.append(f"{word} {old} → {new}" if then else f"{word} {new}")
    return said


def _short(value: object) -> str:
    if value in (None, "", [], {}):
        return figures.NONE
    text = _plain(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


_SEATS = ("N", "E", "S", "W")
"""PostgreSQL keeps no order of an object's names."""


def _plain(value: object) -> str:
    """A value of a line without the marks of a programming language: [[2, 4], [1, 3]] is "2–4, 1–3"."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, Mapping):
        names = sorted(value, key=_SEATS.index) if set(value) <= set(_SEATS) else list(value)
        return ", ".join(f"{str(name).replace('_', ' ')} {_plain(value[name])}" for name in names)
    if isinstance(value, list):
        return ", ".join(
            "–".join(map(_plain, one)) if isinstance(one, list) else _plain(one).replace("_", " ")
            for one in value
        )
    return str(value)
