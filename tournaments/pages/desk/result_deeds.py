"""What may be done to one result at the desk: each deed with its form and the one service that it calls.

Owns: which deeds are offered where; that a scorer rules nothing and nobody handles what is hidden from them.
Never does: anything that a service does not.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.faults import Fault
from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import Event, Kind, Result, ResultState, RoundStatus, Table
from tournaments.pages.desk import result_forms as shapes
from tournaments.services.actors import Actor
from tournaments.services.errors import ServiceError
from tournaments.services.progress import board_shown
from tournaments.services.result_fields import to_fields
from tournaments.services.result_rights import Attempt, rulings_in
from tournaments.services.results import Entered, record_result, remove_result
from tournaments.services.revokes import Revoke, move_tricks
from tournaments.services.wrong_board import swap_board


@dataclass(frozen=True, slots=True)
class Place:
    """Where a result belongs, and what stands there. `board` is the event's number."""

    event: Event
    table: Table
    board: int
    existing: Result | None

    @property
    def standing(self) -> Result | None:
        """The result, unless it was taken back."""
        there = self.existing
        return there if there is not None and there.state != ResultState.REMOVED else None

    @property
    def shown(self) -> int:
        """The board as players call it."""
        return board_shown(self.event, self.board)

    @property
    def fields(self) -> ResultFields:
        """The place alone, with the pairs that sat there where they are known to be others than drawn."""
        there = self.standing
        return ResultFields(
            round=self.table.round.number,
            table=self.table.number,
            board=self.shown,
            ns=there.ns.number if there else None,
            ew=there.ew.number if there else None,
        )

    @property
    def played(self) -> ResultFields:
        """What stands, with bids and tricks or scores alone: rulings are taken off."""
        there = self.standing
        if there is None:
            return self.fields
        said = to_fields(there, self.table.round.number, self.table.number)
        return replace(
            said, board=self.shown, ns_adjusted=None, ew_adjusted=None, weighted=(), not_played=False
        )


@dataclass(frozen=True, slots=True)
class Deed:
    """`act` calls the service; `build`, where there is one, makes what is recorded. `rules` says that only a director
    may; `kind` is that of the events it is for, "" for all; `on_result` that something has to stand there."""

    title: str | Promise
    form: type[shapes.DeedForm]
    act: Callable[[Place, Any, Actor], Any]
    rules: bool = True
    kind: str = ""
    on_result: bool = False
    explanation: str | Promise = ""

    def is_offered(self, place: Place, *, directs: bool) -> bool:
        fits = self.kind in ("", place.event.kind) and (not self.on_result or place.standing is not None)
        return fits and (directs or not self.rules)


def _record(place: Place, form: shapes.DeedForm, actor: Actor, fields: ResultFields, **more: Any) -> Any:
    given = form.cleaned_data
    there = place.standing
    sat_otherwise = there is not None and (there.ns_id, there.ew_id) != (place.table.ns_id, place.table.ew_id)
    entered = Entered(
        fields,
        version=given["version"],
        reason=given["reason"],
        as_played=more.pop("as_played", sat_otherwise),
        note=given.get("note", there.note if there else ""),
        private_note=given.get("private_note"),
        **more,
    )
    return record_result(place.event.pk, entered, actor)


def _bids(place: Place, form: shapes.BidsForm, actor: Actor) -> Any:
    group = place.standing.group if place.standing else 0
    return _record(place, form, actor, replace(form.fields_of(place.fields), group=group))


def _adjust(place: Place, form: shapes.AdjustForm, actor: Actor) -> Any:
    """What was bid and taken stays on record beside the adjustment."""
    return _record(place, form, actor, form.fields_of(place.played))


def _weight(place: Place, form: shapes.WeightedForm, actor: Actor) -> Any:
    there = replace(place.played, ns_score=None, ew_score=None)
    return _record(place, form, actor, form.fields_of(there))


def _afresh(place: Place, form: shapes.DeedForm, actor: Actor) -> Any:
    return _record(place, form, actor, form.fields_of(place.fields))


