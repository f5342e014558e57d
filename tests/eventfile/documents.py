"""Short builders of event documents, and Hypothesis strategies for whole event files."""

import json
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from boards.deal import Deal
from boards.numbering import DEALS
from scoring.pairs import Winners
from scoring.ranking import TIE_BREAKS
from scoring.rules import PRESETS, RuleSet
from tournaments.draws.movement import Movement, Seating
from tournaments.draws.movement import Winners as MovementWinners
from tournaments.eventfile.model import (
    BoardInfo,
    BoardSource,
    Entry,
    EventFile,
    EventInfo,
    EventStatus,
    Field,
    LogLine,
    PenaltyInfo,
    Person,
    Result,
    ResultStatus,
    RoundInfo,
    RoundStatus,
    TournamentInfo,
    TravellerSecrecy,
)
from tournaments.eventfile.scoring_input import ResultFields, WeightedScore


def document(results: Any = (), *, entries: int = 4, **sections: Any) -> dict[str, Any]:
    """An event of `entries` pairs; `sections` replace or add whole sections."""
    return {
        "format": "duplicate-spades-event",
        "version": 1,
        "event": {"name": "Club night"},
        "entries": [{"number": number} for number in range(1, entries + 1)],
        "results": list(results),
    } | sections


def played(**changes: Any) -> dict[str, Any]:
    """A sound result; `changes` replace keys, and None takes a key out."""
    result = {
        "round": 1,
        "table": 1,
        "board": 1,
        "ns": 1,
        "ew": 2,
        "ns_bid": "7",
        "ns_tricks": "7",
        "ew_bid": "5",
        "ew_tricks": "6",
    } | changes
    return {key: value for key, value in result.items() if value is not None}


def bare(**keys: Any) -> dict[str, Any]:
    """A result with its place and pairs alone, and `keys`."""
    return {"round": 1, "table": 1, "board": 1, "ns": 1, "ew": 2} | keys


def text_of(value: Any) -> str:
    return json.dumps(value)


names = st.text(
    st.characters(min_codepoint=32, max_codepoint=0x1FAFF, exclude_categories=("Cc", "Cs")), max_size=20
).filter(lambda text: bool(text.strip()) and "\u2028" not in text)
notes = st.text(st.sampled_from('ab\nüж½”"\\{}'), max_size=12)
scores = st.integers(-999, 999)
percentages = st.integers(0, 10_000).map(lambda hundredths: Decimal(hundredths) / 100)


def _written(value: Decimal) -> str:
    reduced = value.normalize()
    return str(reduced.quantize(Decimal(1)) if reduced == reduced.to_integral_value() else reduced)


adjustments = st.sampled_from(("A+", "A", "A-")) | percentages.map(_written)


@st.composite
def result_contents(draw: st.DrawFn) -> dict[str, Any]:
    """The fields of one result in any of its forms."""
    form = draw(st.sampled_from(("bids", "scores", "half", "adjusted", "ruled", "weighted", "not played")))
    if form == "not played":
        return {"not_played": True}
    if form == "weighted":
        outcome = st.builds(WeightedScore, weight=st.integers(1, 100), ns_score=scores, ew_score=scores)
        return {"weighted": tuple(draw(st.lists(outcome, min_size=1, max_size=3)))}
    content: dict[str, Any] = {}
    if form in ("bids", "ruled"):
        took = draw(st.integers(0, 13))
        first = draw(st.integers(0, 13 - took))
        content = {
            "ns_bid": draw(st.sampled_from(("7", "4+3", "3 + 2", "13"))),
            "ns_tricks": str(took),
            "ew_bid": draw(st.sampled_from(("N+4", "4+n", "N+N"))),
            "ew_tricks": f"{first}+{13 - took - first}",
        }
    if form in ("scores", "half"):
        content["ns_score"] = draw(scores)
    if form == "scores":
        content["ew_score"] = draw(scores)
    if form in ("half", "adjusted", "ruled"):
        content["ew_adjusted"] = draw(adjustments)
    if form == "adjusted":
        content["ns_adjusted"] = draw(adjustments)
    return content


@st.composite
def results(draw: st.DrawFn, entries: int, boards: int, rounds: int) -> tuple[Result, ...]:
    """Results of a Mitchell of `entries` pairs, one board a round, some of them still missing."""
    half = entries // 2
    found = []
    for round_number in range(1, min(rounds, half) + 1):
        for table in range(1, half + 1):
            if draw(st.integers(0, 4)) == 0:
                continue
            fields = ResultFields(
                round=round_number,
                table=table,
                board=(table + round_number) % min(half, boards) + 1 if boards >= half else 1,
                ns=table,
                ew=half + (table + 2 * round_number) % half + 1,
                group=draw(st.integers(0, 2)),
                **draw(result_contents()),
            )
            found.append(
                Result(
                    fields=fields,
                    status=draw(st.sampled_from(ResultStatus)),
                    version=draw(st.integers(1, 9)),
                    reason=draw(notes),
                    note=draw(notes),
                )
            )
    return tuple(_without_second_meetings(found))


