"""The demo's Team-of-Four event: eleven teams, two rounds played, the third under way."""

from collections.abc import Sequence
from dataclasses import replace

from boards.deal import Deal
from scoring.notation import SideBid, SideTricks
from scoring.race import RaceEnd, RaceEntry, run_race
from tournaments.draws.movement import Seating
from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import Event, Kind, Room, Table, Tournament, TravellerSecrecy
from tournaments.services.actors import Actor
from tournaments.services.boards import record_secret
from tournaments.services.entries import NewEntry, add_entries
from tournaments.services.events import usual_settings
from tournaments.services.lineups import LineUp, set_line_up
from tournaments.services.results import Entered
from tournaments.services.rounds import close_round, open_round
from tournaments.services.standings import recompute_standings
from tournaments.services.table_results import record_table
from tournaments.services.team_draws import Publication, publish_round
from tournaments.services.team_settings import TeamOptions, create_teams_event
from tournaments.simulation.event import SimulatedResult, simulate_results

TEAMS = (
    *("Otters", "Night Heron", "Four of a Mind", "The Long Suit", "Ferry Lane", "Blind Nil Club"),
    *("Bag Ladies", "Harbour Lights", "Second Trick", "Old Library", "Rail & River"),
)
FULL_ROUNDS, ROUND_UNDER_WAY = 2, 3
FOUR, SIX = 4, 6
FAR = ((8, 8), (8, 5), (6, 7), (4, 3), (2, 0))
"""Boards that are in at the open and the closed table of each match of the round under way."""


def team_players(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Every third team has six players, the others four."""
    teams: list[tuple[str, ...]] = []
    for index in range(len(TEAMS)):
        size = SIX if index % 3 == 0 else FOUR
        first = sum(len(team) for team in teams)
        teams.append(tuple(names[first : first + size]))
    return teams


PLAYERS = sum(SIX if index % 3 == 0 else FOUR for index in range(len(TEAMS)))


def team_night(tournament: Tournament, names: Sequence[str], secret: bytes, actor: Actor) -> Event:
    """The event, made and played through the services as a director would."""
    options = TeamOptions(seed=20_261_126)
    # whoever looks at the demo wants to see the races move
    settings = replace(usual_settings(Kind.TEAMS), traveller_secrecy=TravellerSecrecy.OPEN)
    event = create_teams_event(tournament, "Team-of-Four", settings, options, actor)
    record_secret(event.pk, actor, secret)
    teams = [NewEntry(players, name) for players, name in zip(team_players(names), TEAMS, strict=True)]
    add_entries(event.pk, teams, actor)
    for number in range(1, ROUND_UNDER_WAY + 1):
        publish_round(event.pk, Publication(round_number=number), actor)
        if number == ROUND_UNDER_WAY:
            _rotate(event, number, actor)
        open_round(event.pk, number, actor)
        _play(event, number, actor)
        if number <= FULL_ROUNDS:
            recompute_standings(event.pk)  # as a worker would meanwhile: arrows count from a round's end
            close_round(event.pk, number, actor)
    return event


def _rotate(event: Event, number: int, actor: Actor) -> None:
    """Players five and six of the first team play the third round."""
    team = event.entries.get(number=1)
    names = list(team.seats.order_by("position").values_list("person__name", flat=True))
    table = (
        Table.objects.filter(round__event=event, round__number=number, ns=team)
        .select_related("match")
        .first()
    )
    if table is None or table.match is None:
        return  # it has the bye
    line_up = LineUp((names[4], names[5]), (names[0], names[1]))
    set_line_up(event.pk, (number, table.match.number, 1), line_up, actor)


def _play(event: Event, number: int, actor: Actor) -> None:
    event.refresh_from_db()
    assert event.board_set is not None
    deals = {board.number: board.deal for board in event.board_set.boards.all()}
    tables = Table.objects.filter(round__event=event, round__number=number).select_related(
        "match", "ns", "ew"
    )
    for table in tables.order_by("number"):
        rows = _rows(event, table, number, deals)
        if number == ROUND_UNDER_WAY and table.match is not None:
            far = FAR[(table.match.number - 1) % len(FAR)]
            rows = rows[: far[0] if table.room == Room.OPEN else far[1]]
        if rows:
            record_table(event.pk, [_entered(number, board, row) for board, row in rows], actor)


def _rows(
    event: Event, table: Table, number: int, deals: dict[int, Deal]
) -> list[tuple[int, SimulatedResult]]:
    """The race's boards as they are played at the table, up to its end, each with its race board."""
    # the two pairs of a team are different people
    half = 0 if table.room == Room.OPEN else 1
    seating = Seating(
        table.number, 2 * table.ns.number + half, 2 * table.ew.number + half, tuple(table.boards)
    )
    played = list(simulate_results(((seating,),), deals, f"teams/{number}"))
    entries = [
        RaceEntry(
            board,
            SideBid.parse(row.ns_bid),
            SideTricks.parse(row.ns_tricks),
            SideBid.parse(row.ew_bid),
            SideTricks.parse(row.ew_tricks),
        )
        for board, row in enumerate(played, start=1)
    ]
    race = run_race(event.rule_set, entries)
    last = race.stopped_after if race.end is RaceEnd.REACHED else len(played)
    return list(enumerate(played, start=1))[:last]


def _entered(number: int, board: int, row: SimulatedResult) -> Entered:
    return Entered(
        ResultFields(
            round=number,
            table=row.table,
            board=board,
            ns_bid=row.ns_bid,
            ns_tricks=row.ns_tricks,
            ew_bid=row.ew_bid,
            ew_tricks=row.ew_tricks,
        )
    )