def _pairs(place: Place, form: shapes.PairsForm, actor: Actor) -> Any:
    if place.standing is None:
        raise ServiceError(Fault("no-result", "Enter the bids and tricks first, then say who sat there."))
    ruled = to_fields(place.standing, place.table.round.number, place.table.number)
    return _record(place, form, actor, form.fields_of(replace(ruled, board=place.shown)), as_played=True)


def _confirm(place: Place, form: shapes.DeedForm, actor: Actor) -> Any:
    there = place.standing
    assert there is not None
    fields = replace(to_fields(there, place.table.round.number, place.table.number), board=place.shown)
    return _record(place, form, actor, fields)


def _dispute(place: Place, form: shapes.DeedForm, actor: Actor) -> Any:
    there = place.standing
    assert there is not None
    fields = replace(to_fields(there, place.table.round.number, place.table.number), board=place.shown)
    return _record(place, form, actor, fields, state=ResultState.DISPUTED)


def _take_back(place: Place, form: shapes.DeedForm, actor: Actor) -> Any:
    where = (place.table.round.number, place.table.number, place.shown)
    given = form.cleaned_data
    return remove_result(place.event.pk, where, given["version"] or 0, given["reason"], actor)


def _revoke(place: Place, form: shapes.RevokeForm, actor: Actor) -> Any:
    assert place.standing is not None
    given = form.cleaned_data
    asked = Revoke(
        place.standing.pk,
        given["version"] or 0,
        given["offender"],
        given["tricks"],
        given["reason"],
        given["note"],
    )
    return move_tricks(place.event.pk, asked, actor)


def _wrong_board(place: Place, form: shapes.WrongBoardForm, actor: Actor) -> Any:
    given = form.cleaned_data
    return swap_board(place.event.pk, place.table.pk, place.board, given["played"], given["reason"], actor)


DEEDS: Mapping[str, Deed] = {
    "bids": Deed(_("Bids and tricks"), shapes.BidsForm, _bids, rules=False),
    "confirm": Deed(
        _("Confirm"), shapes.ReasonForm, _confirm, on_result=True, explanation=_("It counts as it stands.")
    ),
    "adjust": Deed(
        _("Adjusted score"),
        shapes.AdjustForm,
        _adjust,
        kind=Kind.PAIRS,
        explanation=_("Each side by itself. It is no comparison for the others; the play stays on record."),
    ),
    "weighted": Deed(_("Weighted score"), shapes.WeightedForm, _weight, kind=Kind.PAIRS),
    "not-played": Deed(
        _("Not played"),
        shapes.NotPlayedForm,
        _afresh,
        kind=Kind.PAIRS,
        explanation=_("The board leaves the average of both pairs."),
    ),
    "by-hand": Deed(_("Score by hand"), shapes.ByHandForm, _afresh, kind=Kind.PAIRS),
    "revoke": Deed(_("Move tricks for a revoke"), shapes.RevokeForm, _revoke, on_result=True),
    "pairs": Deed(
        _("Who sat there"),
        shapes.PairsForm,
        _pairs,
        on_result=True,
        explanation=_("Wrong direction or wrong opponents: recorded as played, the draw stays."),
    ),
    "wrong-board": Deed(
        _("Another board was played"),
        shapes.WrongBoardForm,
        _wrong_board,
        kind=Kind.PAIRS,
        explanation=_("It is due here from now on in place of this one; then enter it."),
    ),
    "dispute": Deed(_("Call it disputed"), shapes.ReasonForm, _dispute, on_result=True),
    "take-back": Deed(
        _("Take it back"), shapes.ReasonForm, _take_back, on_result=True, explanation=_("As if not entered.")
    ),
}


def refused_rulings(place: Place, fields: ResultFields, *, directs: bool) -> tuple[str, ...]:
    """What a scorer may not do about entering `fields` here, in words; () for a director."""
    if directs:
        return ()
    status = RoundStatus(place.table.round.status)
    return rulings_in(Attempt(fields=fields, round_status=status, existing=place.existing))
