"""Evenings at random: what directors do, in any order, through the services; what a service refuses is not done.

walk(event, PAIRS, seed)    forty steps of a Pairs event whose first round is open
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from decimal import Decimal

from tests.support.event_builders import ACTOR
from tests.support.team_builders import board, publish
from tournaments.draws.movement import Seating
from tournaments.eventfile.scoring_input import ResultFields, WeightedScore
from tournaments.models import Event, Result, ResultState, Table
from tournaments.services.amendments import Wanted, What, amend_movement, propose_amendments
from tournaments.services.entries import NewEntry, add_entries, rename_entry, withdraw_entry
from tournaments.services.entry_states import check_in, keep_seated, take_seat
from tournaments.services.errors import ServiceError
from tournaments.services.events import add_penalty, finalise, reopen
from tournaments.services.fouled import set_groups
from tournaments.services.lineups import LineUp, set_line_up
from tournaments.services.matches import add_decider, give_match, take_back
from tournaments.services.players import change_players
from tournaments.services.ratings.ledger import change_rated
from tournaments.services.results import Entered, record_result, remove_result
from tournaments.services.rounds import close_round, open_round
from tournaments.services.standings import recompute_standings
from tournaments.services.substitutes import substitute
from tournaments.services.undo import can_undo, undo_change
from tournaments.services.wrong_board import swap_board
from tournaments.simulation.event import random_results

STEPS = 40

Step = Callable[[Event, random.Random], object]


def walk(event: Event, steps: Iterable[Step], seed: int) -> Event:
    source = random.Random(seed)
    choices = tuple(steps)
    for _ in range(STEPS):
        event.refresh_from_db()
        try:
            source.choice(choices)(event, source)
        except (ServiceError, IndexError):
            continue  # refused, or there is nothing to do it to
    event.refresh_from_db()
    return event


def undo(event: Event, source: random.Random) -> None:
    lines = [line for line in event.log.order_by("-pk")[:8] if can_undo(line)]
    undo_change(event.pk, source.choice(lines).pk, ACTOR, "a slip")


def rate(event: Event, source: random.Random) -> None:
    change_rated(event.pk, not event.rated, ACTOR, "so it is")


def end(event: Event, source: random.Random) -> None:
    if event.status == "final" or source.random() < 0.8:
        reopen(event.pk, ACTOR, "a slip")
    finalise(event.pk, ACTOR, "the hall closes")


def change_an_entry(event: Event, source: random.Random) -> None:
    entry = source.choice(list(event.entries.all()))
    match source.randrange(6):
        case 0:
            withdraw_entry(event.pk, entry.number, ACTOR, "ill", withdrawn=not entry.withdrawn)
        case 1:
            rename_entry(event.pk, entry.number, f"Number {source.randrange(99)}", ACTOR, "so they want")
        case 2:
            check_in(event.pk, entry.number, ACTOR)
        case 3:
            keep_seated(event.pk, entry.number, ACTOR)
        case 4:
            add_entries(event.pk, [NewEntry((), f"Waiting {source.randrange(999)}", standby=True)], ACTOR)
        case _:
            waiting = event.entries.filter(standby=True).first()
            take_seat(event.pk, waiting.number if waiting else 0, entry.number, ACTOR, "they are here")


def step_in(event: Event, source: random.Random) -> None:
    entry = source.choice(list(event.entries.filter(standby=False)))
    out = source.choice(list(entry.players.all()))
    first = source.randrange(1, 4)
    last = source.choice((None, first, first + 1))
    name = f"Sub {source.randrange(9)}"
    substitute(event.pk, entry.number, out.pk, name, first, None, ACTOR, "ill", last_round=last)


def new_players(event: Event, source: random.Random) -> None:
    entry = source.choice(list(event.entries.filter(standby=False)))
    names = [seat.person.name for seat in entry.seats.select_related("person")]
    names[source.randrange(len(names))] = f"New {source.randrange(99)}"
    change_players(event.pk, entry.number, names, ACTOR, "moved away")


def take_out(event: Event, source: random.Random) -> None:
    result = source.choice(standing(event))
    number = result.board
    if event.kind == "teams":
        number = (result.board - 1) % 8 + 1
    place = (result.table.round.number, result.table.number, number)
    remove_result(event.pk, place, result.version, "wrong sheet", ACTOR)


def standing(event: Event) -> list[Result]:
    return list(event.results.exclude(state=ResultState.REMOVED).select_related("table__round", "ns", "ew"))


# --- Pairs


def simulated(event: Event, table: Table, seed: int) -> list[ResultFields]:
    seating = Seating(table.number, table.ns.number, table.ew.number, tuple(table.boards))
    rows = random_results([[seating]], seed)
    return [
        ResultFields(
            round=table.round.number,
            table=row.table,
            board=row.board,
            ns_bid=row.ns_bid,
            ns_tricks=row.ns_tricks,
            ew_bid=row.ew_bid,
            ew_tricks=row.ew_tricks,
        )
        for row in rows
    ]


def a_table(event: Event, source: random.Random, *states: str) -> Table:
    found = Table.objects.filter(round__event=event, round__status__in=states or ("open",))
    return source.choice(list(found.select_related("round", "ns", "ew")))


def play_a_table(event: Event, source: random.Random) -> None:
    for fields in simulated(event, a_table(event, source), source.randrange(99)):
        state = source.choice((ResultState.CONFIRMED, ResultState.PROVISIONAL, ResultState.DISPUTED))
        note = source.choice(("", "", "They were late."))
        record_result(event.pk, Entered(fields, state=state, note=note), ACTOR)


def rule(event: Event, source: random.Random) -> None:
    result = source.choice(standing(event))
    place = {"round": result.table.round.number, "table": result.table.number, "board": result.board}
    rulings = (
        {"ns_adjusted": "A+", "ew_adjusted": "35"},
        {"weighted": (WeightedScore(weight=60, ns_score=70, ew_score=40),)},
        {"not_played": True},
        {"ns_score": 55, "ew_score": -20},
        {"ns_score": 55, "ew_adjusted": "A-"},
    )
    fields = ResultFields(**place, **source.choice(rulings))  # type: ignore[arg-type]
    record_result(event.pk, Entered(fields, version=result.version, reason="Ruled."), ACTOR)


def turn(event: Event, source: random.Random) -> None:
    """Recorded as it was played: the other way round."""
    result = source.choice(standing(event))
    row = simulated(event, result.table, source.randrange(99))[0]
    turned = replace(row, board=result.board, ns=result.ew.number, ew=result.ns.number)
    record_result(event.pk, Entered(turned, result.version, "They sat so.", as_played=True), ACTOR)


def foul(event: Event, source: random.Random) -> None:
    number = source.choice(standing(event)).board
    rows = [row for row in standing(event) if row.board == number]
    groups = {row.pk: source.randrange(2) for row in rows}
    set_groups(event.pk, number, groups, {row.pk: row.version for row in rows}, "a card was turned", ACTOR)


def wrong_board(event: Event, source: random.Random) -> None:
    table = a_table(event, source)
    played = source.choice(a_table(event, source, "planned", "open").boards)
    swap_board(event.pk, table.pk, source.choice(table.boards), played, "took the wrong one", ACTOR)


def go_on(event: Event, source: random.Random) -> None:
    planned = event.rounds.filter(status="planned").order_by("number").first()
    running = event.rounds.filter(status="open").order_by("number").first()
    if running is not None and source.random() < 0.5:
        close_round(event.pk, running.number, ACTOR, "time")
    elif planned is not None:
        open_round(event.pk, planned.number, ACTOR, "time")


def amend(event: Event, source: random.Random) -> None:
    rounds = event.rounds.count()
    first = source.randrange(1, rounds + 1)
    wanted = source.choice(
        (
            Wanted(what=What.LATE, first=first),
            Wanted(what=What.GONE, entry=source.randrange(1, 10), first=first),
            Wanted(what=What.DROP, rounds=(rounds,)),
        )
    )
    offer = propose_amendments(event.pk, wanted)
    way = source.choice(offer.ways.amendments)
    more = {"players": ("Nora Late", "Nils Late")} if wanted.what is What.LATE else {}
    amend_movement(event.pk, wanted, way.kind, offer.basis, ACTOR, reason="so it is", **more)  # type: ignore[arg-type]


def penalise(event: Event, source: random.Random) -> None:
    unit = source.choice(("percent", "points"))
    add_penalty(event.pk, source.randrange(1, 9), Decimal(source.choice(("2.5", "-1"))), "late", ACTOR, unit)


PAIRS = (
    *(play_a_table, play_a_table, play_a_table, go_on, go_on, rule, turn, foul, wrong_board, amend, penalise),
    *(take_out, undo, rate, end, change_an_entry, step_in, new_players),
)


# --- Teams


def play_a_race(event: Event, source: random.Random) -> None:
    """Some boards of a race from the next one on; the same at the other table now and then, so that a match is tied."""
    table = a_table(event, source)
    there = table.results.exclude(state=ResultState.REMOVED).count()
    seed = source.randrange(3)
    lines = random_results([[Seating(1, 1, 2, tuple(range(1, 13)))]], seed)
    for row in list(lines)[there : there + source.randrange(1, 10)]:
        line = f"{row.ns_bid} {row.ns_tricks} {row.ew_bid} {row.ew_tricks}"
        entered = board(table.round.number, table.number, row.board, line)
        state = source.choice((ResultState.CONFIRMED, ResultState.CONFIRMED, ResultState.DISPUTED))
        record_result(event.pk, replace(entered, state=state), ACTOR)


def correct_a_race(event: Event, source: random.Random) -> None:
    result = source.choice(standing(event))
    race_board = (result.board - 1) % 16 + 1
    entered = board(
        result.table.round.number, result.table.number, race_board, source.choice(("10 10 3 3", "5 5 6 8"))
    )
    record_result(event.pk, replace(entered, version=result.version, reason="misread"), ACTOR)


def a_match(event: Event, source: random.Random) -> tuple[int, int]:
    round_ = source.choice(list(event.rounds.all()))
    match = source.choice(list(round_.matches.exclude(away=None)))
    return round_.number, match.number


def give(event: Event, source: random.Random) -> None:
    place = a_match(event, source)
    if source.random() < 0.3:
        take_back(event.pk, place, "a slip", ACTOR)
    forfeit = source.random() < 0.3
    give_match(event.pk, place, source.choice(("home", "away", "tied")), "so it is", ACTOR, forfeit=forfeit)


def call_a_decider(event: Event, source: random.Random) -> None:
    for round_ in event.rounds.all():
        for match in round_.matches.exclude(away=None):
            try:
                add_decider(event.pk, (round_.number, match.number), ACTOR)
            except ServiceError:
                continue


def line_up(event: Event, source: random.Random) -> None:
    round_, number = a_match(event, source)
    team = event.rounds.get(number=round_).matches.select_related("home").get(number=number).home
    names = [seat.person.name for seat in team.seats.select_related("person")]
    source.shuffle(names)
    chosen = LineUp((names[0], names[1]), (names[2], names[3]))
    set_line_up(event.pk, (round_, number, team.number), chosen, ACTOR, "so it is")


def draw(event: Event, source: random.Random) -> None:
    publish(event, reason="we go on", opened=source.random() < 0.8)


def compute(event: Event, source: random.Random) -> None:
    recompute_standings(event.pk)


TEAMS = (
    *(
        play_a_race,
        play_a_race,
        play_a_race,
        play_a_race,
        correct_a_race,
        give,
        call_a_decider,
        line_up,
        draw,
    ),
    *(go_on, take_out, undo, rate, end, change_an_entry, step_in, new_players, compute),
)
