"""What a director does with an event as a whole: one small form and one service each.

Owns: the deeds offered on an event's page, in the order of an evening; their forms.
Never does: anything that a service does not.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db.models import Max
from django.utils.translation import gettext_lazy as _
from unfold.widgets import (
    UnfoldAdminFileFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
)

from boards.pbn import PbnError, loads
from scoring.faults import FaultsError
from tournaments.admin.base import WholeNumber
from tournaments.draws.movement import Movement, MovementError
from tournaments.draws.registry import KINDS
from tournaments.eventfile.csv_text import size_fault
from tournaments.eventfile.json_text import parse_json
from tournaments.models import Event, EventStatus, Kind, ResultState, RoundStatus
from tournaments.services.actors import Actor
from tournaments.services.boards import MOST_BOARDS, deal_for_event, import_boards
from tournaments.services.errors import ServiceError, TooLargeError
from tournaments.services.events import finalise, reopen
from tournaments.services.imports import (
    Preview,
    import_entries,
    import_results,
    preview_entries,
    preview_results,
)
from tournaments.services.rounds import close_round, draw_by_kind, install_movement, open_round, remove_draw
from tournaments.services.standings import recompute_standings
from tournaments.services.team_draws import undo_round

MAX_UPLOAD_READ = 2_000_000


class NothingForm(forms.Form):
    """A deed that needs no word."""


class ReasonForm(forms.Form):
    reason = forms.CharField(
        required=False, max_length=500, label=_("Reason"), widget=UnfoldAdminTextInputWidget
    )


class DealForm(forms.Form):
    count = WholeNumber(max_value=MOST_BOARDS, initial=24, label=_("Boards"))


class DrawForm(forms.Form):
    kind = forms.ChoiceField(
        choices=[(name, kind.title) for name, kind in KINDS.items()],
        label=_("Movement"),
        widget=UnfoldAdminSelectWidget,
    )
    boards = WholeNumber(required=False, max_value=MOST_BOARDS, label=_("Boards"))
    rounds = WholeNumber(required=False, max_value=MOST_BOARDS, label=_("Rounds"))


class FileForm(forms.Form):
    file = forms.FileField(label=_("File"), widget=UnfoldAdminFileFieldWidget)


class TableForm(FileForm):
    """`only_preview` is the name of a button of the page, beside one that reads the file."""

    only_preview = forms.BooleanField(required=False, widget=forms.HiddenInput)


class ResultTableForm(TableForm):
    reason = forms.CharField(
        required=False,
        max_length=500,
        label=_("Reason"),
        help_text=_("Needed where a round is closed already."),
        widget=UnfoldAdminTextInputWidget,
    )


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a deed: a sentence, and lines of a preview where nothing was changed."""

    said: str
    lines: tuple[str, ...] = ()
    changed: bool = True


@dataclass(frozen=True, slots=True)
class EventDeed:
    """One deed. `fits` says whether it makes sense for the event as it stands; `kind` is that of the events it is for,
    "" for all."""

    title: str
    form: type[forms.Form]
    run: Callable[[Event, dict[str, Any], Actor], Done]
    fits: Callable[[Event], bool]
    explanation: str = ""
    enters_results: bool = False
    kind: str = ""

    def is_offered(self, event: Event) -> bool:
        return self.kind in ("", event.kind) and self.fits(event)


def _deal(event: Event, cleaned: dict[str, Any], actor: Actor) -> Done:
    deal_for_event(event.pk, cleaned["count"], actor)
    return Done(f"{cleaned['count']} boards dealt.")


def _read_pbn(event: Event, cleaned: dict[str, Any], actor: Actor) -> Done:
    upload = cleaned["file"]
    if upload.size > MAX_UPLOAD_READ:
        raise TooLargeError(f"The file is larger than {MAX_UPLOAD_READ // 1_000_000} MB; nothing was read.")
    try:
        boards = loads(upload.read())
    except PbnError as error:
        raise ServiceError(*(str(fault) for fault in error.faults)) from None
    import_boards(event.pk, boards, upload.name, actor)
    return Done(f"{len(boards)} boards read.")


