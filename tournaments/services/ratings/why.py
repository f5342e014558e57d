"""Why a game changed a rating: the sentence of scoring/elo.py, out of what the ledger kept.

Owns: one game of the ledger back in the form that scoring/elo.py explains; what is left out of it, and when.
Never does: query, or rate anew: an explanation that does not come to the stored change is not given.

The expectation of a game follows from its four ratings, so that it gives away the fourth to whoever knows three. Where
somebody at the table is not shown to the viewer (shown.py), who beat whom is all that is told.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isclose
from typing import Final

from django.utils.translation import gettext

from scoring.elo import OPPONENTS as ACROSS
from scoring.elo import (
    GameRating,
    Outcome,
    RatedPlayer,
    RatingChange,
    match_end,
    match_expectations,
    match_score,
    rate_game,
)
from scoring.elo import RatedGame as GameToRate
from scoring.elo_policies import RatingPolicy
from scoring.faults import FaultsError

_NEARLY: Final = 1e-6
"""Rating points by which an explanation may differ from what is stored: none, but for the order of sums."""


@dataclass(frozen=True, slots=True)
class Change:
    """What the ledger kept of one player of a game, in the row order of scoring/elo.py."""

    name: str
    before: float
    change: float


@dataclass(frozen=True, slots=True)
class Why:
    """`text` is the sentence. `change` has every number, and is None where they are left out; `notes` is what a reader
    may stumble over."""

    text: str
    change: RatingChange | None
    notes: tuple[str, ...] = ()


def why_of(
    policy: RatingPolicy,
    players: Sequence[Change],
    code: int,
    place: int,
    stand_ins: Sequence[str] = (),
    *,
    in_full: bool = True,
) -> Why | None:
    """Why the game with that code (scoring/elo_fold.py) did to player `place` what it did. Not `in_full`: without
    what the others' ratings follow from. None while the ratings are not those of the policy: they are made anew."""
    has_quit = [bool(code >> seat + 2 & 1) for seat in range(4)]
    outcome = Outcome(code & 3)
    k = [_k_of(policy, players, has_quit, outcome, seat) for seat in range(4)]
    rated = _rate(policy, players, k, has_quit, outcome, stand_ins)
    if rated is None:
        return None
    own = rated.changes[place]
    if not isclose(own.change, players[place].change, rel_tol=0, abs_tol=_NEARLY):
        return None
    if in_full:
        return Why(own.text, own, rated.notes)
    unsaid = gettext("The sum is left out: somebody at this table is not on the leaderboard.")
    return Why(_without_sum(own), None, (unsaid, *_about_stand_ins(rated)))


def _rate(
    policy: RatingPolicy,
    players: Sequence[Change],
    k: Sequence[float],
    has_quit: Sequence[bool],
    outcome: Outcome,
    stand_ins: Sequence[str],
) -> GameRating | None:
    # Namesakes are told apart for the check, which knows players by their names.
    names = [player.name + " " * seat for seat, player in enumerate(players)]
    # K is looked up by how many games somebody had; these two numbers stand for "new" and "not new".
    games = [0 if k[seat] == policy.k_new else policy.k_new_games for seat in range(4)]
    seats = [
        RatedPlayer(names[seat], player.before, games[seat], has_quit[seat])
        for seat, player in enumerate(players)
    ]
    others = tuple(name + " " * 4 for name in stand_ins) if any(has_quit) else ()
    game = GameToRate((seats[0], seats[1]), (seats[2], seats[3]), outcome, others)
    try:
        rated = rate_game(policy, game)
    except FaultsError:
        return None
    one, two, three, four = (_stripped(change) for change in rated.changes)
    return GameRating((one, two, three, four), tuple(name.rstrip() for name in rated.stand_ins))


def _stripped(change: RatingChange) -> RatingChange:
    one, two = (replace(match, opponent=match.opponent.rstrip()) for match in change.matches)
    return replace(change, player=change.player.rstrip(), matches=(one, two))


def _k_of(
    policy: RatingPolicy, players: Sequence[Change], has_quit: Sequence[bool], outcome: Outcome, seat: int
) -> float:
    """K as it was: of the policy's two the one that the stored change was made with."""
    if policy.has_one_k:
        return policy.k
    expected = sum(match_expectations(policy, [player.before for player in players])[seat])
    ends = [match_end(seat, other, has_quit) for other in ACROSS[seat]]
    surplus = sum(match_score(seat, end, outcome) for end in ends) - expected
    return min((policy.k, policy.k_new), key=lambda k: abs(k * surplus - players[seat].change))


def _without_sum(own: RatingChange) -> str:
    """The sentence as far as it tells who beat whom."""
    return own.text.rsplit(f", {own.expected:.2f} of 2 expected", 1)[0] + "."


def _about_stand_ins(rated: GameRating) -> tuple[str, ...]:
    return rated.notes[-len(rated.stand_ins) :] if rated.stand_ins else ()
