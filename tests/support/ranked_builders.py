"""Short builders of ranked tables, through the real services.

    event = make_ranked()                       Puzzle Pirates to 200, rated
    game = play(event)                          table 1: Peter N, Mary E, John S, Sue W; it has started
    enter(game, NS_MAKES)                       the next deal
    play_out(game)                              North-South win
    leave_and_quit(game, "N")                   and the grace is over

Times are `START` and so many minutes after it (`after`): nothing sleeps. What takes no `now` goes by the machine's
clock, for which a grace that began at `START` has long been over.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from tests.support.event_builders import ACTOR, make_tournament
from tournaments.models import Door, Event, Game, Kind, Person, Tournament
from tournaments.services.actors import Actor
from tournaments.services.events import EventSettings, usual_settings
from tournaments.services.ranked.deals import DealReceipt, DealWords, enter_deal
from tournaments.services.ranked.games import SEATS, open_game, seat_four
from tournaments.services.ranked.leaving import leave, settle_absences
from tournaments.services.ranked.options import RankedOptions, create_ranked_event

PHONE = Actor(name="table 1", door=Door.PHONE)
FOUR = ("Peter", "Mary", "John", "Sue")
"""On N, E, S and W."""
START = datetime(2025, 11, 26, 19, 0, tzinfo=UTC)
"""20:00 in the tournament's zone, and past whatever the machine's clock says."""
TARGET = 200

NS_MAKES = "7 7 5 6"
"""NS bid 7 and take 7, EW bid 5 and take 6: 70 points, and 51 with one bag."""
EW_MAKES = "5 6 7 7"
EVEN = "6 6 7 7"
"""60 and 70."""
NS_SET = "9 6 4 7"
"""NS lose 90, EW make 40 and three bags."""


def make_ranked(
    tournament: Tournament | None = None,
    *,
    target: int = TARGET,
    rules: dict[str, object] | None = None,
    name: str = "Ladder",
    **options: object,
) -> Event:
    """An event of ranked tables; `options` are those of `RankedOptions`."""
    settings: EventSettings = usual_settings(Kind.RANKED)
    chosen = rules or {"preset": "puzzle-pirates", "target": target}
    settings = EventSettings(rules=chosen, tie_breaks=settings.tie_breaks)
    return create_ranked_event(
        tournament or make_tournament(), name, settings, RankedOptions(**options), ACTOR
    )


def after(minutes: float) -> datetime:
    """So many minutes after `START`."""
    return START + timedelta(minutes=minutes)


def player(event: Event, name: str, **fields: object) -> Person:
    """Somebody of the event's club who may play ranked games, found or made; `fields` as in `Person`."""
    club = event.tournament.club
    found, _made = Person.objects.get_or_create(club=club, name=name, defaults={"finished_elsewhere": 10})
    if fields:
        Person.objects.filter(pk=found.pk).update(**fields)
        found.refresh_from_db()
    return found


def players(event: Event, names: Iterable[str] = FOUR) -> list[Person]:
    return [player(event, name) for name in names]


def play(
    event: Event, table: int = 1, names: Sequence[str] = FOUR, now: datetime = START, **more: object
) -> Game:
    """A game at a table that has started; `more` goes to `open_game`."""
    game = open_game(event.pk, table, ACTOR, now=now, **more)
    people = players(event, names)
    seats = {seat: person.pk for seat, person in zip(SEATS, people, strict=True)}
    seat_four(game.pk, seats, ACTOR, now)
    game.refresh_from_db()
    return game


def words(line: str) -> DealWords:
    """ "7 8 5 5": NS bid, NS tricks, EW bid, EW tricks."""
    return DealWords(*line.split())


def enter(game: Game, *lines: str, actor: Actor = ACTOR) -> DealReceipt:
    """The game's next deals, as a director enters them; the last one's receipt. The game is brought up to date."""
    for number, line in enumerate(lines, start=game.deals.count() + 1):
        receipt = enter_deal(game.pk, number, words(line), actor)
    game.refresh_from_db()
    return receipt


def play_out(game: Game, winner: str = "NS") -> Game:
    """Deals until the game is over, won by `winner`, from whatever it is; 200 takes three of them."""
    while game.status == "playing":
        enter(game, NS_MAKES if winner == "NS" else EW_MAKES)
    return game


def finished(
    event: Event, table: int = 1, names: Sequence[str] = FOUR, winner: str = "NS", now: datetime = START
) -> Game:
    """A game that was played to its end."""
    return play_out(play(event, table, names, now), winner)


def leave_and_quit(game: Game, seat: str, now: datetime = START) -> Game:
    """Whoever sits there leaves at `now`, and has quit four minutes later."""
    leave(game.pk, seat, ACTOR, now)
    settle_absences(game.event_id, now + timedelta(minutes=4))
    game.refresh_from_db()
    return game


def person_on(game: Game, seat: str) -> Person:
    """Who began the game there."""
    return game.seats.select_related("person").get(seat=seat).person
