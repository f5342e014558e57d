"""Whatever is amended, when and how often: what has begun stays, and nobody plays a board twice or sits at two tables.

The checker here shares nothing with the code: it walks the JSON of a movement with plain loops.
"""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.draws.amend import Amendment, Dropped, Gone, Late, Running, amendments
from tournaments.draws.movement import MovementError
from tournaments.draws.registry import KINDS, build

Rounds = list[list[dict[str, Any]]]


def check(rounds: Rounds) -> None:
    """Nobody sits twice in a round, no table is used twice, nobody meets a board twice or itself."""
    boards_of: dict[int, list[int]] = {}
    for seats in rounds:
        tables = [seat["table"] for seat in seats]
        assert len(tables) == len(set(tables)), "a table twice"
        people = [seat[side] for seat in seats for side in ("ns", "ew")]
        assert len(people) == len(set(people)), "somebody at two tables"
        for seat in seats:
            assert seat["boards"]
            for side in ("ns", "ew"):
                boards_of.setdefault(seat[side], []).extend(seat["boards"])
    for boards in boards_of.values():
        assert len(boards) == len(set(boards)), "a board twice"


def boards_in(rounds: Rounds) -> set[int]:
    return {board for seats in rounds for seat in seats for board in seat["boards"]}


def boards_played(rounds: Rounds, entry: int) -> int:
    return sum(len(seat["boards"]) for seats in rounds for seat in seats if entry in (seat["ns"], seat["ew"]))


class Evening:
    """An event that goes on while things happen to it."""

    def __init__(self, kind: str, pairs: int) -> None:
        self.now = Running(movement=build(kind, pairs), begun=frozenset())
        self.gone: set[int] = set()

    @property
    def seated(self) -> list[int]:
        """Who has a seat in a planned round."""
        return sorted(
            {
                entry
                for number in self.now.planned
                for seat in self.now.movement.rounds[number - 1]
                for entry in (seat.ns, seat.ew)
            }
        )

    def begin(self, more: int) -> None:
        last = min(max(self.now.begun, default=0) + more, len(self.now.movement.rounds) - 1)
        self.now = Running(
            movement=self.now.movement, begun=frozenset(range(1, last + 1)), absent=frozenset(self.gone)
        )

    def change(self, what: str, number: int) -> Late | Gone | Dropped:
        first = self.now.planned[number % len(self.now.planned)]
        match what:
            case "late":
                return Late(self.now.movement.pairs + 1, first)
            case "back" if self.gone:
                return Late(min(self.gone), first, self._field(min(self.gone)))
            case "drop":
                return Dropped((first,))
            case "standby":
                return Gone(self._somebody(number), first, None, (self.now.movement.pairs + 1,))
            case _:
                return Gone(self._somebody(number), first)

    def _somebody(self, number: int) -> int:
        return self.seated[number % len(self.seated)] if self.seated else 1

    def _field(self, entry: int) -> str:
        return self.now.movement.fields.get(entry, "") if self.now.movement.winners == "two" else ""

    def take(self, way: Amendment) -> None:
        self.gone |= {item.entry for item in way.effects.consequences if item.left}
        self.gone -= {way.seats}
        begun = {place for place, old in enumerate(way.kept, 1) if old in self.now.begun}
        self.now = Running(movement=way.movement, begun=frozenset(begun), absent=frozenset(self.gone))


steps = st.lists(
    st.tuples(
        st.sampled_from(["late", "back", "gone", "standby", "drop"]),
        st.integers(0, 2),
        st.integers(0, 30),
        st.integers(0, 5),
    ),
    min_size=1,
    max_size=5,
)


@settings(max_examples=80, deadline=None)
@given(kind=st.sampled_from(sorted(KINDS)), pairs=st.integers(4, 17), happenings=steps)
def test_any_sequence_of_amendments(
    kind: str, pairs: int, happenings: list[tuple[str, int, int, int]]
) -> None:
    try:
        evening = Evening(kind, pairs)
    except MovementError:
        return  # not every kind is offered for every number of pairs
    for what, more, number, choice in happenings:
        evening.begin(more)
        before = evening.now
        try:
            offered = amendments(before, change := evening.change(what, number)).amendments
        except MovementError:
            continue
        for way in offered:
            after = way.movement.to_json()["rounds"]
            check(after)
            drawn = before.movement.to_json()["rounds"]
            begun_boards = boards_in([drawn[number - 1] for number in before.begun])
            over = begun_boards - boards_in([drawn[number - 1] for number in before.planned])
            planned = [after[place] for place, old in enumerate(way.kept) if old not in before.begun]
            assert not over & boards_in(planned), "a board that everybody may have looked at"
            begun = [place for place, old in enumerate(way.kept) if old in before.begun]
            assert [way.movement.rounds[place] for place in begun] == [
                before.movement.rounds[old - 1] for old in sorted(before.begun)
            ]
            for item in way.effects.consequences:
                assert item.boards_after == boards_played(after, item.entry)
                assert item.boards_before == boards_played(before.movement.to_json()["rounds"], item.entry)
            if isinstance(change, Gone):
                kept = after[change.first - 1 :]
                assert not boards_played(kept, change.entry)
            if way.seats:
                assert boards_played(after, way.seats)
        if offered:
            evening.take(offered[choice % len(offered)])
