"""From a JSON document to an `EventFile`, with every fault and its path.

Owns: which keys each object of the document has, their types and bounds (docs/event-file.md lists them).
Never does: JSON syntax (`json_text`), what only several objects together show (`checks`), scoring.

Terms: *reader*, see `reader.ObjectReader`. A fault's path is the place in the document, as
`results[3].ns_bid`.
"""

import re
import zoneinfo
from collections.abc import Mapping
from decimal import Decimal

from boards.deal import Deal, DealError
from scoring.faults import Fault, FaultsError
from scoring.pairs import Winners
from scoring.ranking import TIE_BREAKS
from scoring.rules import PRESETS, RuleSet
from tournaments.draws.movement import Movement, MovementError
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
from tournaments.eventfile.reader import (
    MAX_NAME,
    MAX_NUMBER,
    MAX_TEXT,
    ObjectReader,
    kind_of,
    plain_decimal,
    shown,
)
from tournaments.eventfile.scoring_input import (
    MAX_GROUP,
    MAX_NOTATION,
    MAX_SCORE,
    ResultFields,
    WeightedScore,
)

MAX_PLAYERS = 2
MAX_RESULTS = 200_000
MAX_LOG_LINES = 500_000
MAX_VERSION = 1_000_000_000
MAX_REASON = 500
_SLUG = re.compile(r"[A-Za-z0-9_-]+")
_SECRET = re.compile(r"[0-9a-fA-F]{64}")
_LOG_TEXTS = {"actor": 200, "door": 10, "action": 40, "subject": 200, "reason": MAX_REASON}
_DEFAULT_RULES = PRESETS["duplicate-pairs"]


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
    if kind in (EventKind.TEAMS, EventKind.RANKED):
        message = f"kind is “{kind}”; this version reads and scores events of kind “pairs” only."
        reader.sink.append(Fault("kind-unsupported", message, "event.kind"))


def _event_file(reader: ObjectReader) -> EventFile:
    event = reader.child("event", _event, required=True)
    return EventFile(
        event=event or EventInfo(name="", rules=_DEFAULT_RULES),
        people=reader.objects("people", MAX_RESULTS, _person),
        entries=reader.objects("entries", MAX_NUMBER, _entry),
        boards=reader.objects("boards", MAX_NUMBER, _board),
        board_source=reader.child("board_source", _board_source),
        movement=_movement(reader),
        rounds=reader.objects("rounds", MAX_NUMBER, _round),
        results=reader.objects("results", MAX_RESULTS, _result),
        penalties=reader.objects("penalties", MAX_RESULTS, _penalty),
        log=tuple(line for line in reader.objects("log", MAX_LOG_LINES, _log_line) if line),
    )


def _event(reader: ObjectReader) -> EventInfo:
    return EventInfo(
        name=reader.text("name"),
        kind=reader.choice("kind", EventKind, EventKind.PAIRS) or EventKind.PAIRS,
        slug=_slug(reader),
        status=reader.choice("status", EventStatus, EventStatus.SETUP) or EventStatus.SETUP,
        traveller_secrecy=reader.choice("traveller_secrecy", TravellerSecrecy, TravellerSecrecy.FINISHED)
        or TravellerSecrecy.FINISHED,
        rules=_rules(reader),
        winners=reader.choice("winners", Winners, Winners.ONE) or Winners.ONE,
        neuberg=reader.flag("neuberg", default=True),
        tie_breaks=_tie_breaks(reader),
        tournament=reader.child("tournament", _tournament),
    )


def _slug(reader: ObjectReader) -> str:
    slug = reader.text("slug", 80, default="")
    if slug and not _SLUG.fullmatch(slug):
        reader.fault("slug", "may hold letters a to z, digits, “-” and “_” only.", "slug")
    return slug


def _rules(reader: ObjectReader) -> RuleSet:
    value = reader.raw("rules")
    if value is None:
        return _DEFAULT_RULES
    try:
        return RuleSet.from_json(value)
    except FaultsError as error:
        reader.sink.extend(fault.under("event.rules") for fault in error.faults)
        return _DEFAULT_RULES


def _tie_breaks(reader: ObjectReader) -> tuple[str, ...]:
    names = reader.texts("tie_breaks", len(TIE_BREAKS), 60)
    for index, name in enumerate(names):
        key = f"tie_breaks[{index}]"
        if name and name not in TIE_BREAKS:
            known = ", ".join(TIE_BREAKS)
            reader.sink.append(
                Fault("tie-break", f"There is no tie-break {shown(name)}; take from {known}.", f"event.{key}")
            )
        elif name in names[:index]:
            reader.sink.append(Fault("tie-break", f"{shown(name)} stands twice; keep one.", f"event.{key}"))
    return names


def _tournament(reader: ObjectReader) -> TournamentInfo:
    return TournamentInfo(
        name=reader.text("name"),
        slug=_slug(reader),
        place=reader.text("place", default=""),
        starts_on=reader.day("starts_on"),
        ends_on=reader.day("ends_on"),
        time_zone=_time_zone(reader),
        club=reader.text("club", default=""),
    )


