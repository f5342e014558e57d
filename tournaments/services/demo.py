"""The demo: a club with an evening under way, one that is over, and a ladder, dealt and played by the simulation.

Owns: what the demo holds. Everything goes in through the services that a director uses, so the demo also shows that
they work, and its log reads like a real one.
"""

from datetime import timedelta
from decimal import Decimal

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from tournaments.draws.registry import build
from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import Club, Door, Event, Kind, Result, Tournament
from tournaments.services.actors import Actor
from tournaments.services.boards import deal_for_event
from tournaments.services.demo_ladder import EVENINGS, ladder_night
from tournaments.services.demo_ladder import PLAYERS as LADDER_PLAYERS
from tournaments.services.demo_teams import PLAYERS, team_night
from tournaments.services.entries import NewEntry, add_entries
from tournaments.services.event_details import EventDetails, change_details
from tournaments.services.events import EventSettings, add_penalty, create_event, finalise
from tournaments.services.ratings.rerating import bring_up
from tournaments.services.results import Entered, record_result
from tournaments.services.rounds import close_round, install_movement, open_round
from tournaments.services.slugs import free_slug
from tournaments.services.standings import recompute_standings
from tournaments.simulation.event import Rounds, SimulatedResult, simulate_results
from tournaments.simulation.names import person_names

SEED = "demo"
SECRET = bytes.fromhex("5bade5" * 10 + "5bad")
"""Everybody may know these cards: they are the demo's."""

PAIRS, BOARDS, ROUNDS = 14, 24, 8
OPEN_ROUND, MISSING = 7, 9
"""The evening stands in its last round but one, with so many results of it still to come."""
LAST_WEEK_PAIRS, LAST_WEEK_BOARDS = 10, 15

ACTOR = Actor(name="demo", door=Door.COMMAND)


def load_demo() -> list[Event]:
    """Make the demo's club, with its evenings, and bring their standings and the ratings up to date."""
    with transaction.atomic():
        club, _ = Club.objects.get_or_create(slug="riverside", defaults={"name": "Riverside Spades Club"})
        names = person_names(2 * PAIRS, SEED)
        team_names = person_names(PLAYERS, f"{SEED} teams")
        events = [
            _tonight(club, names),
            _last_week(club, names[: 2 * LAST_WEEK_PAIRS]),
            team_night(_tournament(club, "Team night", 1), team_names, SECRET, ACTOR),
            _ladder(club, names),
        ]
        bring_up(club.pk)
        for event in events:
            recompute_standings(event.pk)
    return events


def _tonight(club: Club, names: list[str]) -> Event:
    """A barometer of 14 pairs: six rounds played, the seventh filling, one to come."""
    event = _event(_tournament(club, "Club night", 0), "Barometer Pairs", EventSettings(), names)
    deal_for_event(event.pk, BOARDS, ACTOR, SECRET)
    movement = build("barometer", PAIRS, BOARDS, ROUNDS)
    install_movement(event.pk, movement, ACTOR)
    simulated = _simulate(event, movement.rounds[:OPEN_ROUND], MISSING)
    for number in range(1, OPEN_ROUND + 1):
        open_round(event.pk, number, ACTOR)
        for result in simulated:
            if result.round == number:
                _record(event, result)
        if number < OPEN_ROUND:
            recompute_standings(event.pk)  # as a worker would meanwhile: arrows count from a round's end
            close_round(event.pk, number, ACTOR)
    recompute_standings(event.pk)
    _rule(event)
    return event


def _last_week(club: Club, names: list[str]) -> Event:
    """A finished Mitchell of 10 pairs with two winners."""
    settings = EventSettings(winners="two", tie_breaks=("head_to_head",))
    event = _event(_tournament(club, "Club night", 7), "Mitchell Pairs", settings, names)
    change_details(event.pk, EventDetails(name=event.name, rated=True), ACTOR)
    deal_for_event(event.pk, LAST_WEEK_BOARDS, ACTOR, SECRET[::-1])
    movement = build("mitchell", LAST_WEEK_PAIRS, LAST_WEEK_BOARDS)
    install_movement(event.pk, movement, ACTOR)
    simulated = _simulate(event, movement.rounds, 0)
    for number in range(1, len(movement.rounds) + 1):
        open_round(event.pk, number, ACTOR)
        for result in simulated:
            if result.round == number:
                _record(event, result)
        close_round(event.pk, number, ACTOR)
    begun = timezone.now() - timedelta(days=7)  # ratings tell when a game was
    event.rounds.update(opened_at=begun)
    finalise(event.pk, ACTOR)
    return event


def _ladder(club: Club, names: list[str]) -> Event:
    """Half of its players are of the club's Pairs, so that some have ratings of both. Who plays in one demo's ladder
    sits at its tables, so that the next has others."""
    before = Event.objects.filter(tournament__club=club, kind=Kind.RANKED).count()
    others = person_names(LADDER_PLAYERS, f"{SEED} ladder {before}")
    known = [] if before else names[: LADDER_PLAYERS // 2]
    seed = f"{SEED}/{before}"
    days = max(EVENINGS)
    return ladder_night(_tournament(club, "Ladder", days), [*known, *others][:LADDER_PLAYERS], seed, ACTOR)


def _tournament(club: Club, name: str, days_ago: int) -> Tournament:
    day = timezone.localdate() - timedelta(days=days_ago)
    taken = set(Tournament.objects.values_list("slug", flat=True))
    return Tournament.objects.create(
        club=club,
        name=f"{name} {day:%Y-%m-%d}",
        slug=free_slug(f"{slugify(name)}-{day:%Y-%m-%d}", taken),
        place="The Old Library",
        starts_on=day,
        time_zone=timezone.get_current_timezone_name(),
    )


def _event(tournament: Tournament, name: str, settings: EventSettings, names: list[str]) -> Event:
    event = create_event(tournament, name, settings, ACTOR)
    pairs = zip(names[::2], names[1::2], strict=True)
    add_entries(event.pk, [NewEntry(players=pair) for pair in pairs], ACTOR)
    return event


def _simulate(event: Event, rounds: Rounds, missing: int) -> list[SimulatedResult]:
    event.refresh_from_db()
    assert event.board_set is not None
    deals = {board.number: board.deal for board in event.board_set.boards.all()}
    return list(simulate_results(rounds, deals, SEED, missing))


def _record(event: Event, played: SimulatedResult) -> None:
    fields = ResultFields(
        round=played.round,
        table=played.table,
        board=played.board,
        ns_bid=played.ns_bid,
        ns_tricks=played.ns_tricks,
        ew_bid=played.ew_bid,
        ew_tricks=played.ew_tricks,
    )
    record_result(event.pk, Entered(fields), ACTOR)


def _rule(event: Event) -> None:
    """A ruling, a correction and a penalty, so that there is something to see of each."""
    adjusted = ResultFields(round=3, table=2, board=8, ns_adjusted="A+", ew_adjusted="A-")
    stored = Result.objects.get(event=event, table__round__number=3, table__number=2, board=8)
    record_result(
        event.pk,
        Entered(
            adjusted,
            version=stored.version,
            reason="East looked at a card of the next board",
            note="Director’s ruling: EW had seen a card.",
        ),
        ACTOR,
    )
    add_penalty(event.pk, 5, Decimal("2.5"), "late for round 2", ACTOR)
