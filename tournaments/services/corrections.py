"""Looking before leaping: what a correction would change in a match and in the standings, without making it.

A preview is the real change, rolled back: what it promises is what the change will do.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from scoring.swiss_standings import SwissRow
from tournaments.models import Event, Kind
from tournaments.services.errors import NotFoundError, refuse_if
from tournaments.services.kinds import faults_of_kind
from tournaments.services.match_reading import MatchRead, matches_of, read_matches
from tournaments.services.team_draws import Difference, draw_difference
from tournaments.services.team_records import swiss_of


@dataclass(frozen=True, slots=True)
class MatchChange:
    """A match whose outcome, or the sentence that says why, would be another. `before` and `after` are sentences with
    the teams' names; `turned` says that the outcome itself changes."""

    round: int
    match: int
    before: str
    after: str
    turned: bool


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """A team whose place or record would change; wins in half-wins."""

    entry: int
    name: str
    rank_before: int
    rank_after: int
    half_wins_before: int
    half_wins_after: int


@dataclass(frozen=True, slots=True)
class Effect:
    """What a change would do. `draw` is how the last round's draw would differ; draws already published stay."""

    matches: tuple[MatchChange, ...]
    places: tuple[PlaceChange, ...]
    draw: Difference | None

    @property
    def nothing(self) -> bool:
        return not self.matches and not self.places


class _RollBackError(Exception):
    """Ends the transaction of a preview."""


def preview_effect(event_id: int, change: Callable[[], Any]) -> Effect:
    """Run `change` (a call of a service on this Teams event), see what it does to the standings, and undo it.

    Raises whatever `change` raises.
    """
    event = Event.objects.select_related("teams").filter(pk=event_id).first()
    if event is None:
        raise NotFoundError(f"There is no event {event_id}.", code="no-event")
    refuse_if(faults_of_kind(event, Kind.TEAMS))
    effect: Effect | None = None
    try:
        with transaction.atomic():
            before = _look(event)
            change()
            event.refresh_from_db()
            after = _look(event)
            effect = Effect(
                _match_changes(before, after), _place_changes(before, after), draw_difference(event)
            )
            raise _RollBackError
    except _RollBackError:
        pass
    assert effect is not None
    return effect


@dataclass(frozen=True, slots=True)
class _Look:
    matches: dict[tuple[int, int], MatchRead]
    rows: dict[int, SwissRow]


def _look(event: Event) -> _Look:
    reads = read_matches(event, matches_of(event))
    rows = swiss_of(event, reads).standings().rows
    return _Look(
        {(read.match.round.number, read.match.number): read for read in reads},
        {row.team: row for row in rows},
    )


def _match_changes(before: _Look, after: _Look) -> tuple[MatchChange, ...]:
    found = []
    for (round_number, number), then in before.matches.items():
        now = after.matches.get((round_number, number))
        if now is None or _sentence(then) == _sentence(now):
            continue
        turned = then.settled is not now.settled
        found.append(MatchChange(round_number, number, _sentence(then), _sentence(now), turned))
    return tuple(found)


def _sentence(read: MatchRead) -> str:
    match = read.match
    if read.score is None or match.away is None:
        return ""
    return read.score.explain(match.home.name, match.away.name)


def _place_changes(before: _Look, after: _Look) -> tuple[PlaceChange, ...]:
    pairs = [(before.rows[team], row) for team, row in after.rows.items() if team in before.rows]
    return tuple(
        PlaceChange(now.team, now.name, then.rank, now.rank, then.half_wins, now.half_wins)
        for then, now in pairs
        if (then.rank, then.half_wins) != (now.rank, now.half_wins)
    )
