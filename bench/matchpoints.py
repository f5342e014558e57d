"""Matchpoints of 26 boards × 1,000 tables, both directions: our counter beside comparing every pair of scores.

The scores are those of a simulated event, so that as many of them are equal as in a real one. The quadratic peer is
run on one board in one direction and multiplied.
"""

from bench.measure import beside, row
from scoring.deal_score import score_deal
from scoring.matchpoints import matchpoint
from scoring.notation import SideBid, SideTricks
from scoring.rules import PRESETS
from tournaments.simulation.event import plain_rounds, random_results

BOARDS, TABLES = 26, 1_000


def main() -> None:
    boards = _scores()

    def quadratic() -> list[int]:
        scores = boards[0]
        return [sum(2 if a > b else a == b for b in scores) - 1 for a in scores]

    ours, one = beside(lambda: [matchpoint(scores) for scores in boards], quadratic, runs=3)
    row(
        f"{BOARDS} boards × {TABLES} tables, both directions",
        f"{1_000 * ours:.1f} ms",
        f"{one * 2 * BOARDS / ours:,.0f} × every pair",
    )


def _scores() -> list[list[int]]:
    """The NS scores of each board, then the EW scores."""
    rules = PRESETS["duplicate-pairs"]
    scores: dict[tuple[int, str], list[int]] = {}
    for played in random_results(plain_rounds(TABLES, BOARDS), 1):
        ns, ew = SideBid.parse(played.ns_bid), SideBid.parse(played.ew_bid)
        deal = score_deal(
            rules, ns, SideTricks.parse(played.ns_tricks), ew, SideTricks.parse(played.ew_tricks)
        )
        scores.setdefault((played.board, "NS"), []).append(deal.ns.total)
        scores.setdefault((played.board, "EW"), []).append(deal.ew.total)
    return list(scores.values())
