"""A movement, a proof and proposals as aligned plain text.

Owns: the layout for a terminal. Never does: compute anything about a movement.
"""

from collections.abc import Iterable, Sequence

from tournaments.draws.findings import Proof
from tournaments.draws.movement import Movement, Seating
from tournaments.draws.propose import Proposal
from tournaments.draws.registry import KINDS

_WIDTH = 100


def movement_text(movement: Movement, proof: Proof) -> str:
    """Heading, one row a round with a column a table (`NS-EW boards`), then findings, the worst first."""
    winners = "one winner" if movement.winners == "one" else "two winners, North-South and East-West"
    lines = [
        movement.name,
        f"{movement.pairs} pairs, {movement.boards} boards, {movement.boards_per_round} a round, {winners}",
        "",
        *_grid(movement),
        "",
        *(f"{finding.severity}: {finding.text}" for finding in proof.findings),
    ]
    return "\n".join(lines)


def proposals_text(proposals: Sequence[Proposal]) -> str:
    """One row a proposal, best first, the reason beneath each."""
    heads = ("", "movement", "boards", "rounds", "a round", "winners", "minutes", "sits out")
    rows = [
        (
            f"{place}.",
            proposal.kind,
            str(proposal.boards),
            str(proposal.rounds),
            str(proposal.boards_per_round),
            str(proposal.winners),
            f"{proposal.minutes:g}",
            proposal.sit_outs,
        )
        for place, proposal in enumerate(proposals, 1)
    ]
    table = _aligned([heads, *rows], right=frozenset({2, 3, 4, 6}))
    lines = [table[0]]
    for row, proposal in zip(table[1:], proposals, strict=True):
        lines += [row, f"    {proposal.reason}"]
    return "\n".join(lines)


def kinds_text() -> str:
    """One row a kind: name, what it is, the sizes it is offered for."""
    rows = [(kind.name, kind.title, kind.sizes) for kind in KINDS.values()]
    return "\n".join(f"{name:<16} {title}\n{'':16} {sizes}" for name, title, sizes in rows)


def boards_text(boards: Iterable[int]) -> str:
    """“1-3, 7” for boards 1, 2, 3 and 7."""
    runs: list[list[int]] = []
    for board in boards:
        if runs and board == runs[-1][-1] + 1:
            runs[-1].append(board)
        else:
            runs.append([board])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _grid(movement: Movement) -> list[str]:
    """The rounds as rows; tables that do not fit the width go on in a further block."""
    tables = sorted({seat.table for seats in movement.rounds for seat in seats})
    rows = [{seat.table: _cell(seat) for seat in seats} for seats in movement.rounds]
    sitting = ["".join(f" {entry}" for entry in entries).strip() for entries in movement.sit_outs]
    widest = max((len(cell) for row in rows for cell in row.values()), default=8)
    at_once = max(1, (_WIDTH - 8) // (max(widest, 8) + 2))
    lines: list[str] = []
    for start in range(0, len(tables), at_once):
        block = tables[start : start + at_once]
        last = start + at_once >= len(tables) and any(sitting)
        heads = ["round", *(f"table {table}" for table in block), *(["sits out"] if last else [])]
        body = [
            [str(number), *(row.get(table, "") for table in block), *([sitting[number - 1]] if last else [])]
            for number, row in enumerate(rows, 1)
        ]
        lines += ([""] if lines else []) + _aligned([heads, *body], right=frozenset({0}))
    return lines


def _cell(seat: Seating) -> str:
    return f"{seat.ns}-{seat.ew} b{boards_text(seat.boards)}"


def _aligned(rows: Sequence[Sequence[str]], right: frozenset[int]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
