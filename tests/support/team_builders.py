"""Short builders of Teams events and races, through the real services."""

from collections.abc import Iterable, Mapping, Sequence

from tests.support.event_builders import ACTOR, SECRET, make_tournament
from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import Event, Kind, MatchSnapshot, Round, Tournament
from tournaments.services.boards import record_secret
from tournaments.services.entries import NewEntry, add_entries
from tournaments.services.events import EventSettings, usual_settings
from tournaments.services.results import Entered, ResultReceipt, record_result
from tournaments.services.rounds import close_round, open_round
from tournaments.services.standings import recompute_standings
from tournaments.services.table_results import record_table
from tournaments.services.team_draws import Publication, publish_round
from tournaments.services.team_settings import TeamOptions, create_teams_event

WIN = "6 8 5 5"
"""NS makes 62 and two bags, EW 50: a board that goes NS's way."""
LOSS = "5 5 6 8"
ROUT = "10 10 3 3"
"""NS makes 100, EW 30: five of them are a race."""
ROUTED = "3 3 10 10"


def make_teams(
    teams: int = 4,
    *,
    options: TeamOptions | None = None,
    settings: EventSettings | None = None,
    tournament: Tournament | None = None,
    players: int = 4,
    name: str = "Team night",
) -> Event:
    """A Teams event being set up, teams 1 … n with players "1A" to "1D" and so on."""
    event = create_teams_event(
        tournament or make_tournament(),
        name,
        settings or usual_settings(Kind.TEAMS),
        options or TeamOptions(seed=7, first_round="seeded"),
        ACTOR,
    )
    record_secret(event.pk, ACTOR, SECRET)
    letters = "ABCDEF"[:players]
    wanted = [
        NewEntry(tuple(f"{number}{letter}" for letter in letters), f"Team {number}")
        for number in range(1, teams + 1)
    ]
    if wanted:
        add_entries(event.pk, wanted, ACTOR)
    event.refresh_from_db()
    return event


def publish(
    event: Event, *pairs: tuple[int, int], bye: int | None = None, reason: str = "", opened: bool = True
) -> Round:
    """Publish the next round, the best draw unless `pairs` are given, and open it."""
    number = event.rounds.count() + 1
    wanted = Publication(round_number=number, matches=pairs, bye=bye, reason=reason)
    round_ = publish_round(event.pk, wanted, ACTOR)
    if opened:
        open_round(event.pk, number, ACTOR)
    event.refresh_from_db()
    return round_


def board(round_number: int, table: int, number: int, line: str) -> Entered:
    """ "7 8 5 5" on a race board: NS bid, NS tricks, EW bid, EW tricks."""
    ns_bid, ns_tricks, ew_bid, ew_tricks = line.split()
    return Entered(
        ResultFields(
            round=round_number,
            table=table,
            board=number,
            ns_bid=ns_bid,
            ns_tricks=ns_tricks,
            ew_bid=ew_bid,
            ew_tricks=ew_tricks,
        )
    )


def play(
    event: Event, round_number: int, table: int, lines: Sequence[str], first: int = 1
) -> list[ResultReceipt]:
    """A table's boards from `first` on, each as in `board`."""
    rows = [board(round_number, table, number, line) for number, line in enumerate(lines, start=first)]
    return record_table(event.pk, rows, ACTOR)


def enter_board(event: Event, round_number: int, table: int, number: int, line: str) -> ResultReceipt:
    return record_result(event.pk, board(round_number, table, number, line), ACTOR)


def win_match(event: Event, round_number: int, match: int, *, home: bool = True) -> None:
    """Home (or away) reaches 500 on board 5 at the open table; nobody at the closed one."""
    play(event, round_number, 2 * match - 1, [ROUT if home else ROUTED] * 5)
    play(event, round_number, 2 * match, [LOSS if home else WIN] * 8)


def win_matches(event: Event, round_number: int, winners: Iterable[int]) -> None:
    """Every match of a round is played; the teams in `winners` win theirs, and home where neither is."""
    won = set(winners)
    matches = event.rounds.get(number=round_number).matches.exclude(away=None).select_related("home", "away")
    for match in matches:
        win_match(event, round_number, match.number, home=match.away.number not in won)


def finish_round(event: Event, round_number: int, winners: Iterable[int] = ()) -> None:
    win_matches(event, round_number, winners)
    close_round(event.pk, round_number, ACTOR)


def match_data(event: Event, round_number: int, number: int) -> Mapping[str, object]:
    """A match's snapshot, brought up to date."""
    recompute_standings(event.pk)
    return MatchSnapshot.objects.get(
        match__round__event=event, match__round__number=round_number, match__number=number
    ).data
