"""The event itself out of a document: its name, rules and settings.

Owns: the keys of `event` and `tournament`, their types and bounds, and which of them belong to which kind of event.
Never does: read what stands beside them (`parse`).
"""

import re
import zoneinfo
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from scoring.faults import Fault, FaultsError
from scoring.pairs import Winners
from scoring.ranking import TIE_BREAKS
from scoring.rules import PRESETS, RuleSet
from scoring.swiss_standings import SWISS_TIE_BREAKS
from tournaments.eventfile.model import (
    EventInfo,
    EventKind,
    EventStatus,
    RankedInfo,
    TeamsInfo,
    TournamentInfo,
    TravellerSecrecy,
)
from tournaments.eventfile.parse_games import read_ranked_info
from tournaments.eventfile.parse_teams import read_teams_info
from tournaments.eventfile.reader import OF_DUPLICATE, OF_PAIRS, OF_RANKED, OF_TEAMS, ObjectReader, shown

DEFAULT_RULES: Mapping[EventKind, RuleSet] = MappingProxyType(
    {
        EventKind.PAIRS: PRESETS["duplicate-pairs"],
        EventKind.TEAMS: PRESETS["standard"],
        EventKind.RANKED: PRESETS["puzzle-pirates"],
    }
)
_SLUG = re.compile(r"[A-Za-z0-9_-]+")


def read_event(reader: ObjectReader) -> EventInfo:
    """The event, whichever kind it is of."""
    kind = reader.choice("kind", EventKind, EventKind.PAIRS) or EventKind.PAIRS
    return EventInfo(
        name=reader.text("name"),
        kind=kind,
        slug=_slug(reader),
        status=reader.choice("status", EventStatus, EventStatus.SETUP) or EventStatus.SETUP,
        traveller_secrecy=reader.choice("traveller_secrecy", TravellerSecrecy, TravellerSecrecy.FINISHED)
        or TravellerSecrecy.FINISHED,
        provisional_counts=reader.flag("provisional_counts", default=True),
        rules=_rules(reader, kind),
        **_of_kind(reader, kind),
        rated=reader.flag("rated", default=kind is EventKind.RANKED),
        tie_breaks=() if kind is EventKind.RANKED else _tie_breaks(reader, kind),
        tournament=reader.child("tournament", _tournament),
    )


def _of_kind(reader: ObjectReader, kind: EventKind) -> dict[str, Any]:
    if kind is EventKind.RANKED:
        return _of_ranked(reader)
    reader.unused("ranked", {}, OF_RANKED)
    return _of_teams(reader) if kind is EventKind.TEAMS else _of_pairs(reader)


def _of_ranked(reader: ObjectReader) -> dict[str, Any]:
    reader.unused("winners", "one", OF_PAIRS)
    reader.unused("neuberg", True, OF_PAIRS)
    reader.unused("teams", {}, OF_TEAMS)
    reader.unused("tie_breaks", [], OF_DUPLICATE)
    return {"ranked": reader.child("ranked", read_ranked_info) or RankedInfo()}


def _of_pairs(reader: ObjectReader) -> dict[str, Any]:
    reader.unused("teams", {}, OF_TEAMS)
    return {
        "winners": reader.choice("winners", Winners, Winners.ONE) or Winners.ONE,
        "neuberg": reader.flag("neuberg", default=True),
    }


def _of_teams(reader: ObjectReader) -> dict[str, Any]:
    reader.unused("winners", "one", OF_PAIRS)
    reader.unused("neuberg", True, OF_PAIRS)
    return {"teams": reader.child("teams", read_teams_info) or TeamsInfo()}


def _slug(reader: ObjectReader) -> str:
    slug = reader.text("slug", 80, default="")
    if slug and not _SLUG.fullmatch(slug):
        reader.fault("slug", "may hold letters a to z, digits, “-” and “_” only.", "slug")
    return slug


def _rules(reader: ObjectReader, kind: EventKind) -> RuleSet:
    value = reader.raw("rules")
    if value is None:
        return DEFAULT_RULES[kind]
    try:
        return RuleSet.from_json(value)
    except FaultsError as error:
        reader.sink.extend(fault.under("event.rules") for fault in error.faults)
        return DEFAULT_RULES[kind]


def _tie_breaks(reader: ObjectReader, kind: EventKind) -> tuple[str, ...]:
    """The names; a Teams event that says nothing takes all of them."""
    known = tuple(SWISS_TIE_BREAKS if kind is EventKind.TEAMS else TIE_BREAKS)
    if kind is EventKind.TEAMS and not reader.has("tie_breaks"):
        reader.raw("tie_breaks")
        return known
    names = reader.texts("tie_breaks", len(known), 60)
    for index, name in enumerate(names):
        key = f"tie_breaks[{index}]"
        if name and name not in known:
            message = f"There is no tie-break {shown(name)}; take from {', '.join(known)}."
            reader.sink.append(Fault("tie-break", message, f"event.{key}"))
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
