"""From a JSON document to an `EventFile`, with every fault and its path.

Owns: which keys each object of the document has, their types and bounds (docs/event-file.md lists them).
Never does: JSON syntax (`json_text`), what only several objects together show (`checks`), scoring.

Terms: *reader*, see `reader.ObjectReader`. A fault's path is the place in the document, as
`results[3].ns_bid`.
"""

import re
from collections.abc import Callable
from typing import Any, TypeVar

from boards.deal import Deal, DealError
from scoring.faults import Fault, FaultsError
from tournaments.draws.movement import Movement, MovementError
from tournaments.eventfile.check_games import check_games
from tournaments.eventfile.check_teams import check_teams
from tournaments.eventfile.checks import check_event
from tournaments.eventfile.json_text import parse_json
from tournaments.eventfile.model import (
    FORMAT,
    VERSION,
    BoardInfo,
    BoardSource,
    Entry,
    EventFile,
    EventInfo,
    EventKind,
    Field,
    LogLine,
    PenaltyInfo,
    Person,
    RoundInfo,
    RoundStatus,
)
from tournaments.eventfile.parse_event import DEFAULT_RULES, read_event
from tournaments.eventfile.parse_games import MAX_GAMES, read_game, read_ratings
from tournaments.eventfile.parse_results import read_result
from tournaments.eventfile.parse_teams import (
    MAX_MATCHES,
    MOST_SUBSTITUTES,
    numbered,
    read_match,
    read_substitute,
    read_team,
)
from tournaments.eventfile.reader import (
    MAX_NAME,
    MAX_NUMBER,
    MAX_REASON,
    MAX_VERSION,
    OF_DUPLICATE,
    OF_PAIRS,
    OF_RANKED,
    OF_TEAMS,
    ObjectReader,
    one_of,
    shown,
)
from tournaments.eventfile.scoring_input import MAX_SCORE

T = TypeVar("T")

MAX_PLAYERS = 2
"""Of a pair."""
MAX_RESULTS = 200_000
MAX_LOG_LINES = 500_000
_SECRET = re.compile(r"[0-9a-fA-F]{64}")
_RANKED_SECTIONS: tuple[tuple[str, object], ...] = (("policy", None), ("ratings", []), ("games", []))
_DUPLICATE_SECTIONS: tuple[tuple[str, object], ...] = (
    *(("entries", []), ("boards", []), ("board_source", None), ("movement", None)),
    *(("rounds", []), ("matches", []), ("results", []), ("penalties", [])),
)
_LOG_TEXTS = {"actor": 200, "door": 10, "action": 40, "subject": 200, "reason": MAX_REASON}


def loads(source: str | bytes) -> EventFile:
    """Read an event file; raises FaultsError with every fault, each with its JSON path."""
    return from_json(parse_json(source))


def from_json(document: object) -> EventFile:
    """The same from a document that is parsed already (by `parse_json`: decimals are `Decimal`, not
    float).
    """
    faults: list[Fault] = []
    reader = ObjectReader(document, "", faults)
    if reader.usable:
        _check_header(reader)
    if faults:
        # another format, version or kind has other keys: naming them one by one would bury the one true fault
        raise FaultsError(faults)
    event_file = reader.finished(_event_file)
    faults.extend(check_event(event_file, faults))
    if event_file.event.kind is EventKind.TEAMS:
        faults.extend(check_teams(event_file, faults))
    if event_file.event.kind is EventKind.RANKED:
        faults.extend(check_games(event_file, faults))
    if faults:
        raise FaultsError(faults)
    return event_file


def _check_header(reader: ObjectReader) -> None:
    name = reader.text("format", 60)
    if name and name != FORMAT:
        reader.fault("format", f"must be “{FORMAT}”, not {shown(name)}.", "format")
    version = reader.whole("version", 1, MAX_VERSION)
    if version > VERSION:
        reader.fault("version", f"is {version}; this program reads up to version {VERSION}.", "version")
    event = reader.raw("event")
    kind = event.get("kind") if isinstance(event, dict) else None
    if kind is not None and kind not in tuple(EventKind):
        message = f"kind must be {one_of(EventKind)}, not {shown(kind)}."
        reader.sink.append(Fault("choice", message, "event.kind"))


def _event_file(reader: ObjectReader) -> EventFile:
    event = reader.child("event", read_event, required=True)
    event = event or EventInfo(name="", rules=DEFAULT_RULES[EventKind.PAIRS])
    if event.kind is EventKind.RANKED:
        return _ranked_file(reader, event)
    teams = event.kind is EventKind.TEAMS
    for key, default in _RANKED_SECTIONS:
        reader.unused(key, default, OF_RANKED)
    return EventFile(
        event=event,
        people=reader.objects("people", MAX_RESULTS, _person),
        entries=reader.objects("entries", MAX_NUMBER, read_team if teams else _pair),
        boards=reader.objects("boards", MAX_NUMBER, _of_kind(_board, teams)),
        board_source=reader.child("board_source", _board_source),
        movement=None if teams else _movement(reader),
        rounds=reader.objects("rounds", MAX_NUMBER, _of_kind(_round, teams)),
        **(_teams_sections(reader) if teams else _pairs_sections(reader)),
        log=tuple(line for line in reader.objects("log", MAX_LOG_LINES, _log_line) if line),
    )


