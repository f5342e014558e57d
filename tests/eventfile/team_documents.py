"""Short builders of Teams events' documents, and a Hypothesis strategy for whole files of them."""

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from scoring.match import Outcome
from scoring.rules import PRESETS, RuleSet
from scoring.swiss_standings import SWISS_TIE_BREAKS
from tests.eventfile.documents import names, notes, tournaments
from tournaments.draws.swiss import FirstRound, Pairing
from tournaments.eventfile.check_teams import check_teams
from tournaments.eventfile.model import (
    Entry,
    EventFile,
    EventInfo,
    EventKind,
    EventStatus,
    GivenInfo,
    LineUp,
    MatchInfo,
    ResultStatus,
    RoomLineUp,
    RoomResult,
    RoundInfo,
    RoundStatus,
    TeamsInfo,
)

FOURS = {
    1: ["Ann", "Bo", "Cy", "Di"],
    2: ["Eve", "Flo", "Gus", "Ida", "Jo"],
    3: [],
    4: [],
}


def teams_document(*matches: dict[str, Any], event: Any = (), **sections: Any) -> dict[str, Any]:
    """An event of four teams; `event` adds keys to the event, `sections` replace or add whole sections."""
    return {
        "format": "duplicate-spades-event",
        "version": 1,
        "event": {"name": "Club teams", "kind": "teams"} | dict(event),
        "entries": [{"number": number, "players": players} for number, players in FOURS.items()],
        "matches": list(matches),
    } | sections


def match(*open_room: dict[str, Any], closed: Any = (), **keys: Any) -> dict[str, Any]:
    """Team 1 at home against 2 in round 1; `keys` replace keys, and None takes a key out."""
    value = {
        "round": 1,
        "match": 1,
        "home": 1,
        "away": 2,
        "open": list(open_room),
        "closed": list(closed),
    } | keys
    return {key: value for key, value in value.items() if value is not None}


def board(number: int, ns: int = 70, **changes: Any) -> dict[str, Any]:
    """A race board on which NS make `ns` points (a multiple of ten, 10 to 130, just made) and EW pass bags by.

    EW bid and take what is left of 13.
    """
    took = ns // 10
    return {
        "board": number,
        "ns_bid": str(took),
        "ns_tricks": str(took),
        "ew_bid": str(13 - took) if took < 13 else "1",
        "ew_tricks": str(13 - took),
    } | changes


def race(*ns: int) -> list[dict[str, Any]]:
    """Boards 1, 2, … on which NS make these points, and EW 130 less them."""
    return [board(number, points) for number, points in enumerate(ns, 1)]


SETTINGS = st.builds(
    TeamsInfo,
    race_boards=st.integers(1, 32),
    rounds=st.none() | st.integers(1, 100),
    pairing=st.sampled_from(Pairing),
    first_round=st.sampled_from(FirstRound),
    seed=st.none() | st.integers(0, 2**63 - 1),
)
EVENTS = st.builds(
    EventInfo,
    name=names,
    kind=st.just(EventKind.TEAMS),
    rules=st.sampled_from(
        (
            PRESETS["standard"],
            PRESETS["duplicate-pairs"],
            RuleSet.from_json({"preset": "standard", "blind_nil": "on", "target": 300}),
        )
    ),
    slug=st.sampled_from(("", "teams")),
    status=st.sampled_from(EventStatus),
    provisional_counts=st.booleans(),
    rated=st.booleans(),
    tie_breaks=st.lists(st.sampled_from(sorted(SWISS_TIE_BREAKS)), unique=True).map(tuple)
    | st.just(tuple(SWISS_TIE_BREAKS)),
    teams=SETTINGS,
    tournament=st.none() | tournaments,
)
GIVEN = st.builds(
    GivenInfo,
    outcome=st.sampled_from((Outcome.HOME, Outcome.AWAY)),
    forfeit=st.booleans(),
    note=notes,
) | st.builds(GivenInfo, outcome=st.just(Outcome.TIED), note=notes)


