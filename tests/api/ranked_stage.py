"""An event of ranked tables that the tests of the API play on."""

from datetime import timedelta

from django.utils import timezone

from tests.support.event_builders import ACTOR
from tests.support.ranked_builders import NS_MAKES, enter, make_ranked, play, play_out, player
from tournaments.models import Ban, Event, Game, Tournament
from tournaments.services.ranked.games import open_game, sit
from tournaments.services.ranked.leaving import leave, settle_absences
from tournaments.services.ratings.rerating import bring_up
from tournaments.services.standings import recompute_standings

OTHERS = ("Ann", "Bo", "Cy", "Di")
THIRD = ("Eve", "Flo", "Gus", "Ida")


def build_ranked(tournament: Tournament) -> Event:
    """Game 1 is over, won by NS; game 2 is played, one deal in, and W is away; game 3 waits for players; game 4 was
    quit by E, who is banned; for game 5 one has sat down. Kim sits nowhere."""
    event = make_ranked(tournament, stake=10, dealing="system")
    now = timezone.now()
    play_out(play(event, 1, now=now))
    second = play(event, 2, OTHERS, now)
    enter(second, NS_MAKES)
    leave(second.pk, "W", ACTOR)
    open_game(event.pk, 3, ACTOR)
    fourth = play(event, 4, THIRD, now)
    quit_now(fourth, "E")
    player(event, "Kim")
    fifth = open_game(event.pk, 5, ACTOR)
    sit(fifth.pk, "N", player(event, "Lou").pk, ACTOR)
    bring_up(tournament.club_id)
    recompute_standings(event.pk)
    event.refresh_from_db()
    return event


def quit_now(game: Game, seat: str) -> Ban:
    """Whoever sits there has left, long enough ago to have quit."""
    leave(game.pk, seat, ACTOR, timezone.now() - timedelta(minutes=10))
    settle_absences(game.event_id)
    return Ban.objects.get(seat__game=game)
