"""Short builders of files of ranked tables, and a Hypothesis strategy for whole files of them."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from boards.deal import Deal
from boards.numbering import DEALS
from scoring.elo_policies import POLICIES
from scoring.rules import PRESETS, RuleSet
from tests.eventfile.documents import names, notes, tournaments
from tournaments.eventfile.check_games import check_games
from tournaments.eventfile.game_scoring import PARTNERS
from tournaments.eventfile.model import (
    DealInfo,
    EventFile,
    EventInfo,
    EventKind,
    EventStatus,
    GameInfo,
    GameMark,
    GameResult,
    GivenGame,
    QuitInfo,
    RankedInfo,
    RatingInfo,
    RatingsInfo,
    ResultStatus,
    SaidInfo,
    StakeInfo,
    StandInInfo,
)
from tournaments.eventfile.model_games import SEATS, Dealing, Leaving

FOUR = {"N": "Ann", "E": "Bo", "S": "Cy", "W": "Di"}


def games_document(*games: dict[str, Any], event: Any = (), **sections: Any) -> dict[str, Any]:
    """An event of ranked tables under `standard`; `event` adds keys to the event, `sections` add whole sections."""
    return {
        "format": "duplicate-spades-event",
        "version": 1,
        "event": {"name": "Ladder", "kind": "ranked", "rules": "standard"} | dict(event),
        "games": list(games),
    } | sections


def game(*deals: dict[str, Any], **keys: Any) -> dict[str, Any]:
    """Game 1 of Ann and Cy against Bo and Di to 200; `keys` replace keys, and None takes a key out."""
    value = {"game": 1, "seats": dict(FOUR), "target": 200, "deals": list(deals)} | keys
    return {key: value for key, value in value.items() if value is not None}


def deal(number: int, ns: int = 70, **changes: Any) -> dict[str, Any]:
    """A deal on which NS make `ns` points (a multiple of ten, 10 to 130), and EW 130 less them, without bags."""
    took = ns // 10
    value = {"deal": number, "ns_bid": str(took), "ns_tricks": str(took)}
    value |= {"ew_bid": str(13 - took) if took < 13 else "1", "ew_tricks": str(13 - took)}
    return {key: value for key, value in (value | changes).items() if value is not None}


def won(by: str = "ns") -> list[dict[str, Any]]:
    """Two deals after which that side has the 200 that `game` is played to."""
    return [deal(1, 100 if by == "ns" else 30), deal(2, 100 if by == "ns" else 30)]


MOMENTS = st.datetimes(datetime(2026, 1, 1), datetime(2027, 1, 1)).map(lambda at: at.replace(tzinfo=UTC))
SETTINGS = st.builds(
    RankedInfo,
    lowest_rating=st.none() | st.integers(0, 1400),
    highest_rating=st.none() | st.integers(1500, 2500),
    open_seating=st.booleans(),
    leaving=st.sampled_from(Leaving),
    dealing=st.sampled_from(Dealing),
    stake=st.integers(0, 50),
)
EVENTS = st.builds(
    EventInfo,
    name=names,
    kind=st.just(EventKind.RANKED),
    rules=st.sampled_from(
        (
            PRESETS["standard"],
            PRESETS["puzzle-pirates"],
            RuleSet.from_json({"preset": "puzzle-pirates", "target": 777}),
        )
    ),
    status=st.sampled_from(EventStatus),
    rated=st.booleans(),
    ranked=SETTINGS,
    tournament=st.none() | tournaments,
)
WORDS = st.builds(
    SaidInfo,
    ns_bid=st.sampled_from(("4", "N+4")),
    ns_tricks=st.just("0+6"),
    ew_bid=st.just("5"),
    ew_tricks=st.just("7"),
)


@st.composite
def deals(draw: st.DrawFn) -> tuple[DealInfo, ...]:
    """Deals from 1 on, few enough that nobody reaches 200 or falls to −200."""
    found = []
    for number in range(1, draw(st.integers(0, 3)) + 1):
        took = draw(st.integers(5, 8))
        found.append(
            DealInfo(
                number=number,
                ns_bid=draw(st.sampled_from(("4", "2+2", "3 + 2"))),
                ns_tricks=f"1+{took - 1}",
                ew_bid="5",
                ew_tricks=str(13 - took),
                status=draw(st.sampled_from(ResultStatus)),
                version=draw(st.integers(1, 3)),
                reason=draw(notes),
                said=draw(st.dictionaries(st.sampled_from(("NS", "EW")), WORDS)),
                play=draw(notes),
                cards=draw(st.none() | st.integers(0, DEALS - 1).map(Deal.from_number)),
            )
        )
    return tuple(found)


@st.composite
def games(draw: st.DrawFn, event: EventInfo, number: int, people: list[str]) -> GameInfo:
    """A game that is still played, decided by the director, left, void, or waits for players."""
    seats = dict(zip(SEATS, draw(st.permutations(people))[:4], strict=True))
    start = draw(MOMENTS)
    target = draw(st.sampled_from((200, 500, event.rules.target)))
    bare = GameInfo(
        number=number,
        rules=replace(event.rules, target=target),
        table=draw(st.integers(0, 9)),
        seats=seats,
        rated=draw(st.booleans()),
        stake=draw(st.integers(0, 20)),
        reason=draw(notes),
        opened=draw(st.none() | st.just(start)),
    )
    if draw(st.integers(0, 5)) == 0:
        kept = {seat: name for seat, name in seats.items() if draw(st.booleans())}
        return replace(bare, seats=kept, mark=GameMark.SEATING, table=number + 100)
    played = draw(deals())
    gone = draw(st.sampled_from([None, *SEATS]))
    after = draw(st.integers(0, len(played))) if event.ranked.leaving is Leaving.PLAY_ON else len(played)
    quits = (QuitInfo(player=seats[gone], after_deal=after, at=start),) if gone else ()
    substitutes = [name for name in people if name not in seats.values()]
    return replace(
        bare,
        mark=draw(st.sampled_from((None, None, None, GameMark.VOID))),
        started=draw(st.none() | st.just(start)),
        ended=draw(st.none() | st.just(start + timedelta(hours=1))),
        given=draw(st.none() | st.builds(GivenGame, outcome=st.sampled_from(GameResult), left=st.booleans())),
        quits=quits,
        stand_ins=tuple(
            StandInInfo(seat=gone, player=name, from_deal=after + 1, sat=start) for name in substitutes[:1]
        )
        if gone
        else (),
        stakes=tuple(
            StakeInfo(settlement=1, player=seats[seat], points=points, reason=draw(notes).replace("\n", " "))
            for seat, points in ((gone, -7), (PARTNERS[gone], 7))
        )
        if gone
        else (),
        deals=played,
    )


@st.composite
def game_files(draw: st.DrawFn) -> EventFile:
    """Any file of ranked tables that `loads` must take."""
    event = draw(EVENTS)
    people = draw(st.lists(names, min_size=5, max_size=7, unique=True))
    numbers = range(1, draw(st.integers(0, 4)) + 1)
    found = [draw(games(event, number, people)) for number in numbers]
    if len(found) > 1 and draw(st.booleans()):
        found[1] = replace(found[1], rematch_of=1)
    rated = draw(st.lists(st.sampled_from(people), unique=True))
    points = st.decimals(-10_000, 10_000, places=3).map(lambda value: Decimal(value).normalize())
    file = EventFile(
        event=event,
        rating=RatingsInfo(
            policy=draw(st.sampled_from(list(POLICIES.values()))),
            ratings=tuple(
                RatingInfo(player=name, rating=draw(points), games=draw(st.integers(0, 2))) for name in rated
            ),
        ),
        games=tuple(found),
    )
    assert check_games(file) == ()
    return file
