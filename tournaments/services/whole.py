"""The whole event at a glance: each table in each round, how many of its results are in.

Reads, in a number of queries that does not depend on the event's size; changes nothing.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from tournaments.models import Event, Result, ResultState, RoundStatus, Table
from tournaments.services.table_wants import Eyes


@dataclass(frozen=True, slots=True)
class Share:
    """A table in a round: `entered` of `due` results. `state`: "planned", "due", "some", "all", "missing" or "hidden";
    `disputed` where one of them waits for a ruling."""

    entered: int
    due: int
    state: str
    disputed: bool = False


@dataclass(frozen=True, slots=True)
class Whole:
    """`rows`: a table's number, and for each of `rounds` its share, None where it does not play."""

    rounds: tuple[int, ...]
    rows: tuple[tuple[int, tuple[Share | None, ...]], ...]


def whole_of(event: Event, user: AbstractBaseUser | AnonymousUser) -> Whole:
    """Every table in every round as `user` may know it."""
    eyes = Eyes(event, user)
    rounds = dict(event.rounds.order_by("number").values_list("number", "status"))
    entered: Counter[int] = Counter()
    disputed: set[int] = set()
    results = Result.objects.filter(event=event).exclude(state=ResultState.REMOVED).order_by()
    for table_id, board, state in results.values_list("table_id", "board", "state"):
        entered[table_id] += 1
        if state == ResultState.DISPUTED and eyes.see(table_id, [board]):
            disputed.add(table_id)
    shares: defaultdict[int, dict[int, Share]] = defaultdict(dict)
    tables = Table.objects.filter(round__event=event).order_by()
    columns = ("pk", "number", "boards", "round__number", "match_id")
    for pk, number, boards, round_number, match in tables.values_list(*columns):
        if match is not None and not eyes.see(pk, boards):
            shares[number][round_number] = Share(0, len(boards), "hidden")
            continue
        state = _state(entered[pk], len(boards), rounds[round_number])
        shares[number][round_number] = Share(entered[pk], len(boards), state, pk in disputed)
    rows = tuple(
        (number, tuple(there.get(one) for one in rounds)) for number, there in sorted(shares.items())
    )
    return Whole(tuple(rounds), rows)


def _state(entered: int, due: int, status: str) -> str:
    if entered >= due:
        return "all"
    if status == RoundStatus.PLANNED:
        return "planned"
    if status == RoundStatus.CLOSED:
        return "missing"
    return "some" if entered else "due"
