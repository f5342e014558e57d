"""Short builders for races and matches: ``race("10=10 3=3", …)`` is a bid of 10 made exactly against 3 and 3."""

from collections.abc import Sequence
from typing import Any

from scoring.match import Given, MatchScore, decide
from scoring.race import Race, RaceEntry, run_race
from tests.scoring.build import rules, sides

STANDARD = rules("standard")

# One board each, by what NS and EW score on it under the regular rules.
NS_100 = "10=10 3=3"  # 100 to 30
EW_100 = "3=3 10=10"  # 30 to 100
NS_200 = "N+10=0+10 3=3"  # 200 to 30
EVEN = "6=6 7=7"  # 60 to 70
BOTH_SET = "10=6 10=7"  # −100 each


def board(number: int, text: str) -> RaceEntry:
    ns, ew = text.split()
    return RaceEntry(number, *sides(*ns.split("="), *ew.split("=")))


def boards(*texts: str, first: int = 1) -> list[RaceEntry]:
    return [board(number, text) for number, text in enumerate(texts, first)]


def race(*texts: str, deciders: Sequence[str] = (), **more: Any) -> Race:
    """The race over boards 1, 2, …; ``deciders`` follow as the boards after the length."""
    rule_set = more.pop("rules", STANDARD)
    length = more.get("length", 8)
    return run_race(rule_set, boards(*texts) + boards(*deciders, first=length + 1), **more)


def match(open_race: Race, closed_race: Race, given: Given | None = None) -> MatchScore:
    return decide(open_race, closed_race, given=given)
