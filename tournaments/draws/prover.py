"""Checks a movement, built in or uploaded, before anybody sits down by it.

Owns: the judgement of a whole movement. Never does: repair one, or ask where it came from.
Terms: see `findings` (fatal, warning, note, meeting, comparison) and `movement`.
"""

from fractions import Fraction
from itertools import combinations

from tournaments.draws.findings import (
    Figures,
    Finding,
    Proof,
    Severity,
    listed,
    numbered,
    span,
    times,
)
from tournaments.draws.movement import Movement, Winners
from tournaments.draws.tally import Tally

__all__ = ["Figures", "Finding", "Proof", "Severity", "prove"]


def prove(movement: Movement) -> Proof:
    """Check every rule and return all findings, fatal ones first. Never raises, whatever the movement
    holds."""
    prover = _Prover(movement)
    prover.check()
    order = list(Severity)
    findings = sorted(prover.findings, key=lambda finding: order.index(finding.severity))
    return Proof(tuple(findings), prover.figures(), dict(prover.tally.meetings))


class _Prover:
    """The checks, each reading the tally and adding findings."""

    def __init__(self, movement: Movement) -> None:
        self.movement = movement
        self.tally = Tally(movement)
        self.findings = list(self.tally.findings)
        self.two = movement.winners == Winners.TWO
        self.comparisons = self._count_comparisons()
        self.meetings_min, self.meetings_max = self._count_meetings()
        self.sit_outs = self._count_sit_outs()

    def _add(self, severity: Severity, code: str, text: str) -> None:
        self.findings.append(Finding(severity, code, text))

    def check(self) -> None:
        self._check_size()
        self._check_winners()
        self._check_meetings()
        self._check_sit_outs()
        self._check_plays()
        self._check_sharing()
        self._check_directions()
        self._check_comparisons()

    def figures(self) -> Figures:
        plays = [self.tally.plays[board] for board in range(1, self.movement.boards + 1)]
        counts = self.comparisons
        mean = Fraction(sum(counts), len(counts)) if counts else Fraction(0)
        squares = Fraction(sum(count * count for count in counts), len(counts)) if counts else Fraction(0)
        return Figures(
            meetings_min=self.meetings_min,
            meetings_max=self.meetings_max,
            sit_outs_min=min(self.sit_outs.values(), default=0),
            sit_outs_max=max(self.sit_outs.values(), default=0),
            plays_min=min(plays, default=0),
            plays_max=max(plays, default=0),
            copies=self.tally.copies,
            direction_difference=None if self.two else max(map(abs, self._differences().values()), default=0),
            comparisons_min=min(counts, default=0),
            comparisons_max=max(counts, default=0),
            comparisons_mean=mean,
            comparisons_variance=squares - mean * mean,
        )

    # counting
    # ------------------------------------------------------------------------------------------------

    def _count_comparisons(self) -> list[int]:
        """For every two entries of one list: the boards they played in the same direction."""
        north_south, east_west = self.tally.played_ns, self.tally.played_ew
        if not self.two:
            return [
                (north_south[a] & north_south[b]).bit_count() + (east_west[a] & east_west[b]).bit_count()
                for a, b in combinations(north_south, 2)
            ]
        lists = [[hand for hand in played.values() if hand] for played in (north_south, east_west)]
        return [(a & b).bit_count() for hands in lists for a, b in combinations(hands, 2)]

    def _count_meetings(self) -> tuple[int, int]:
        counts = self.tally.meetings.values()
        pairs = self.movement.pairs
        possible = pairs * (pairs - 1) // 2
        if self.two:
            possible = len(self.tally.rounds_ns) * len(self.tally.rounds_ew)
        return (min(counts) if counts and len(counts) >= possible else 0, max(counts, default=0))

    def _count_sit_outs(self) -> dict[int, int]:
        counts = dict.fromkeys(range(1, self.movement.pairs + 1), 0)
        for entries in self.movement.sit_outs:
            for entry in entries:
                counts[entry] += 1
        return counts

    def _differences(self) -> dict[int, int]:
        """Entry → its rounds North-South less its rounds East-West."""
        tally = self.tally
        return {entry: tally.rounds_ns[entry] - tally.rounds_ew[entry] for entry in tally.played_ns}

    # judging
    # -------------------------------------------------------------------------------------------------

    def _check_size(self) -> None:
        if not self.movement.rounds:
            self._add(Severity.FATAL, "no-rounds", "The movement has no rounds.")
            return
        rounds = len(self.movement.rounds)
        if never := [entry for entry, count in self.sit_outs.items() if count == rounds]:
            text = f"Never seated in any round: {numbered('entry', never)}."
            # an amended movement may keep the number of a pair that never came
            severity = Severity.WARNING if self.movement.amendments else Severity.FATAL
            self._add(severity, "never-seated", text)
        sizes = {len(seating.boards) for seats in self.movement.rounds for seating in seats}
        if len(sizes) > 1:
            text = (
                f"Tables play {span(min(sizes), max(sizes))} boards in a round: they will not end together."
            )
            self._add(Severity.WARNING, "boards-vary", text)

    def _check_winners(self) -> None:
        """One list must not rank what was never compared, two lists must not share an entry (docs/rules.md
        §2)."""
        crossed = sorted(self.tally.rounds_ns.keys() & self.tally.rounds_ew.keys())
        if self.two and crossed:
            text = (
                f"With two winners everybody keeps to one direction, but these sit in both: {listed(crossed)}."
                " Make it one winner."
            )
            self._add(Severity.FATAL, "directions-mixed", text)
        if not self.two and not crossed and self.tally.meetings:
            text = (
                "Nobody changes direction, so North-South is never compared with East-West."
                " Make it two winners, or switch directions in some rounds."
            )
            self._add(Severity.FATAL, "directions-apart", text)

    def _check_meetings(self) -> None:
        if self.meetings_max > 1:
            twice = [f"{a} and {b}" for (a, b), count in self.tally.meetings.items() if count > 1]
            severity = Severity.NOTE if self.meetings_min else Severity.WARNING
            text = f"Meet up to {times(self.meetings_max)}: {listed(twice)}."
            self._add(severity, "meets-again", text)
        if self.meetings_min == self.meetings_max == 1:
            who = (
                "every North-South entry meets every East-West entry"
                if self.two
                else "everybody meets everybody"
            )
            self._add(Severity.NOTE, "meetings", f"In all rounds together {who} once.")

    def _check_sit_outs(self) -> None:
        counts = self.sit_outs.values()
        if not any(counts):
            return
        if max(counts) - min(counts) > 1:
            text = f"Sit-outs are uneven: some entries sit out {min(counts)} and others {max(counts)} rounds."
            self._add(Severity.WARNING, "sit-outs-uneven", text)
        rounds = [
            f"round {number}: {listed(entries)}"
            for number, entries in enumerate(self.movement.sit_outs, 1)
            if entries
        ]
        self._add(Severity.NOTE, "sit-outs", f"Sitting out: {listed(rounds)}.")

    def _check_plays(self) -> None:
        plays = {board: self.tally.plays[board] for board in range(1, self.movement.boards + 1)}
        if unused := [board for board, count in plays.items() if not count]:
            self._add(Severity.WARNING, "board-unused", f"Nobody plays {numbered('board', unused)}.")
        if alone := [board for board, count in plays.items() if count == 1]:
            text = f"Only one table plays {numbered('board', alone)}: a score alone on its board is 50 %."
            self._add(Severity.WARNING, "board-alone", text)
        used = [count for count in plays.values() if count]
        if used and min(used) != max(used):
            text = f"Boards are played {span(min(used), max(used))} times; Neuberg's formula evens this out."
            self._add(Severity.NOTE, "plays-uneven", text)

    def _check_sharing(self) -> None:
        """Two tables that need one board at a time pass it across, or work from copies."""
        rounds = self.movement.rounds
        for tables, shared in self.tally.sharing.items():
            everybody = all(len(rounds[number - 1]) == len(tables) for number in shared)
            when = "every round" if len(shared) == len(rounds) else numbered("round", shared)
            if everybody and len(tables) > 2:
                text = f"All tables play the same boards in {when}: {len(tables)} copies of each are needed."
                self._add(Severity.NOTE, "boards-same", text)
                continue
            severity = Severity.NOTE if len(tables) == 2 else Severity.WARNING
            text = f"Tables {listed(tables)} share their boards in {when}: pass them across, or make copies."
            self._add(severity, "boards-shared", text)

    def _check_directions(self) -> None:
        if self.two:
            return
        differences = self._differences()
        north_south, east_west = self.tally.rounds_ns, self.tally.rounds_ew
        still = [entry for entry in differences if bool(north_south[entry]) != bool(east_west[entry])]
        if still:
            self._add(Severity.NOTE, "direction-kept", f"Sits in one direction throughout: {listed(still)}.")
        widest = max(map(abs, differences.values()), default=0)
        text = f"Rounds North-South and rounds East-West differ by at most {widest} for any entry."
        self._add(Severity.NOTE, "directions", text)

    def _check_comparisons(self) -> None:
        figures = self.figures()
        if not self.comparisons:
            return
        if not self.two and not self._connected():
            text = "Some entries are not compared with the others, directly or through third ones."
            self._add(Severity.WARNING, "islands", text)
        deviation = float(figures.comparisons_variance) ** 0.5
        low, high = figures.comparisons_min, figures.comparisons_max
        evenness = "perfectly balanced" if low == high else f"standard deviation {deviation:.2f}"
        whom = "Two entries of the same direction" if self.two else "Two entries"
        text = (
            f"{whom} are compared on {span(low, high)} boards, {float(figures.comparisons_mean):.2f} on average"
            f" ({evenness})."
        )
        self._add(Severity.NOTE, "comparisons", text)

    def _connected(self) -> bool:
        """Whether comparisons link all seated entries."""
        hands = {}
        for entry, hand in self.tally.played_ns.items():
            # East-West boards above all North-South ones: one integer holds both
            hands[entry] = hand | self.tally.played_ew[entry] << (self.movement.boards + 1)
        waiting = {entry: hand for entry, hand in hands.items() if hand}
        if not waiting:
            return True
        reached = waiting.pop(next(iter(waiting)))
        while near := [entry for entry, hand in waiting.items() if hand & reached]:
            for entry in near:
                reached |= waiting.pop(entry)
        return not waiting
