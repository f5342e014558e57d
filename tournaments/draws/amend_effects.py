"""What an amendment does to each pair and to the event as a whole, in figures and in words.

Owns: the comparison of a movement before and after. Never does: amend one (`amend`), or judge its legality (`prover`).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt

from tournaments.draws.amend_course import Running, bits_of
from tournaments.draws.balance import unevenness
from tournaments.draws.findings import numbered, span
from tournaments.draws.movement import Movement, Winners
from tournaments.draws.plan import MAX_PAIRS, counted
from tournaments.draws.text import boards_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequence:
    """What one entry is told. Rounds have the numbers they had before; `boards_*` count the whole event.

    `sits_out` are rounds it now sits out, `spared` rounds it would have sat out, `moved` rounds in which it meets
    others or other boards, `meets_again` entries that it now meets more than once. `came` and `left` are about who was
    not in the draw before, or is not any more.
    """

    entry: int
    boards_before: int
    boards_after: int
    sits_out: tuple[int, ...] = ()
    spared: tuple[int, ...] = ()
    moved: tuple[int, ...] = ()
    meets_again: tuple[int, ...] = ()
    came: bool = False
    left: bool = False

    @property
    def affected(self) -> bool:
        """Whether anything is otherwise for it than it was."""
        changed = self.boards_before != self.boards_after or self.came or self.left
        return changed or bool(self.sits_out or self.spared or self.moved or self.meets_again)

    @property
    def text(self) -> str:
        """One sentence, such as “Plays 22 boards instead of 24 and sits out round 4.”"""
        if self.left:
            return f"Leaves, with {counted(self.boards_after, 'board')} played."
        parts = [self._boards_text()]
        if self.sits_out:
            parts.append(f"sits out {numbered('round', self.sits_out)}")
        if self.spared:
            parts.append(f"does not sit out {numbered('round', self.spared)}")
        if self.meets_again:
            parts.append(f"meets {numbered('pair', self.meets_again)} again")
        if self.moved and not self.came:
            parts.append(f"meets others than drawn in {numbered('round', self.moved)}")
        said = ", ".join(parts[:-1]) + (" and " if len(parts) > 1 else "") + parts[-1]
        return f"{said[0].upper()}{said[1:]}."

    def _boards_text(self) -> str:
        boards = counted(self.boards_after, "board")
        if self.came or self.boards_after == self.boards_before:
            return f"plays {boards}"
        return f"plays {boards} instead of {self.boards_before}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """How evenly two entries that stay are compared: boards both play in the same direction, and the unevenness of
    `balance`, per two entries: about how much oftener they sit in the same direction than in opposite ones, or the
    other way round, counted in sets (None where there are two lists, or where the field is too large for it)."""

    fewest: int
    most: int
    mean: float
    unevenness: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Effects:
    """`consequences` has everybody, in order of number; `plays` has (board, scores before, scores after) for the boards
    of which the number of scores changes."""

    consequences: tuple[Consequence, ...]
    rounds_before: int
    rounds_after: int
    plays: tuple[tuple[int, int, int], ...]
    before: Spread
    after: Spread

    @property
    def affected(self) -> tuple[Consequence, ...]:
        return tuple(item for item in self.consequences if item.affected)

    @property
    def boards_lost(self) -> int:
        """Boards that those who were there before play fewer, all together; what somebody plays more is not set
        against it."""
        return sum(
            max(item.boards_before - item.boards_after, 0) for item in self.consequences if not item.left
        )


def effects_of(
    running: Running, after: Movement, kept: Sequence[int], *, left: Iterable[int] = ()
) -> Effects:
    """Compare the draw as it stands with `after`, whose round i is round `kept[i]` of it; `left` are entries that are
    not there any more."""
    before = running.movement
    gone = frozenset(left)
    absent = running.absent
    entries = range(1, max(before.pairs, after.pairs) + 1)
    lines_before = _lines(before, range(1, len(before.rounds) + 1))
    lines_after = _lines(after, kept)
    dropped = set(range(1, len(before.rounds) + 1)) - set(kept)
    consequences = []
    for entry in entries:
        mine_before, mine_after = lines_before.get(entry, {}), lines_after.get(entry, {})
        came = (entry in absent or entry > before.pairs) and len(mine_after) > len(mine_before)
        if not came and (entry in absent or (entry not in lines_before and entry not in lines_after)):
            continue
        consequences.append(_consequence(entry, mine_before, mine_after, dropped, came, entry in gone))
    there = [item.entry for item in consequences if not item.left]
    return Effects(
        consequences=tuple(consequences),
        rounds_before=len(before.rounds),
        rounds_after=len(after.rounds),
        plays=_plays(before, after),
        before=_spread(before, [item.entry for item in consequences if not item.came and not item.left]),
        after=_spread(after, there),
    )


_Line = dict[int, tuple[int, tuple[int, ...]]]
"""Of one entry: round → opponent and boards."""


def _lines(movement: Movement, numbers: Iterable[int]) -> dict[int, _Line]:
    lines: dict[int, _Line] = {}
    for number, seats in zip(numbers, movement.rounds, strict=True):
        for seat in seats:
            lines.setdefault(seat.ns, {})[number] = (seat.ew, seat.boards)
            lines.setdefault(seat.ew, {})[number] = (seat.ns, seat.boards)
    return lines


def _consequence(
    entry: int, before: _Line, after: _Line, dropped: set[int], came: bool, left: bool
) -> Consequence:
    meetings_before = Counter(other for other, _ in before.values())
    meetings_after = Counter(other for other, _ in after.values())
    again = [other for other, count in meetings_after.items() if count > 1 and count > meetings_before[other]]
    return Consequence(
        entry=entry,
        boards_before=sum(len(boards) for _, boards in before.values()),
        boards_after=sum(len(boards) for _, boards in after.values()),
        sits_out=() if left else tuple(sorted(before.keys() - after.keys() - dropped)),
        spared=() if came else tuple(sorted(after.keys() - before.keys())),
        moved=tuple(
            sorted(number for number in before.keys() & after.keys() if before[number] != after[number])
        ),
        meets_again=tuple(sorted(again)),
        came=came,
        left=left,
    )


def _plays(before: Movement, after: Movement) -> tuple[tuple[int, int, int], ...]:
    counts = [_scores(before), _scores(after)]
    return tuple(
        (board, counts[0][board], counts[1][board])
        for board in sorted(counts[0].keys() | counts[1].keys())
        if counts[0][board] != counts[1][board]
    )


def _spread(movement: Movement, entries: Sequence[int]) -> Spread:
    hands: dict[str, dict[int, int]] = {"NS": {}, "EW": {}}
    for seats in movement.rounds:
        for seat in seats:
            for direction, entry in (("NS", seat.ns), ("EW", seat.ew)):
                hands[direction][entry] = hands[direction].get(entry, 0) | bits_of(seat.boards)
    two = movement.winners == Winners.TWO
    fields = movement.fields
    counts = [
        sum((hand.get(one, 0) & hand.get(other, 0)).bit_count() for hand in hands.values())
        for one, other in combinations(entries, 2)
        if not two or fields.get(one) == fields.get(other)
    ] or [0]
    uneven = None if two or movement.pairs > MAX_PAIRS else _unevenness(movement)
    return Spread(fewest=min(counts), most=max(counts), mean=sum(counts) / len(counts), unevenness=uneven)


def _unevenness(movement: Movement) -> float:
    columns: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for seats in movement.rounds:
        for seat in seats:
            columns.setdefault(seat.boards, []).append((seat.ns, seat.ew))
    directions = tuple(tuple(True for _ in column) for column in columns.values())
    total = unevenness(list(columns.values()), directions, movement.pairs)
    # an entry's product with itself is the number of its sets, which is no unevenness
    sets = Counter(entry for column in columns.values() for pair in column for entry in pair)
    total -= sum(count * count for count in sets.values())
    return sqrt(total / max(len(sets) * (len(sets) - 1), 1))


def plays_text(plays: Sequence[tuple[int, int, int]]) -> list[str]:
    """Which boards get fewer scores, or more, a sentence for each change of the same size."""
    groups: dict[tuple[int, int], list[int]] = {}
    for board, before, after in plays:
        groups.setdefault((before, after), []).append(board)
    said = []
    for (before, after), boards in sorted(groups.items()):
        verb = "gets" if len(boards) == 1 else "get"
        scores = counted(after, "score") if after else "no score"
        which = boards_text(boards).replace("-", "–")
        said.append(f"Board{'s' if len(boards) > 1 else ''} {which} {verb} {scores} instead of {before}.")
    return said


def spread_text(effects: Effects) -> str:
    """How evenly pairs are compared, before and after."""
    before, after = effects.before, effects.after
    text = (
        f"Two pairs are compared on {span(after.fewest, after.most)} boards, {after.mean:.1f} on average"
        f" (before: {span(before.fewest, before.most)}, {before.mean:.1f})."
    )
    if before.unevenness is not None and after.unevenness is not None:
        text += (
            f" Unevenness of directions {after.unevenness:.1f} (before: {before.unevenness:.1f}; 0 is even)."
        )
    return text


def expected_after(
    running: Running, after: Movement, kept: Sequence[int], expected: Mapping[int, int]
) -> dict[int, int]:
    """How many scores Neuberg counts on, where the event says so for a board, after an amendment.

    What was said because a board had so many tables follows their number. Boards that nobody is to play any more keep
    what they counted on: percentages that players have read do not move because other boards get more scores now.
    """
    counts = [_scores(running.movement), _scores(after)]
    most_before, most_after = (max(count.values(), default=0) for count in counts)
    result = {
        board: counts[1][board] if number == counts[0][board] else number
        for board, number in expected.items()
        if counts[1][board] or board not in counts[0]
    }
    if most_after > most_before:
        ended = set(counts[0]) - {
            board
            for movement, numbers in (
                (running.movement, range(1, len(running.movement.rounds) + 1)),
                (after, kept),
            )
            for number, seats in zip(numbers, movement.rounds, strict=True)
            if number not in running.begun
            for seat in seats
            for board in seat.boards
        }
        result = dict.fromkeys(ended, most_before) | result
    return result


def _scores(movement: Movement) -> Counter[int]:
    return Counter(board for seats in movement.rounds for seat in seats for board in seat.boards)
