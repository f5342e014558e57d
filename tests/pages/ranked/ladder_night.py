"""An evening of ranked tables for the tests of its pages."""

from tests.support.event_builders import ACTOR, standings
from tests.support.ranked_builders import (
    NS_MAKES,
    PHONE,
    after,
    enter,
    finished,
    leave_and_quit,
    make_ranked,
    play,
    play_out,
    player,
    words,
)
from tournaments.models import Event
from tournaments.services.ranked.deals import say_deal
from tournaments.services.ranked.games import open_game, sit
from tournaments.services.ranked.leaving import fill_in
from tournaments.services.ratings.rerating import rebuild

OTHERS = ("Ana", "Bo", "Chidi", "Dina")


def evening() -> Event:
    """Game 1 is over, 2 was quit and is over, 3 is being played, 4 waits for players."""
    event = make_ranked(stake=10)
    finished(event, 1)
    second = play(event, 2, OTHERS, after(1))
    enter(second, NS_MAKES)
    leave_and_quit(second, "N", after(5))
    fill_in(second.pk, "N", player(event, "Quinn").pk, ACTOR, after(10))
    play_out(second, "EW")
    third = play(event, 1, now=after(30))
    enter(third, NS_MAKES)
    say_deal(third.pk, 2, "NS", words("N+4 0+7 5 6"), PHONE)
    fourth = open_game(event.pk, 2, ACTOR)
    sit(fourth.pk, "W", player(event, "Ana").pk, ACTOR)
    rebuild(event.tournament.club_id)
    standings(event)
    event.refresh_from_db()
    return event
