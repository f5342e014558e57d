"""Who may see a deal, the scores of a board, or the draw: what pages, API, exports and sheets all ask.

A deal is seen by a director who does not play in the event, and by nobody else until every table that is to play
the board has finished it; that of a ranked game, until its result is in and confirmed. Scores follow the event's own
setting, `Event.traveller_secrecy`; those of ranked games are open, as its four players say them aloud.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Q

from scoring.race import RaceEnd
from tournaments.models import (
    DealState,
    Event,
    EventStatus,
    Game,
    Kind,
    RoundStatus,
    Table,
    TravellerSecrecy,
)
from tournaments.services.actors import Actor, directs, plays_in
from tournaments.services.progress import due_by_board, in_by_board


@dataclass(frozen=True, slots=True)
class Visible:
    """Board numbers whose `deals` (the cards) and whose `scores` (bids, tricks, points) the viewer may see."""

    deals: frozenset[int]
    scores: frozenset[int]
    directs: bool


def finished_boards(event: Event) -> frozenset[int]:
    """Boards that every table which is to play them has finished. A board nobody is to play is not finished."""
    if event.kind == Kind.TEAMS:
        return _boards_of_finished_rounds(event)
    due, entered = due_by_board(event), in_by_board(event)
    return frozenset(board for board, count in due.items() if entered[board] >= count)


def _boards_of_finished_rounds(event: Event) -> frozenset[int]:
    """All matches of a round play the same boards, and some stop before the last: they are shown together, when every
    match of the round is over."""
    rounds = event.rounds.exclude(status=RoundStatus.PLANNED)
    running = Q(matches__snapshot=None) | Q(matches__snapshot__finished=False)
    over = rounds.exclude(pk__in=rounds.filter(running).values("pk"))
    tables = Table.objects.filter(round__in=over).values_list("boards", flat=True)
    return frozenset(board for boards in tables for board in boards)


def _still_planned(event: Event) -> frozenset[int]:
    """Boards of rounds that were never opened: a final event can be opened again and play them after all."""
    planned = Table.objects.filter(round__event=event, round__status=RoundStatus.PLANNED)
    return frozenset(board for boards in planned.values_list("boards", flat=True) for board in boards)


def visible_boards(event: Event, viewer: AbstractBaseUser | AnonymousUser) -> Visible:
    """What `viewer` may see of the event's boards."""
    numbers = (
        frozenset(event.board_set.boards.values_list("number", flat=True)) if event.board_set else frozenset()
    )
    due = due_by_board(event)
    everything = numbers | frozenset(due)
    if directs(viewer, event):
        return Visible(deals=numbers, scores=everything, directs=True)
    finished = finished_boards(event)
    if event.status == EventStatus.FINAL:
        finished = frozenset(due) - _still_planned(event)
    scores_open = event.traveller_secrecy == TravellerSecrecy.OPEN
    if scores_open and event.kind == Kind.TEAMS and plays(viewer, event):
        scores_open = False  # whoever plays in a match is not shown its other table, whatever others are
    shown = everything if scores_open else finished
    return Visible(deals=numbers & finished, scores=shown, directs=False)


def visible_deals(game: Game, viewer: AbstractBaseUser | AnonymousUser) -> frozenset[int]:
    """Numbers of the deals of a ranked game whose cards `viewer` may see. Nobody plays a deal that is confirmed, also
    where it came after the end of the game."""
    if game.board_set is None:
        return frozenset()
    dealt = frozenset(game.board_set.boards.values_list("number", flat=True))
    if directs(viewer, game.event):
        return dealt
    confirmed = game.deals.filter(state=DealState.CONFIRMED).values_list("number", flat=True)
    return dealt & frozenset(confirmed)


def actor_sees_deal(game: Game, number: int, actor: Actor) -> bool:
    """Whether whoever makes a change may see the cards of a deal of a ranked game; not the phone at its table."""
    user = get_user_model().objects.filter(pk=actor.user_id).first() if actor.user_id is not None else None
    return number in visible_deals(game, user or AnonymousUser())


def plays(viewer: AbstractBaseUser | AnonymousUser, event: Event) -> bool:
    """Whether `viewer` plays in the event, as a player, a substitute or a stand-in."""
    return plays_in(viewer, event)


def sees_every_board(viewer: AbstractBaseUser | AnonymousUser, event: Event) -> bool:
    """Whether no result that is in, or is to come, is hidden from a member of the event's club: from who plays in it
    some may be."""
    if not plays(viewer, event):
        return True
    boards = {
        board for numbers in event.rounds.values_list("tables__boards", flat=True) for board in numbers or ()
    }
    return boards <= visible_boards(event, viewer).scores


@dataclass(frozen=True, slots=True)
class MatchSight:
    """What a viewer may see of the matches of a Teams event (docs/rules.md §3: a table that plays on is not told).

    `plays_for` are the numbers of the teams the viewer is in, `sits_at` the keys (round, table) of the viewer's own
    tables in matches that are not finished. `directs`: nothing is hidden, for the event's director, and for everybody
    once the event is final.
    """

    directs: bool
    scores_open: bool
    plays_for: frozenset[int]
    sits_at: frozenset[tuple[int, int]]

    def rooms(self, match: Mapping[str, Any]) -> frozenset[str]:
        """The rooms whose boards and totals the viewer may see; `match` is a match's snapshot."""
        every = frozenset(match["rooms"])
        if self.directs or match["finished"]:
            return every
        if not self._is_in(match):
            return every if self.scores_open else frozenset()
        own = {
            name for name, room in match["rooms"].items() if (match["round"], room["table"]) in self.sits_at
        }
        # who has played to the end can learn nothing from the other table that could still help
        ended = any(match["rooms"][name]["end"] != RaceEnd.RUNNING for name in own)
        return every if ended and not match["needs_decider"] else frozenset(own)

    def outcome(self, match: Mapping[str, Any]) -> bool:
        """Whether the viewer may be told who wins, which is public the moment it is certain, but not to who still
        plays the match."""
        if self.directs or match["finished"]:
            return True
        if self._is_in(match):
            return len(self.rooms(match)) == len(match["rooms"])
        return bool(match["certain"]) or self.scores_open

    def _is_in(self, match: Mapping[str, Any]) -> bool:
        return match["home"] in self.plays_for or match["away"] in self.plays_for


def match_sight(event: Event, viewer: AbstractBaseUser | AnonymousUser) -> MatchSight:
    """What `viewer` may see of the event's matches."""
    scores_open = event.traveller_secrecy == TravellerSecrecy.OPEN
    nobody: frozenset[int] = frozenset()
    if event.status == EventStatus.FINAL or directs(viewer, event):
        return MatchSight(True, scores_open, nobody, frozenset())
    if not viewer.is_authenticated:
        return MatchSight(False, scores_open, nobody, frozenset())
    own = Q(players__user_id=viewer.pk) | Q(substitutions__into__user_id=viewer.pk)
    teams = event.entries.filter(own).values_list("number", flat=True)
    tables = Table.objects.filter(round__event=event, seats__person__user_id=viewer.pk)
    return MatchSight(
        False, scores_open, frozenset(teams), frozenset(tables.values_list("round__number", "number"))
    )


def draw_released(event: Event, viewer: AbstractBaseUser | AnonymousUser) -> bool:
    """Whether `viewer` may see who meets whom: until play begins the draw is its director's alone."""
    return event.status != EventStatus.SETUP or directs(viewer, event)
