"""Whatever is done to a game, in whatever order, what is stored of it fits together."""

import random
from collections.abc import Callable
from datetime import timedelta

import pytest

from scoring.elo import Outcome
from scoring.elo_fold import game_code
from scoring.game import GameEnd
from scoring.stakes import settle
from tests.scoring.game_oracle import random_deal
from tests.support.event_builders import ACTOR
from tests.support.ranked_builders import PHONE, START, make_ranked, play, player
from tournaments.models import Absence, Game, Leaving, RatedGame, StakeLine
from tournaments.services.errors import ServiceError
from tournaments.services.locking import lock_event
from tournaments.services.ranked.deals import DealWords, enter_deal, remove_deal, say_deal
from tournaments.services.ranked.ending import settle_game
from tournaments.services.ranked.games import decide_game, void_game
from tournaments.services.ranked.leaving import (
    come_back,
    end_by_leaving,
    fill_in,
    leave,
    settle_absences,
    stand_in_leaves,
)
from tournaments.services.ranked.scores import ROW_ORDER, has_quit, score_of, unconfirmed

pytestmark = pytest.mark.django_db

STEPS = 40
OUTCOMES = {"ns": Outcome.NS, "ew": Outcome.EW, "draw": Outcome.DRAW}


class Walk:
    """A game that chance plays: `now` goes on by a minute or two with every step."""

    def __init__(self, seed: int, leaving: str) -> None:
        self.random = random.Random(seed)
        event = make_ranked(stake=7, leaving=leaving, target=300)
        self.game = play(event)
        self.spare = [player(event, name).pk for name in ("Ivy", "Tom", "Una", "Max", "Kim")]
        self.now = START

    def step(self) -> None:
        """Something is tried; what is refused changes nothing but what the clock has done."""
        self.now += timedelta(minutes=self.random.choice((0.5, 1, 2)))
        settle_absences(self.game.event_id, self.now)
        before = facts(self.game)
        try:
            self._deed()()
        except ServiceError:
            assert facts(self.game) == before
        self.game.refresh_from_db()

    def _deed(self) -> Callable[[], object]:
        game, chance, now = self.game.pk, self.random, self.now
        seat = chance.choice("NESW")
        last = self.game.deals.count()
        number = chance.randint(1, last) if last else 1
        version = self.game.deals.filter(number=number).values_list("version", flat=True).first() or 0
        words = DealWords(*random_deal(chance))
        correction = {"version": version, "reason": "so it was", "now": now}
        deeds: dict[Callable[[], object], int] = {
            lambda: enter_deal(game, last + 1, words, ACTOR, now=now): 10,
            lambda: enter_deal(game, last + 1, words, ACTOR, reason="played before", now=now): 2,
            lambda: say_deal(game, last + 1, chance.choice(("NS", "EW")), words, PHONE, now=now): 4,
            lambda: self._agree(number): 4,
            lambda: enter_deal(game, number, words, ACTOR, **correction): 4,
            lambda: remove_deal(game, number, version, "not played", ACTOR, now): 1,
            lambda: leave(game, seat, ACTOR, now): 3,
            lambda: come_back(game, seat, ACTOR, now): 2,
            lambda: fill_in(game, seat, chance.choice(self.spare), ACTOR, now): 5,
            lambda: stand_in_leaves(game, seat, ACTOR, now): 1,
            lambda: end_by_leaving(game, "nobody is free", ACTOR, now): 0.2,
            lambda: decide_game(game, chance.choice(("ns", "ew", "draw")), "ruled", ACTOR, now): 0.2,
            lambda: void_game(game, "wrong cards", ACTOR, now): 0.1,
        }
        return chance.choices(list(deeds), list(deeds.values()))[0]

    def _agree(self, number: int) -> None:
        """The side that has said nothing says what the other has."""
        row = self.game.deals.filter(number=number).first()
        for side, other in (("NS", "EW"), ("EW", "NS")):
            if row is not None and other in row.said:
                say_deal(self.game.pk, number, side, DealWords(**row.said[other]), PHONE, now=self.now)
                return


def facts(game: Game) -> object:
    """All that is stored of a game."""
    return (
        Game.objects.values_list("status", "outcome", "ending", "ended_at", "version").get(pk=game.pk),
        list(game.seats.order_by("pk").values_list("seat", "quit_at", "quit_after_deal")),
        list(game.deals.order_by("number").values_list("number", "version", "state")),
        list(StakeLine.objects.order_by("pk").values_list("pk", "points")),
        list(RatedGame.objects.values_list("code", "pending", "tallies")),
        list(Absence.objects.order_by("pk").values_list("pk", "back_at", "quit_at")),
        game.event.log.count(),
    )


def look_at(game: Game) -> None:
    """Everything that has to be so."""
    rows = list(game.deals.order_by("number"))
    score = score_of(game.rule_set, rows)
    seats = {seat.seat: seat for seat in game.seats.all()}
    quits = has_quit(seats.values())
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))

    over, playing = game.status == "over", game.status == "playing"
    assert over or playing or game.status == "void"
    assert bool(game.outcome) == bool(game.ending) == over
    assert (game.ended_at is None) == playing
    by_deals = score.end is not GameEnd.RUNNING and not unconfirmed(score, rows)
    if playing:
        assert not by_deals
        assert not (quits[0] and quits[1])
        assert not (quits[2] and quits[3])
    else:
        assert not Absence.objects.filter(back_at=None, quit_at=None).exists()
    if game.ending in ("target", "floor"):
        assert by_deals
        assert (OUTCOMES[game.outcome], game.ending) == (score.winner, str(score.end))
    if game.ending == "left":
        lost = quits[:2] if game.outcome == "ew" else quits[2:]
        assert any(lost)
    for seat in seats.values():
        if seat.quit_at is not None and score.over_after is not None:
            assert seat.quit_after_deal < score.over_after

    row = RatedGame.objects.filter(game=game).first()
    assert (row is not None) == (over or (playing and any(quits)))
    if row is not None:
        assert row.pending == playing
        assert row.code >> 2 == game_code(Outcome.EW, quits) >> 2
        assert playing or row.code & 3 == OUTCOMES[game.outcome]

    outcome = OUTCOMES[game.outcome] if over else None
    wanted = settle(game.stake, outcome, quits)
    found = dict.fromkeys(ROW_ORDER, 0)
    by_person = {seat.person_id: letter for letter, seat in seats.items()}
    sums: dict[int, int] = {}
    for line in StakeLine.objects.filter(game=game):
        found[by_person[line.person_id]] += line.points
        sums[line.settlement] = sums.get(line.settlement, 0) + line.points
    assert tuple(found.values()) == wanted
    assert set(sums.values()) <= {0}


@pytest.mark.parametrize("leaving", Leaving.values)
@pytest.mark.parametrize("seed", range(3))
def test_a_game_that_chance_plays_fits_together_after_every_step(seed: int, leaving: str) -> None:
    walk = Walk(seed, leaving)
    for _ in range(STEPS):
        walk.step()
        look_at(walk.game)
        before = facts(walk.game)
        lock_event(walk.game.event_id)
        settle_game(Game.objects.get(pk=walk.game.pk), ACTOR, walk.now)
        assert facts(walk.game) == before
