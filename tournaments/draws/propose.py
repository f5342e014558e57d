"""Proposes movements for so many pairs, boards and minutes, the best first, each with its reason.

Owns: what is possible in the time, and the order of preference.
Never does: decide; every proposal can be built and proved, and the director may take any other.

Terms (docs/movements.md, "Choosing")
    played      boards each pair plays, if it does not sit out.
    reach       the share of the other pairs that a pair is ranked with and meets.
    in play     boards the movement needs; when fewer of them are played by everybody, comparisons are
                thinner.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from tournaments.draws.howell import howell_sets
from tournaments.draws.movement import Movement, MovementError, Winners
from tournaments.draws.plan import MAX_PAIRS, USUAL_BOARDS, counted
from tournaments.draws.prover import prove
from tournaments.draws.registry import KINDS

MINUTES_PER_BOARD = 6.0
MINUTES_PER_CHANGE = 2.0
"""What a round costs beyond its boards: players and boards move, slips are collected."""
_MOST = 8
_PER_KIND = 2
_LONGEST = 40
"""Rounds looked at; nobody sits through more in a session."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """One movement that fits. `boards` are in play, `minutes` what it takes, `score` 0 to 100 for the order.

    `sit_outs` says in words who sits out (“nobody” or a sentence part).
    """

    kind: str
    pairs: int
    boards: int
    rounds: int
    boards_per_round: int
    winners: Winners
    sit_outs: str
    reason: str
    minutes: float
    score: float

    def build(self) -> Movement:
        """The movement itself."""
        return KINDS[self.kind](self.pairs, self.boards, self.rounds, self.boards_per_round)

    def to_json(self) -> dict[str, object]:
        """The proposal as `manage.py movement --propose --json` prints it."""
        return {
            "kind": self.kind,
            "boards": self.boards,
            "rounds": self.rounds,
            "boards_per_round": self.boards_per_round,
            "winners": str(self.winners),
            "sit_outs": self.sit_outs,
            "minutes": self.minutes,
            "score": self.score,
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class _Candidate:
    kind: str
    pairs: int
    sets: int
    rounds: int
    size: int
    minutes: float

    @property
    def played(self) -> int:
        return self.rounds * self.size

    @property
    def tables(self) -> int:
        return (self.pairs + 1) // 2

    @property
    def two_winners(self) -> bool:
        return self.kind not in {"arrow-switch", "howell", "barometer"} or self.rounds == 1

    @property
    def opponents(self) -> int:
        return min(self.rounds, self.pairs - 1)


def propose(
    pairs: int,
    boards: int | None = None,
    minutes: float | None = None,
    *,
    minutes_per_board: float = MINUTES_PER_BOARD,
    minutes_per_change: float = MINUTES_PER_CHANGE,
) -> list[Proposal]:
    """Movements for `pairs` pairs with at most `boards` boards in play and `minutes` minutes, best first.

    With neither limit a usual session is assumed. Raises `MovementError` when nothing fits, saying what is
    short.
    """
    _check(pairs, boards, minutes, minutes_per_board, minutes_per_change)
    if boards is None and minutes is None:
        boards = USUAL_BOARDS + 2
    most_boards = boards if boards is not None else int((minutes or 0) // minutes_per_board)
    candidates = [
        _Candidate(kind, pairs, sets, rounds, size, rounds * (size * minutes_per_board + minutes_per_change))
        for kind, sets, rounds in _shapes(pairs)
        for size in range(1, most_boards // sets + 1)
    ]
    fitting = [candidate for candidate in candidates if minutes is None or candidate.minutes <= minutes]
    if not fitting:
        raise MovementError(_what_is_short(pairs, boards, minutes, minutes_per_board, minutes_per_change))
    goal = max(candidate.played for candidate in fitting)
    ranked = sorted(
        fitting, key=lambda candidate: (-_score(candidate, goal), candidate.kind, candidate.rounds)
    )
    return list(_chosen(ranked, goal))


def _check(
    pairs: int, boards: int | None, minutes: float | None, per_board: float, per_change: float
) -> None:
    reasons = []
    if not 2 <= pairs <= MAX_PAIRS:
        reasons.append(f"Movements are offered for 2 to {MAX_PAIRS} pairs, not for {pairs}.")
    if boards is not None and boards < 1:
        reasons.append(f"The number of boards must be at least 1, not {boards}.")
    # written so that a "not a number" is refused too
    if minutes is not None and not 0 < minutes < 10_000:
        reasons.append(f"The minutes must be above 0 and below 10000, not {minutes:g}.")
    if not (0 < per_board < 1_000 and 0 <= per_change < 1_000):
        reasons.append("Minutes a board must be above 0 and minutes a change not below 0, both under 1000.")
    if reasons:
        raise MovementError(*reasons)


def _shapes(pairs: int) -> Iterator[tuple[str, int, int]]:
    """Every (kind, sets in play, rounds) that can be built for so many pairs."""
    tables = (pairs + 1) // 2
    shortest = 2 if pairs % 2 else 1
    circle = pairs if pairs % 2 else pairs - 1
    for rounds in range(shortest, min(circle, _LONGEST) + 1):
        yield "barometer", rounds, rounds
    longest = tables - 1 + tables % 2
    plain = "mitchell" if tables % 2 else "skip-mitchell"
    # sharing pays only for the one round that a skip does not have
    for kind, least, most in (
        (plain, 2, longest),
        ("share-and-relay", tables, tables),
        ("arrow-switch", 2, longest),
    ):
        if KINDS[kind].offers(pairs):
            for rounds in range(least, min(most, _LONGEST) + 1):
                yield kind, tables, rounds
    if KINDS["howell"].offers(pairs):
        for rounds in range(2, min(2 * tables - 1, _LONGEST) + 1):
            yield "howell", next(sets for sets in howell_sets(tables) if sets >= rounds), rounds


def _score(candidate: _Candidate, goal: int) -> float:
    """0 to 100: how much is played, with how many others, how well compared, at what pace."""
    others = candidate.pairs - 1
    field = Fraction(candidate.pairs // 2 if candidate.two_winners else others, others)
    reach = Fraction(candidate.opponents, others)
    complete = Fraction(candidate.rounds, candidate.sets)
    pace = 1.0 if 2 <= candidate.size <= 4 else 0.6 if candidate.size in (1, 5, 6) else 0.2
    score = 45 * (candidate.played / goal) + 12 * float(field) + 12 * float(reach) + 16 * float(complete)
    score += 10 * pace
    if candidate.kind == "arrow-switch":
        score -= 4  # one list, but the two lines stay less well compared than in a Howell
    if candidate.kind == "share-and-relay":
        score -= 3  # two tables wait for one another
    if candidate.kind == "barometer":
        score += 5 - min(6.0, candidate.tables / 4)  # the fairest comparison; copies cost work at many tables
    return round(max(score, 0.0), 1)


def _chosen(ranked: list[_Candidate], goal: int) -> Iterator[Proposal]:
    """The best few, not too many of one kind, each built and proved."""
    taken: dict[str, int] = {}
    for candidate in ranked:
        if taken.get(candidate.kind, 0) >= _PER_KIND or sum(taken.values()) >= _MOST:
            continue
        movement = KINDS[candidate.kind](candidate.pairs, None, candidate.rounds, candidate.size)
        if prove(movement).legal:
            taken[candidate.kind] = taken.get(candidate.kind, 0) + 1
            yield _proposal(candidate, movement, goal)


def _proposal(candidate: _Candidate, movement: Movement, goal: int) -> Proposal:
    return Proposal(
        kind=candidate.kind,
        pairs=candidate.pairs,
        boards=movement.boards,
        rounds=candidate.rounds,
        boards_per_round=candidate.size,
        winners=movement.winners,
        sit_outs=_sit_outs(candidate),
        reason=_reason(candidate, movement),
        minutes=round(candidate.minutes, 1),
        score=_score(candidate, goal),
    )


def _sit_outs(candidate: _Candidate) -> str:
    if candidate.pairs % 2 == 0:
        return "nobody"
    boards = counted(candidate.size, "board")
    if candidate.kind in {"howell", "barometer"}:
        return f"another pair each round ({boards})"
    return f"another North-South pair each round ({boards})"


def _reason(candidate: _Candidate, movement: Movement) -> str:
    others = candidate.pairs - 1
    met = "every other pair" if candidate.opponents == others else f"{candidate.opponents} of {others} others"
    plays = f"{'up to ' if candidate.pairs % 2 else ''}{counted(candidate.played, 'board')}"
    parts = [
        f"each pair plays {plays} and meets {met}",
        f"about {candidate.minutes:.0f} minutes",
    ]
    if candidate.two_winners:
        parts.append("North-South and East-West each have a winner")
    if movement.boards > candidate.played:
        parts.append(f"{movement.boards} boards are in play, so fewer scores stand on each")
    if candidate.kind == "barometer":
        copies = candidate.pairs // 2
        if copies < 2:
            parts.append("with one table no score can be compared")
        else:
            parts.append(f"every score is compared at once; needs {copies} copies of each board")
    if candidate.kind == "arrow-switch":
        parts.append("the arrow is switched in some rounds for one list")
    if candidate.kind == "share-and-relay":
        parts.append("two tables share their boards")
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}."


def _what_is_short(
    pairs: int, boards: int | None, minutes: float | None, per_board: float, per_change: float
) -> str:
    least = 2 if pairs % 2 else 1
    needed = least * (per_board + per_change)
    if minutes is not None and minutes < needed:
        return f"{minutes:g} minutes are too few: {counted(least, 'round')} of one board take {needed:g}."
    return f"{pairs} pairs need at least {counted(least, 'board')}, and there are {boards or 0}; take more boards."