def _time_zone(reader: ObjectReader) -> str:
    name = reader.text("time_zone", 60, default="")
    try:
        if name:
            zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        reader.fault("time-zone", f"names no time zone such as “Europe/Berlin”: {shown(name)}.", "time_zone")
        return ""
    return name


def _person(reader: ObjectReader) -> Person:
    return Person(
        name=reader.text("name"),
        number=reader.text("number", 30, default=""),
    )


def _entry(reader: ObjectReader) -> Entry:
    number = reader.whole("number", 1, MAX_NUMBER)
    players = reader.texts("players", MAX_PLAYERS)
    name = reader.optional_text("name")
    return Entry(
        number=number,
        name=name or " & ".join(players)[:MAX_NAME] or f"Pair {number}",
        players=players,
        field=reader.optional_choice("field", Field),
        withdrawn=reader.flag("withdrawn", default=False),
    )


def _board(reader: ObjectReader) -> BoardInfo:
    return BoardInfo(
        number=reader.whole("number", 1, MAX_NUMBER),
        deal=_deal(reader),
        expected=reader.optional_whole("expected", 1, MAX_NUMBER),
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


def _round(reader: ObjectReader) -> RoundInfo:
    return RoundInfo(
        number=reader.whole("number", 1, MAX_NUMBER),
        status=reader.choice("status", RoundStatus, RoundStatus.PLANNED) or RoundStatus.PLANNED,
    )


def _result(reader: ObjectReader) -> Result:
    return Result(
        fields=_result_fields(reader),
        status=reader.choice("status", ResultStatus, ResultStatus.CONFIRMED) or ResultStatus.CONFIRMED,
        version=reader.whole("version", 1, MAX_VERSION, default=1),
        reason=reader.text("reason", MAX_REASON, default="", lines=True),
        note=reader.text("note", MAX_TEXT, default="", lines=True),
    )


def _result_fields(reader: ObjectReader) -> ResultFields:
    return ResultFields(
        round=_place_number(reader, "round"),
        table=_place_number(reader, "table"),
        board=reader.whole("board", 1, MAX_NUMBER),
        ns=reader.whole("ns", 1, MAX_NUMBER),
        ew=reader.whole("ew", 1, MAX_NUMBER),
        ns_bid=reader.optional_text("ns_bid", MAX_NOTATION),
        ns_tricks=reader.optional_text("ns_tricks", MAX_NOTATION),
        ew_bid=reader.optional_text("ew_bid", MAX_NOTATION),
        ew_tricks=reader.optional_text("ew_tricks", MAX_NOTATION),
        ns_score=reader.optional_whole("ns_score", -MAX_SCORE, MAX_SCORE),
        ew_score=reader.optional_whole("ew_score", -MAX_SCORE, MAX_SCORE),
        ns_adjusted=_adjusted(reader, "ns_adjusted"),
        ew_adjusted=_adjusted(reader, "ew_adjusted"),
        weighted=reader.objects("weighted", 20, _weighted),
        not_played=reader.flag("not_played", default=False),
        group=reader.whole("group", 0, MAX_GROUP, default=0),
    )


def _place_number(reader: ObjectReader, key: str) -> int:
    """Round or table: 0 where the file does not say it."""
    return reader.optional_whole(key, 1, MAX_NUMBER) or 0


def _adjusted(reader: ObjectReader, key: str) -> str | None:
    """ "A+", "A", "A-", or a percentage as text; the file has the percentage as a number."""
    value = reader.raw(key)
    if value is None or value in ("A+", "A", "A-"):
        return value if isinstance(value, str) else None
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        message = f"must be “A+”, “A”, “A-” or a percentage as a number, not {kind_of(value)}."
        reader.fault("adjusted", message, key)
        return None
    percentage = reader.number(key, 0, 100, places=2)
    return None if percentage is None else str(plain_decimal(percentage))


def _weighted(reader: ObjectReader) -> WeightedScore:
    return WeightedScore(
        weight=reader.whole("weight", 1, 1_000),
        ns_score=reader.whole("ns_score", -MAX_SCORE, MAX_SCORE),
        ew_score=reader.whole("ew_score", -MAX_SCORE, MAX_SCORE),
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
    before, after = _details(reader, "before"), _details(reader, "after")
    texts = {key: reader.text(key, longest, default="", lines=True) for key, longest in _LOG_TEXTS.items()}
    return LogLine(at=at, before=before, after=after, **texts) if at else None


def _details(reader: ObjectReader, key: str) -> Mapping[str, object] | None:
    """What a record was before or after a change: any object, kept as it stands."""
    value = reader.raw(key)
    if value is None or isinstance(value, dict):
        return value
    reader.fault("wrong-type", f"must be an object {{…}}, not {kind_of(value)}.", key)
    return None