def _without_second_meetings(found: list[Result]) -> list[Result]:
    met: set[tuple[int | None, int]] = set()
    kept = []
    for result in found:
        pair = {(result.fields.ns, result.fields.board), (result.fields.ew, result.fields.board)}
        if not pair & met:
            met |= pair
            kept.append(result)
    return kept


rule_sets = st.sampled_from(
    (
        *PRESETS.values(),
        RuleSet.from_json({"preset": "duplicate-pairs", "blind_nil": "on", "trick_points": 20}),
        RuleSet.from_json({"preset": "standard", "target": 300, "failed_nil_tricks": "ignored"}),
    )
)
tournaments = st.builds(
    TournamentInfo,
    name=names,
    slug=st.sampled_from(("", "a-week_1")),
    place=st.just("") | names,
    starts_on=st.none() | st.dates(date(2000, 1, 1), date(2099, 1, 1)),
    ends_on=st.none() | st.dates(date(2000, 1, 1), date(2099, 1, 1)),
    time_zone=st.sampled_from(("", "UTC", "Europe/Berlin")),
    club=st.just("") | names,
)
events = st.builds(
    EventInfo,
    name=names,
    rules=rule_sets,
    slug=st.sampled_from(("", "club-night")),
    status=st.sampled_from(EventStatus),
    traveller_secrecy=st.sampled_from(TravellerSecrecy),
    provisional_counts=st.booleans(),
    rated=st.booleans(),
    winners=st.sampled_from(Winners),
    neuberg=st.booleans(),
    tie_breaks=st.lists(st.sampled_from(sorted(TIE_BREAKS)), unique=True).map(tuple),
    tournament=st.none() | tournaments,
)
log_lines = st.builds(
    LogLine,
    at=st.integers(0, 10**6).map(
        lambda minutes: (
            datetime(2026, 1, 1, tzinfo=UTC).astimezone(timezone(timedelta(hours=-3)))
            + timedelta(minutes=minutes)
        )
    ),
    actor=st.just("") | names,
    door=st.sampled_from(("", "desk", "api")),
    action=st.just("result.corrected"),
    subject=notes,
    before=st.none() | st.fixed_dictionaries({"ns_score": st.none() | scores, "list": st.lists(names)}),
    after=st.none()
    | st.just({})
    | st.fixed_dictionaries({"deep": st.fixed_dictionaries({"x": percentages})}),
    reason=notes,
)
board_sources = st.builds(
    BoardSource,
    name=st.just("") | names,
    algorithm=st.just("shake256-reject96-v1"),
    secret=st.just("") | st.binary(min_size=32, max_size=32).map(bytes.hex),
    session=st.just("") | names,
    source=st.just("") | names,
)
movement = Movement(
    "uploaded",
    "Two tables",
    4,
    2,
    ((Seating(1, 1, 3, (1,)), Seating(2, 2, 4, (2,))), (Seating(1, 1, 4, (2,)), Seating(2, 2, 3, (1,)))),
    MovementWinners.TWO,
)


@st.composite
def event_files(draw: st.DrawFn) -> EventFile:
    """Any event file that `loads` must take."""
    entries = 2 * draw(st.integers(0, 4))
    boards = draw(st.integers(1, 5))
    people = draw(st.lists(names, max_size=3, unique=True))
    penalty = st.builds(PenaltyInfo, entry=st.integers(1, max(entries, 1)), reason=notes)
    amounts = percentages.map(lambda value: {"percent": value}) | percentages.map(
        lambda value: {"points": -value}
    )
    drawn_penalties = draw(st.lists(st.tuples(penalty, amounts), max_size=2)) if entries else []
    return EventFile(
        event=draw(events),
        people=tuple(Person(name=name, number=draw(st.sampled_from(("", "17")))) for name in people),
        entries=tuple(
            Entry(
                number=number,
                name=draw(names),
                players=tuple(draw(st.lists(names, max_size=2))),
                field=draw(st.none() | st.sampled_from(Field)),
                withdrawn=draw(st.booleans()),
            )
            for number in range(1, entries + 1)
        ),
        boards=tuple(
            BoardInfo(
                number=number,
                deal=draw(st.none() | st.integers(0, DEALS - 1).map(Deal.from_number)),
                expected=draw(st.none() | st.integers(1, 9)),
            )
            for number in range(1, boards + 1)
        ),
        board_source=draw(st.none() | board_sources),
        movement=draw(st.none() | st.just(movement)),
        rounds=tuple(
            RoundInfo(number=number, status=draw(st.sampled_from(RoundStatus)))
            for number in range(1, draw(st.integers(0, 3)) + 1)
        ),
        results=draw(_loose_results(entries, boards)),
        penalties=tuple(
            PenaltyInfo(entry=found.entry, reason=found.reason, **amount) for found, amount in drawn_penalties
        ),
        log=tuple(draw(st.lists(log_lines, max_size=2))),
    )


def _loose_results(entries: int, boards: int) -> st.SearchStrategy[tuple[Result, ...]]:
    return results(entries, boards, rounds=2) if entries >= 4 else st.just(())
