"""Events of any size for measurements, made by the simulation and imported through the real service."""

from django.core.management import call_command

from scoring.pairs import Winners
from scoring.rules import PRESETS
from tournaments.draws.movement import Movement
from tournaments.draws.movement import Winners as MovementWinners
from tournaments.eventfile.model import (
    Entry,
    EventFile,
    EventInfo,
    EventStatus,
    Result,
    RoundInfo,
    RoundStatus,
)
from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import Club, Door, Event
from tournaments.services.actors import Actor
from tournaments.services.event_import import import_event
from tournaments.simulation.event import plain_rounds, random_results

ACTOR = Actor(name="bench", door=Door.COMMAND)


def fresh_database() -> None:
    call_command("migrate", verbosity=0)


def big_event(tables: int, boards: int, missing: int = 0) -> Event:
    """An event of `tables` × `boards` with all but `missing` results in, every round open."""
    rounds = plain_rounds(tables, boards)
    movement = Movement("plain", "for measurements", 2 * tables, boards, rounds, MovementWinners.TWO)
    results = tuple(
        Result(
            fields=ResultFields(
                round=played.round,
                table=played.table,
                board=played.board,
                ns=played.ns,
                ew=played.ew,
                ns_bid=played.ns_bid,
                ns_tricks=played.ns_tricks,
                ew_bid=played.ew_bid,
                ew_tricks=played.ew_tricks,
            )
        )
        for played in random_results(rounds, 1, missing)
    )
    document = EventFile(
        event=EventInfo(
            name=f"{tables} tables",
            rules=PRESETS["duplicate-pairs"],
            status=EventStatus.RUNNING,
            winners=Winners.TWO,
        ),
        entries=tuple(Entry(number=number, name=f"Pair {number}") for number in range(1, 2 * tables + 1)),
        movement=movement,
        rounds=tuple(
            RoundInfo(number=number, status=RoundStatus.OPEN) for number in range(1, len(rounds) + 1)
        ),
        results=results,
    )
    club, _ = Club.objects.get_or_create(slug="bench", defaults={"name": "Bench"})
    return import_event(document, club, ACTOR)
