"""What only a Team-of-Four event has, out of a document: teams, settings, matches.

Owns: the keys of a team, of `event.teams` and of a match in each of its three forms, their types and bounds.
Never does: see what hangs together (`check_teams`), run a race (`team_scoring`).

Terms: see `model_teams`. *Form*, what a match's object says: two rooms, only who won, or a bye.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import count

from scoring.match import Outcome
from scoring.race import LENGTH
from tournaments.draws.swiss_types import MAX_ROUNDS, FirstRound, Pairing
from tournaments.eventfile.model import (
    Entry,
    GivenInfo,
    LineUp,
    MatchInfo,
    RoomLineUp,
    RoomResult,
    SubstituteInfo,
    TeamsInfo,
)
from tournaments.eventfile.parse_results import read_status
from tournaments.eventfile.reader import (
    MAX_NUMBER,
    MAX_REASON,
    MAX_TEXT,
    MAX_VERSION,
    OF_PAIRS,
    ObjectReader,
)
from tournaments.eventfile.scoring_input import MAX_NOTATION

FEWEST_PLAYERS, MOST_PLAYERS = 4, 6
"""Of a team that names its players."""
MAX_RACE_BOARDS = 32
MAX_MATCHES = 200_000
MOST_SUBSTITUTES = 100
MAX_SEED = 2**63 - 1
_TABLE_PAIR = 2
_OF_ROOMS = ("given", "line_up", "open", "closed")


class _GivenTo(StrEnum):
    """What a director can give: an outcome that is one."""

    HOME = "home"
    AWAY = "away"
    TIED = "tied"


def read_teams_info(reader: ObjectReader) -> TeamsInfo:
    """The settings of a Teams event."""
    return TeamsInfo(
        race_boards=reader.whole("race_boards", 1, MAX_RACE_BOARDS, default=LENGTH),
        rounds=reader.optional_whole("rounds", 1, MAX_ROUNDS),
        pairing=reader.choice("pairing", Pairing, Pairing.FOLD) or Pairing.FOLD,
        first_round=reader.choice("first_round", FirstRound, FirstRound.RANDOM) or FirstRound.RANDOM,
        seed=reader.optional_whole("seed", 0, MAX_SEED),
    )


def read_substitute(reader: ObjectReader) -> SubstituteInfo:
    """Of an entry of either kind."""
    return SubstituteInfo(
        out=reader.text("out"),
        into=reader.text("into"),
        round=reader.whole("round", 1, MAX_NUMBER),
        board=reader.optional_whole("board", 1, MAX_NUMBER),
        last_round=reader.optional_whole("last_round", 1, MAX_NUMBER),
        reason=reader.text("reason", MAX_REASON, default="", lines=True),
    )


def read_team(reader: ObjectReader) -> Entry:
    """An entry of a Teams event; `withdrawn_after` alone says that it has left."""
    number = reader.whole("number", 1, MAX_NUMBER)
    name = reader.optional_text("name")
    players = reader.texts("players", MOST_PLAYERS)
    if 0 < len(players) < FEWEST_PLAYERS:
        message = f"must name {FEWEST_PLAYERS} to {MOST_PLAYERS} players or none, not {len(players)}."
        reader.fault("players", message, "players")
    reader.unused("field", None, OF_PAIRS)
    withdrawn = reader.flag("withdrawn", default=reader.has("withdrawn_after"))
    after = reader.optional_whole("withdrawn_after", 0, MAX_ROUNDS)
    if after is not None and not withdrawn:
        reader.fault(
            "withdrawn", "stands beside a team that has not left; set withdrawn to true.", "withdrawn_after"
        )
    return Entry(
        number=number,
        name=name or f"Team {number}",
        players=players,
        withdrawn=withdrawn,
        withdrawn_after=after,
        late_losses=reader.whole("late_losses", 0, MAX_ROUNDS, default=0),
        late_halves=reader.whole("late_halves", 0, MAX_ROUNDS, default=0),
        standby=reader.flag("standby", default=False),
        stays_seated=reader.flag("stays_seated", default=False),
        checked_in=reader.moment("checked_in") if reader.has("checked_in") else None,
        substitutes=reader.objects("substitutes", MOST_SUBSTITUTES, read_substitute),
    )


def read_match(reader: ObjectReader) -> MatchInfo:
    """A match in whichever form; one that does not say its number has 0 (see `numbered`)."""
    if reader.has("bye"):
        for key in ("match", "home", "away", "winner", *_OF_ROOMS):
            reader.unused(key, None, "does not stand beside a bye; take one of the two out.")
        return MatchInfo(
            round=_round(reader),
            home=reader.whole("bye", 1, MAX_NUMBER),
            away=None,
            text=_text(reader),
        )
    reader.unused("bye", None, "")
    round_, number = _round(reader), reader.optional_whole("match", 1, MAX_NUMBER) or 0
    home, away = reader.whole("home", 1, MAX_NUMBER), reader.whole("away", 1, MAX_NUMBER)
    if reader.has("winner"):
        for key in _OF_ROOMS:
            reader.unused(key, None, "does not stand beside winner, which says all; take one of the two out.")
        given, text = _winner(reader, home, away), _text(reader)
        return MatchInfo(
            round=round_, number=number, home=home, away=away, given=given, only_outcome=True, text=text
        )
    reader.unused("winner", None, "")
    return MatchInfo(
        round=round_,
        number=number,
        home=home,
        away=away,
        given=reader.child("given", _given),
        line_up=reader.child("line_up", _line_up) or LineUp(),
        text=_text(reader),
        open=reader.objects("open", 2 * MAX_RACE_BOARDS, _room_result),
        closed=reader.objects("closed", 2 * MAX_RACE_BOARDS, _room_result),
    )


def numbered(matches: Sequence[MatchInfo]) -> tuple[MatchInfo, ...]:
    """The matches, those without a number given the next free one of their round in the order of the file."""
    taken = {(match.round, match.number) for match in matches}
    free: dict[int, Iterator[int]] = {}
    found = []
    for match in matches:
        number = match.number
        if match.away is not None and not number:
            numbers = free.setdefault(match.round, count(1))
            number = next(each for each in numbers if (match.round, each) not in taken)
        found.append(replace(match, number=number))
    return tuple(found)


def _round(reader: ObjectReader) -> int:
    return reader.whole("round", 1, MAX_ROUNDS)


def _text(reader: ObjectReader) -> str:
    return reader.text("text", MAX_REASON, default="", lines=True)


def _winner(reader: ObjectReader, home: int, away: int) -> GivenInfo:
    winner = reader.whole("winner", 1, MAX_NUMBER)
    if winner and home and away and winner not in (home, away):
        reader.fault("winner", f"must be {home} or {away}, the teams of the match, not {winner}.", "winner")
    return GivenInfo(outcome=Outcome.HOME if winner == home else Outcome.AWAY)


def _given(reader: ObjectReader) -> GivenInfo:
    outcome = reader.choice("outcome", _GivenTo)
    forfeit = reader.flag("forfeit", default=False)
    if forfeit and outcome == _GivenTo.TIED:
        reader.fault("forfeit", "does not go with half a win each: somebody has to be absent.", "forfeit")
    return GivenInfo(
        outcome=Outcome(outcome or _GivenTo.TIED),
        forfeit=forfeit,
        note=reader.text("note", MAX_REASON, default="", lines=True),
    )


def _line_up(reader: ObjectReader) -> LineUp:
    return LineUp(
        open=reader.child("open", _room_line_up) or RoomLineUp(),
        closed=reader.child("closed", _room_line_up) or RoomLineUp(),
    )


def _room_line_up(reader: ObjectReader) -> RoomLineUp:
    return RoomLineUp(ns=_two(reader, "ns"), ew=_two(reader, "ew"))


def _two(reader: ObjectReader, key: str) -> tuple[str, ...]:
    names = reader.texts(key, _TABLE_PAIR)
    if len(names) == 1:
        reader.fault("line-up", "must name two players; add the other.", key)
    return names


def _room_result(reader: ObjectReader) -> RoomResult:
    return RoomResult(
        board=reader.whole("board", 1, MAX_NUMBER),
        ns_bid=reader.text("ns_bid", MAX_NOTATION),
        ns_tricks=reader.text("ns_tricks", MAX_NOTATION),
        ew_bid=reader.text("ew_bid", MAX_NOTATION),
        ew_tricks=reader.text("ew_tricks", MAX_NOTATION),
        status=read_status(reader),
        version=reader.whole("version", 1, MAX_VERSION, default=1),
        reason=reader.text("reason", MAX_REASON, default="", lines=True),
        note=reader.text("note", MAX_TEXT, default="", lines=True),
        stray=reader.flag("stray", default=False),
    )