def _ranked_file(reader: ObjectReader, event: EventInfo) -> EventFile:
    for key, default in _DUPLICATE_SECTIONS:
        reader.unused(key, default, OF_DUPLICATE)
    return EventFile(
        event=event,
        people=reader.objects("people", MAX_RESULTS, _person),
        rating=read_ratings(reader),
        games=reader.objects("games", MAX_GAMES, read_game(event)),
        log=tuple(line for line in reader.objects("log", MAX_LOG_LINES, _log_line) if line),
    )


def _of_kind(read: Callable[[ObjectReader, bool], T], teams: bool) -> Callable[[ObjectReader], T]:
    return lambda reader: read(reader, teams)


def _teams_sections(reader: ObjectReader) -> dict[str, Any]:
    reader.unused("movement", None, OF_PAIRS)
    reader.unused("results", [], OF_PAIRS)
    reader.unused("penalties", [], OF_PAIRS)
    return {"matches": numbered(reader.objects("matches", MAX_MATCHES, read_match))}


def _pairs_sections(reader: ObjectReader) -> dict[str, Any]:
    reader.unused("matches", [], OF_TEAMS)
    return {
        "results": reader.objects("results", MAX_RESULTS, read_result),
        "penalties": reader.objects("penalties", MAX_RESULTS, _penalty),
    }


def _person(reader: ObjectReader) -> Person:
    return Person(
        name=reader.text("name"),
        number=reader.text("number", 30, default=""),
        bot=reader.flag("bot", default=False),
        guest=reader.flag("guest", default=False),
        leaderboard=reader.flag("leaderboard", default=True),
    )


def _pair(reader: ObjectReader) -> Entry:
    reader.unused("withdrawn_after", None, OF_TEAMS)
    reader.unused("late_losses", 0, OF_TEAMS)
    reader.unused("late_halves", 0, OF_TEAMS)
    number = reader.whole("number", 1, MAX_NUMBER)
    players = reader.texts("players", MAX_PLAYERS)
    name = reader.optional_text("name")
    return Entry(
        number=number,
        name=name or " & ".join(players)[:MAX_NAME] or f"Pair {number}",
        players=players,
        field=reader.optional_choice("field", Field),
        withdrawn=reader.flag("withdrawn", default=False),
        standby=reader.flag("standby", default=False),
        stays_seated=reader.flag("stays_seated", default=False),
        checked_in=reader.moment("checked_in") if reader.has("checked_in") else None,
        substitutes=reader.objects("substitutes", MOST_SUBSTITUTES, read_substitute),
    )


def _board(reader: ObjectReader, teams: bool) -> BoardInfo:
    if teams:
        reader.unused("expected", None, OF_PAIRS)
    return BoardInfo(
        number=reader.whole("number", 1, MAX_NUMBER),
        deal=_deal(reader),
        expected=None if teams else reader.optional_whole("expected", 1, MAX_NUMBER),
    )


def _deal(reader: ObjectReader) -> Deal | None:
    text = reader.optional_text("deal", 400)
    if not text:
        return None
    try:
        return Deal.parse(text)
    except DealError as error:
        reader.sink.extend(Fault("deal", sentence, f"{reader.path}.deal") for sentence in error.faults)
        return None


def _board_source(reader: ObjectReader) -> BoardSource:
    secret = reader.text("secret", 64, default="")
    if secret and not _SECRET.fullmatch(secret):
        reader.fault("secret", "must have 64 hexadecimal digits (256 bits).", "secret")
    algorithm = reader.text("algorithm", 60, default="")
    if secret and not algorithm:
        reader.fault("algorithm", "is needed to deal from a secret; name it.", "algorithm")
    return BoardSource(
        name=reader.text("name", default=""),
        algorithm=algorithm,
        secret=secret.lower(),
        session=reader.text("session", default=""),
        source=reader.text("source", default=""),
    )


def _movement(reader: ObjectReader) -> Movement | None:
    value = reader.raw("movement")
    if value is None:
        return None
    try:
        return Movement.from_json(value)
    except MovementError as error:
        for fault in error.faults:
            path = f"movement.{fault.path}" if fault.path else "movement"
            reader.sink.append(Fault("movement", f"{fault.path} {fault.message}".strip(), path))
        return None


def _round(reader: ObjectReader, teams: bool) -> RoundInfo:
    if not teams:
        for key, default in (("draw", None), ("warnings", []), ("provisional", False)):
            reader.unused(key, default, OF_TEAMS)
    return RoundInfo(
        number=reader.whole("number", 1, MAX_NUMBER),
        status=reader.choice("status", RoundStatus, RoundStatus.PLANNED) or RoundStatus.PLANNED,
        draw=reader.kept("draw") if teams else None,
        warnings=reader.texts("warnings", MAX_NUMBER, MAX_REASON) if teams else (),
        provisional=reader.flag("provisional", default=False) if teams else False,
    )


def _penalty(reader: ObjectReader) -> PenaltyInfo:
    penalty = PenaltyInfo(
        entry=reader.whole("entry", 1, MAX_NUMBER),
        percent=reader.number("percent", -100, 100, places=3),
        points=reader.number("points", -MAX_SCORE, MAX_SCORE, places=3),
        reason=reader.text("reason", MAX_REASON, default="", lines=True),
    )
    if reader.has("percent") == reader.has("points"):
        reader.fault("penalty", "must say either percent or points.")
    return penalty


def _log_line(reader: ObjectReader) -> LogLine | None:
    at = reader.moment("at")
    before, after = reader.kept("before"), reader.kept("after")
    texts = {key: reader.text(key, longest, default="", lines=True) for key, longest in _LOG_TEXTS.items()}
    return LogLine(at=at, before=before, after=after, **texts) if at else None