def _draw(event: Event, cleaned: dict[str, Any], actor: Actor) -> Done:
    movement = draw_by_kind(event.pk, cleaned["kind"], actor, cleaned["boards"], cleaned["rounds"])
    return Done(f"{movement.name}: {len(movement.rounds)} rounds drawn.")


def _own_movement(event: Event, cleaned: dict[str, Any], actor: Actor) -> Done:
    upload = cleaned["file"]
    if upload.size > MAX_UPLOAD_READ:
        raise TooLargeError(f"The file is larger than {MAX_UPLOAD_READ // 1_000_000} MB; nothing was read.")
    try:
        movement = Movement.from_json(parse_json(upload.read()))
    except MovementError as error:
        raise ServiceError(*(str(fault) for fault in error.faults)) from None
    except FaultsError as error:
        raise ServiceError(*error.faults) from None
    install_movement(event.pk, movement, actor)
    return Done(f"{movement.name}: {len(movement.rounds)} rounds drawn.")


def _remove_draw(event: Event, cleaned: dict[str, Any], actor: Actor) -> Done:
    remove_draw(event.pk, actor)
    return Done("The draw is removed.")


def _open(event: Event, cleaned: dict[str, Any], actor: Actor) -> Done:
    number = event.rounds.filter(status=RoundStatus.PLANNED).values_list("number", flat=True).first()
    if number is None:
        raise ServiceError("There is no round left to open.")
    open_round(event.pk, number, actor)
    return Done(f"Round {number} is open.")


def _reopen_round(event: Event, cleaned: dict[str, Any], actor: Actor) -> Done:
    number = event.rounds.filter(status=RoundStatus.CLOSED).aggregate(last=Max("number"))["last"]
    if number is None:
        raise ServiceError("No round is closed.")
    open_round(event.pk, number, actor, cleaned["reason"])
    return Done(f"Round {number} is open again.")


def _close(event: Event, cleaned: dict[str, Any], actor: Actor) -> Done:
    number = event.rounds.filter(status=RoundStatus.OPEN).values_list("number", flat=True).first()
    if number is None:
        raise ServiceError("No round is open.")
    close_round(event.pk, number, actor, cleaned["reason"])
    return Done(f"Round {number} is closed.")


def _undo_round(event: Event, cleaned: dict[str, Any], actor: Actor) -> Done:
    number = event.rounds.aggregate(last=Max("number"))["last"]
    if number is None:
        raise ServiceError("No round is drawn.")
    undo_round(event.pk, number, actor, cleaned["reason"])
    return Done(f"The draw of round {number} is undone.")


def _finalise(event: Event, cleaned: dict[str, Any], actor: Actor) -> Done:
    finalise(event.pk, actor, cleaned["reason"])
    return Done("The event is final.")


def _reopen(event: Event, cleaned: dict[str, Any], actor: Actor) -> Done:
    reopen(event.pk, actor, cleaned["reason"])
    return Done("The event is open for corrections again.")


def _recompute(event: Event, cleaned: dict[str, Any], actor: Actor) -> Done:
    return Done(f"Standings: {recompute_standings(event.pk)}.")


def _table(
    load: Callable[..., Preview], preview: Callable[..., Preview]
) -> Callable[[Event, dict[str, Any], Actor], Done]:
    def run(event: Event, cleaned: dict[str, Any], actor: Actor) -> Done:
        upload = cleaned["file"]
        too_large = size_fault(upload.size)
        if too_large is not None:  # refused unread
            raise TooLargeError(too_large)
        data = upload.read()
        reason = {"reason": cleaned["reason"]} if "reason" in cleaned else {}
        only_preview = cleaned["only_preview"]
        seen = (preview if only_preview else load)(event.pk, data, actor, **reason)
        if seen.faults:
            raise ServiceError(*seen.faults)
        lines = tuple(f"Row {line.line}: {line.text}" for line in seen.lines)
        verb = "would be read" if only_preview else "read"
        ignored = f" Left out: {', '.join(seen.ignored)}." if seen.ignored else ""
        encoding = "" if seen.encoding == "utf-8" else f" (its letters are {seen.encoding})"
        rows = "1 row" if len(lines) == 1 else f"{len(lines)} rows"
        said = f"{rows} {verb}{encoding}.{ignored}"
        return Done(said, lines if only_preview else (), changed=not only_preview)

    return run


