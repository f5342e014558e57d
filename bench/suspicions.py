"""How often `services.suspicions` points at an honest result, and how many slips of the pen it sees: the figures of
docs/desk.md, What looks odd, by which its thresholds were chosen."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator

from bench.measure import row, seconds
from boards.dealing import deal_boards
from scoring.deal_score import score_deal
from scoring.notation import SideBid, SideTricks
from scoring.rules import PRESETS
from tournaments.services.suspicions import Line, odd_lines
from tournaments.simulation.event import plain_rounds, simulate_results

Said = tuple[str, str, str, str]
"""NS bid, NS tricks, EW bid, EW tricks."""
Slip = Callable[[Said], Said | None]
"""What was typed in place of what happened; None where this slip cannot be made, or would change nothing."""

BOARDS = 600
SECRET = bytes(range(32))
RULES = PRESETS["duplicate-pairs"]


def main() -> None:
    for tables in (12, 6):
        boards = honest(tables)
        lines = [
            line(board, place, said) for board, there in boards.items() for place, said in enumerate(there)
        ]
        found = Counter(code for _, code, _ in odd_lines(lines))
        told = ", ".join(f"{code} {1000 * count / len(lines):.1f}" for code, count in found.most_common())
        total = f"{1000 * sum(found.values()) / len(lines):.1f} of 1,000 honest results"
        row(f"{tables} tables, {len(lines):,} results", total)
        row("", told)
        for name, slip in SLIPS.items():
            row(f"{tables} tables, {name}", f"{100 * seen(boards, slip):.0f} % seen")
    row("time", f"{len(lines) / seconds(lambda: list(odd_lines(lines))):,.0f} results a second")


def honest(tables: int, boards: int = BOARDS) -> dict[int, list[Said]]:
    """Every board as `tables` tables of simulated players bid and played it."""
    deals = dict(enumerate(deal_boards(SECRET, "suspicions", range(1, boards + 1)), start=1))
    played: defaultdict[int, list[Said]] = defaultdict(list)
    for one in simulate_results(plain_rounds(tables, boards), deals, f"{tables} tables"):
        played[one.board].append((one.ns_bid, one.ns_tricks, one.ew_bid, one.ew_tricks))
    return dict(played)


def line(board: int, place: int, said: Said) -> Line:
    deal = (
        SideBid.parse(said[0]),
        SideTricks.parse(said[1]),
        SideBid.parse(said[2]),
        SideTricks.parse(said[3]),
    )
    scored = score_deal(RULES, *deal)
    return Line(place, place, board, 0, *deal, scored.ns.total, scored.ew.total)


def seen(boards: dict[int, list[Said]], slip: Slip) -> float:
    """The share of slips that are pointed at, one on each board where it can be made."""
    outcomes = [
        any(one.result_id == place for one, _, _ in odd_lines(there))
        for place, there in _slipped(boards, slip)
    ]
    return sum(outcomes) / len(outcomes)


def _slipped(boards: dict[int, list[Said]], slip: Slip) -> Iterator[tuple[int, list[Line]]]:
    for board, there in boards.items():
        place = board % len(there)
        typed = slip(there[place])
        if typed is not None and typed != there[place]:
            said = [*there[:place], typed, *there[place + 1 :]]
            yield place, [line(board, number, one) for number, one in enumerate(said)]


def turned(said: Said) -> Said:
    return (said[2], said[3], said[0], said[1])


def tricks_turned(said: Said) -> Said | None:
    split = "+" in said[1] or "+" in said[3]
    return None if split else (said[0], said[3], said[2], said[1])


def tricks_as_bids(said: Said) -> Said | None:
    possible = "N" not in said[0] + said[2] and "0" not in (said[1], said[3])
    return (said[1], said[1], said[3], said[3]) if possible else None


def nil_other_way(said: Said) -> Said | None:
    if "N" not in said[0] or "+" not in said[1]:
        return None
    first, second = said[1].split("+")
    return (said[0], f"{second}+{first}", said[2], said[3])


def ten_more(said: Said) -> Said | None:
    """17 for 7."""
    bid = SideBid.parse(said[0])
    return None if bid.nils or bid.contract > 9 else (f"1{bid.contract}", *said[1:])


def three_less(said: Said) -> Said | None:
    bid = SideBid.parse(said[0])
    return None if bid.nils or bid.contract < 4 else (str(bid.contract - 3), *said[1:])


SLIPS: dict[str, Slip] = {
    "sides turned": turned,
    "tricks turned": tricks_turned,
    "tricks typed as bids": tricks_as_bids,
    "nil's tricks the other way": nil_other_way,
    "17 for 7": ten_more,
    "a bid 3 too low": three_less,
}
