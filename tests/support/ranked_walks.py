"""Steps of an evening of ranked tables, for `walks.walk`."""

import random
from datetime import timedelta

from tests.support.event_builders import ACTOR
from tests.support.ranked_builders import FOUR, after, player
from tests.support.ranked_builders import play as start_game
from tests.support.walks import end, rate, undo
from tournaments.models import Event
from tournaments.services.ranked.deals import DealWords, enter_deal, remove_deal, say_deal
from tournaments.services.ranked.games import decide_game, open_game, sit, void_game
from tournaments.services.ranked.leaving import (
    come_back,
    end_by_leaving,
    fill_in,
    leave,
    settle_absences,
    stand_in_leaves,
)
from tournaments.services.ranked.rematch import vote

OTHERS = ("Ann", "Bo", "Cy", "Di")


def start(event: Event, source: random.Random) -> None:
    now = after(5 * event.log.count())
    more = {"rated": source.random() < 0.7, "stake": source.choice((0, 10))}
    start_game(event, source.randrange(1, 4), source.choice((FOUR, OTHERS)), now, **more)


def wait(event: Event, source: random.Random) -> None:
    game = open_game(event.pk, source.randrange(4, 7), ACTOR, now=after(5 * event.log.count()))
    sit(game.pk, "N", player(event, f"Early {source.randrange(9)}").pk, ACTOR, after(5 * event.log.count()))


def a_game(event: Event, source: random.Random, *states: str) -> int:
    return source.choice(list(event.games.filter(status__in=states or ("playing",)))).pk


def deal(event: Event, source: random.Random) -> None:
    game = event.games.get(pk=a_game(event, source))
    line = source.choice(("7 7 5 6", "5 6 7 7", "9 6 4 7", "N+6 0+7 4 6"))
    number, now = game.deals.count() + 1, after(5 * event.log.count())
    if source.random() < 0.3:
        say_deal(game.pk, number, source.choice(("NS", "EW")), DealWords(*line.split()), ACTOR, now=now)
    else:
        enter_deal(game.pk, number, DealWords(*line.split()), ACTOR, now=now)


def correct_a_deal(event: Event, source: random.Random) -> None:
    row = source.choice(list(event.games.get(pk=a_game(event, source, "playing", "over")).deals.all()))
    now = after(5 * event.log.count())
    if source.random() < 0.4:
        remove_deal(row.game_id, row.number, row.version, "misread", ACTOR, now)
    else:
        words = DealWords(*source.choice(("12 12 1 1", "9 6 4 7")).split())
        enter_deal(row.game_id, row.number, words, ACTOR, version=row.version, reason="misread", now=now)


def go(event: Event, source: random.Random) -> None:
    """Leave, and have quit with it (and be banned) or be back."""
    game, seat, now = a_game(event, source), source.choice("NESW"), after(5 * event.log.count())
    leave(game, seat, ACTOR, now)
    if source.random() < 0.8:
        settle_absences(event.pk, now + timedelta(minutes=4))
    elif source.random() < 0.5:
        come_back(game, seat, ACTOR, now)


def stand_in(event: Event, source: random.Random) -> None:
    game, seat, now = a_game(event, source), source.choice("NESW"), after(5 * event.log.count())
    if source.random() < 0.3:
        stand_in_leaves(game, seat, ACTOR, now)
    else:
        fill_in(game, seat, player(event, f"Robot {seat}", is_bot=True).pk, ACTOR, now)


def decide(event: Event, source: random.Random) -> None:
    now = after(5 * event.log.count())
    match source.randrange(3):
        case 0:
            void_game(a_game(event, source, "playing", "over", "seating"), "a card was missing", ACTOR, now)
        case 1:
            outcome = source.choice(("ns", "ew", "draw"))
            decide_game(a_game(event, source, "playing", "over"), outcome, "the alarm", ACTOR, now)
        case _:
            end_by_leaving(a_game(event, source), "nobody is free", ACTOR, now)


def again(event: Event, source: random.Random) -> None:
    game, now = a_game(event, source, "over"), after(5 * event.log.count())
    for seat in "NESW"[: source.choice((1, 4, 4))]:
        vote(game, seat, ACTOR, now)


RANKED = (
    *(start, start, deal, deal, deal, deal, deal, deal, correct_a_deal, go, stand_in, decide, again, wait),
    *(undo, rate, end),
)