def _no_results(event: Event) -> bool:
    return not event.results.exists()


def _last_round_is_unplayed(event: Event) -> bool:
    last = event.rounds.order_by("-number").first()
    if last is None or not _not_final(event):
        return False
    return not event.results.filter(table__round=last).exclude(state=ResultState.REMOVED).exists()


def _not_final(event: Event) -> bool:
    return event.status != EventStatus.FINAL


EVENT_DEEDS: Mapping[str, EventDeed] = {
    "entries": EventDeed(
        "Entries from a CSV file",
        TableForm,
        _table(import_entries, preview_entries),
        lambda event: (
            event.kind != Kind.RANKED
            and _not_final(event)
            and (event.kind == Kind.TEAMS or not event.rounds.exists())
        ),
        "Columns: number, name, player 1, player 2, and so on to player 6 for teams; pairs have a field, too. Only the "
        "players are needed.",
    ),
    "deal": EventDeed(
        "Deal boards", DealForm, _deal, _no_results, "Dealt from a new recorded secret.", kind=Kind.PAIRS
    ),
    "pbn": EventDeed("Boards from a PBN file", FileForm, _read_pbn, _no_results, kind=Kind.PAIRS),
    "draw": EventDeed(
        "Make the draw",
        DrawForm,
        _draw,
        lambda event: _no_results(event) and event.entries.exists(),
        "Left empty, boards are those that were dealt, and rounds those of a usual evening. The movement is proved "
        "before it is used.",
        kind=Kind.PAIRS,
    ),
    "own-movement": EventDeed(
        "Draw by a movement file",
        FileForm,
        _own_movement,
        lambda event: _no_results(event) and event.entries.exists(),
        "JSON as `manage.py movement --json` prints it (docs/movements.md). It is proved before it is used.",
        kind=Kind.PAIRS,
    ),
    "remove-draw": EventDeed(
        "Remove the draw",
        NothingForm,
        _remove_draw,
        lambda event: _no_results(event) and event.rounds.exists(),
        kind=Kind.PAIRS,
    ),
    "undo-round": EventDeed(
        "Undo the last draw",
        ReasonForm,
        _undo_round,
        _last_round_is_unplayed,
        "The round is taken back with its matches and boards, as long as it has no results. A reason is needed.",
        kind=Kind.TEAMS,
    ),
    "open": EventDeed(
        "Open the next round",
        NothingForm,
        _open,
        lambda event: _not_final(event) and event.rounds.filter(status=RoundStatus.PLANNED).exists(),
    ),
    "results": EventDeed(
        "Results from a CSV file",
        ResultTableForm,
        _table(import_results, preview_results),
        lambda event: _not_final(event) and event.rounds.exists(),
        "Columns: round, table, board, ns bid, ns tricks, ew bid, ew tricks.",
        enters_results=True,
    ),
    "close": EventDeed(
        "Close the round",
        ReasonForm,
        _close,
        lambda event: event.rounds.filter(status=RoundStatus.OPEN).exists(),
        "A reason is needed only when results are missing.",
    ),
    "reopen-round": EventDeed(
        "Open the last closed round again",
        ReasonForm,
        _reopen_round,
        lambda event: _not_final(event) and event.rounds.filter(status=RoundStatus.CLOSED).exists(),
        "A reason is needed; it stands in the log.",
    ),
    "finalise": EventDeed(
        "Finalise",
        ReasonForm,
        _finalise,
        lambda event: _not_final(event) and (event.rounds.exists() or event.games.exists()),
        "A reason is needed only when something is still open.",
    ),
    "reopen": EventDeed("Reopen", ReasonForm, _reopen, lambda event: not _not_final(event)),
    "recompute": EventDeed(
        "Recompute the standings",
        NothingForm,
        _recompute,
        lambda event: True,
        "They follow every result by themselves; this is for the day a worker is not running.",
    ),
}