@st.composite
def room_results(draw: st.DrawFn, race_boards: int) -> tuple[RoomResult, ...]:
    """Boards from 1 on, few enough that nobody reaches any target: at most 2 of small bids."""
    found = []
    for number in range(1, draw(st.integers(0, min(2, race_boards))) + 1):
        took = draw(st.integers(4, 9))
        found.append(
            RoomResult(
                board=number,
                ns_bid=draw(st.sampled_from(("4", "2+2", "N+3", "3 + 2"))),
                ns_tricks=f"1+{took - 1}",
                ew_bid="5",
                ew_tricks=str(13 - took),
                status=draw(st.sampled_from(ResultStatus)),
                version=draw(st.integers(1, 9)),
                reason=draw(notes),
                note=draw(notes),
            )
        )
    return tuple(found)


def _line_up(home: Entry, away: Entry, declared: bool) -> LineUp:
    if not (declared and home.players and away.players):
        return LineUp()
    return LineUp(
        open=RoomLineUp(ns=home.players[:2], ew=away.players[:2]),
        closed=RoomLineUp(ns=away.players[2:4]) if len(away.players) > 4 else RoomLineUp(),
    )


@st.composite
def team_files(draw: st.DrawFn) -> EventFile:
    """Any Teams event's file that `loads` must take."""
    event = draw(EVENTS)
    count = draw(st.integers(0, 7))
    pool = draw(st.lists(names, min_size=6 * count, max_size=6 * count, unique=True))
    entries = [
        Entry(
            number=number,
            name=draw(names),
            players=tuple(pool[6 * number - 6 :][: draw(st.sampled_from((0, 4, 5, 6)))]),
            late_losses=draw(st.integers(0, 2)),
            late_halves=draw(st.integers(0, 2)),
        )
        for number in range(1, count + 1)
    ]
    rounds = draw(st.integers(0, 3)) if count > 1 else 0
    matches: list[MatchInfo] = []
    for round_number in range(1, rounds + 1):
        order = draw(st.permutations(entries))
        for number, (home, away) in enumerate(zip(order[::2], order[1::2], strict=False), 1):
            matches.append(draw(_matches(event.teams, round_number, number, home, away)))
        if count % 2:
            matches.append(MatchInfo(round=round_number, home=order[-1].number, away=None, text=draw(notes)))
    entries = [
        replace(entry, withdrawn=True, withdrawn_after=draw(st.none() | st.just(rounds)))
        if draw(st.integers(0, 4)) == 0
        else entry
        for entry in entries
    ]
    file = EventFile(
        event=event,
        entries=tuple(entries),
        rounds=tuple(
            RoundInfo(
                number=number,
                status=draw(st.sampled_from(RoundStatus)),
                draw=draw(
                    st.none() | st.just({}) | st.just({"seed": 2**62, "text": ["Why."], "cost": {"x": 1}})
                ),
                warnings=tuple(draw(st.lists(names, max_size=2))),
                provisional=draw(st.booleans()),
            )
            for number in range(1, rounds + 1)
        ),
        matches=tuple(matches),
    )
    assert check_teams(file) == ()
    return file


@st.composite
def _matches(
    draw: st.DrawFn, teams: TeamsInfo, round_number: int, number: int, home: Entry, away: Entry
) -> MatchInfo:
    bare = MatchInfo(round=round_number, number=number, home=home.number, away=away.number, text=draw(notes))
    if draw(st.integers(0, 3)) == 0:
        outcome = draw(st.sampled_from((Outcome.HOME, Outcome.AWAY)))
        return replace(bare, given=GivenInfo(outcome=outcome), only_outcome=True)
    return replace(
        bare,
        given=draw(st.none() | GIVEN),
        line_up=_line_up(home, away, draw(st.booleans())),
        open=draw(room_results(teams.race_boards)),
        closed=draw(room_results(teams.race_boards)),
    )
