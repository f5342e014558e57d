"""The demo's ranked tables: a ladder of sixteen players, four evenings that are over, and one under way.

Owns: who plays how well, what happens on which evening. Everything goes in through the services; only the times of what
was played on earlier evenings are put right afterwards, since games are written down when they are entered.
Terms: *evening*, games that begin on one day; *turn*, games that are played at all tables at once.
"""

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from boards.dealing import deal_boards
from scoring.game import TARGETS
from tournaments.models import (
    Club,
    Dealing,
    Door,
    Event,
    Game,
    GameDeal,
    Kind,
    Person,
    Tournament,
)
from tournaments.services.actors import Actor
from tournaments.services.events import usual_settings
from tournaments.services.locking import lock_event
from tournaments.services.ranked.cards import give_cards
from tournaments.services.ranked.deal_checks import DealWords
from tournaments.services.ranked.deals import enter_deal, say_deal
from tournaments.services.ranked.games import SEATS, open_game, seat_four
from tournaments.services.ranked.leaderboard import set_on_leaderboard
from tournaments.services.ranked.leaving import fill_in, leave, settle_absences
from tournaments.services.ranked.options import RankedOptions, create_ranked_event
from tournaments.simulation.games import MOST_DEALS, SimulatedDeal, SimulatedGame, simulate_game
from tournaments.simulation.players import PlayerProfile

PLAYERS: Final = 16
TARGET: Final = 250
STAKE: Final = 20
EVENINGS: Final = (28, 21, 14, 7)
"""Days ago on which a whole evening was played: two turns of three tables."""
TABLES, TURNS = 3, 2
A_DEAL: Final = timedelta(minutes=5)
ELSEWHERE: Final = 14
"""Games that everybody had finished before there was a ladder."""
ROBOT: Final = "Robot"
SHY: Final = PLAYERS - 1
"""Who turned the leaderboard setting off some days ago, by place, and is banned from ranked games for a week."""


@dataclass(frozen=True, slots=True)
class _Table:
    """A game that is to be played: the table, the players' places on N, E, S and W, and when it begins."""

    table: int
    four: tuple[int, ...]
    begins: datetime
    target: int = TARGET
    quits: bool = False


def ladder_night(
    tournament: Tournament, names: Sequence[str], seed: str, actor: Actor, now: datetime | None = None
) -> Event:
    """The event, played through the services. `names` are those of its players, who are new to the club or known."""
    return _Ladder(tournament, names, seed, actor, now or timezone.now()).play()


class _Ladder:
    """One run of it."""

    def __init__(
        self, tournament: Tournament, names: Sequence[str], seed: str, actor: Actor, now: datetime
    ) -> None:
        self.seed, self.actor, self.now = seed, actor, now
        self.club = tournament.club
        options = RankedOptions(dealing=Dealing.SYSTEM, stake=STAKE)
        rules = {"preset": "puzzle-pirates", "target": TARGET}
        settings = replace(usual_settings(Kind.RANKED), rules=rules)
        self.event = create_ranked_event(tournament, "Ladder night", settings, options, actor)
        self.people = [_person(self.club, name) for name in names[:PLAYERS]]
        ladders = Event.objects.filter(tournament__club=self.club, kind=Kind.RANKED).count()
        # a robot sits at one table at a time, too
        self.robot = _person(self.club, f"{ROBOT} {ladders}", is_bot=True)
        self.profiles = _profiles(seed)

    def play(self) -> Event:
        rng = random.Random(f"{self.seed}/ladder")
        for days in EVENINGS:
            begins = self.now - timedelta(days=days)
            for turn in range(TURNS):
                there = rng.sample(range(PLAYERS), 4 * TABLES)
                for table in range(TABLES):
                    four = tuple(there[4 * table : 4 * table + 4])
                    # who quits on an evening's last turn has nothing to miss
                    quits = turn == TURNS - 1 and table == 0 and days in (EVENINGS[0], EVENINGS[2])
                    when = begins + timedelta(minutes=75 * turn)
                    self._whole(_Table(table + 1, four, when, quits=quits))
        set_on_leaderboard(self.people[SHY].pk, False, self.actor, self.now - timedelta(days=2))
        self._tonight()
        self.event.refresh_from_db()
        return self.event

    def _tonight(self) -> None:
        """Two games that are over, two that are played: in one of them somebody has quit, and the robot plays on."""
        earlier, lately = self.now - timedelta(minutes=115), self.now - timedelta(minutes=42)
        self._whole(_Table(1, (0, 1, 2, 3), earlier, TARGETS[0]))
        self._whole(_Table(2, (4, 5, 6, 7), earlier, TARGETS[0]))
        first, played = self._begin(_Table(1, (0, 8, 4, 9), lately, TARGETS[3]))
        self._enter(first, played.deals[:4])
        coming = played.deals[4]
        say_deal(first.pk, coming.number, "NS", _words(coming), Actor(name="table 1", door=Door.PHONE))
        self._date(first, lately, ended=False)
        second, played = self._begin(_Table(2, (1, 5, 10, 11), lately, TARGETS[3]))
        self._enter(second, played.deals[:3])
        self._quit(second, "W", lately + 3 * A_DEAL)
        self._enter(second, played.deals[3:5])
        self._date(second, lately, ended=False)

    def _whole(self, table: _Table) -> None:
        """A game from its first deal to its end."""
        game, played = self._begin(table)
        gone = played.quit
        self._enter(game, played.deals[: gone.after_deal] if gone else played.deals)
        if gone:
            self._quit(game, gone.seat, table.begins + gone.after_deal * A_DEAL)
            self._enter(game, played.deals[gone.after_deal :])
        self._date(game, table.begins, ended=True)

    def _begin(self, table: _Table) -> tuple[Game, SimulatedGame]:
        """Open a game and seat its four; and how it will go."""
        actor = self.actor
        game = open_game(self.event.pk, table.table, actor, target=table.target, now=table.begins)
        secret = hashlib.sha256(f"{self.seed}/game {game.number}".encode()).digest()
        with transaction.atomic():
            game.event = lock_event(self.event.pk)
            cards = give_cards(game, secret)
        assert cards is not None, "its event deals by system"
        seats = {seat: self.people[place].pk for seat, place in zip(SEATS, table.four, strict=True)}
        seat_four(game.pk, seats, actor, table.begins)
        numbers = range(1, MOST_DEALS + 1)
        dealt = dict(zip(numbers, deal_boards(secret, cards.session, numbers), strict=True))
        profiles = [self.profiles[place] for place in table.four]
        seed = f"{self.seed}/{game.number}"
        chance = 1.0 if table.quits else 0.0
        rules = replace(self.event.rule_set, target=table.target)
        return game, simulate_game(rules, profiles, seed, deals=dealt, quit_chance=chance)

    def _enter(self, game: Game, deals: Sequence[SimulatedDeal]) -> None:
        for deal in deals:
            enter_deal(game.pk, deal.number, _words(deal), self.actor)

    def _quit(self, game: Game, seat: str, when: datetime) -> None:
        """Somebody leaves and does not come back; the robot plays on."""
        leave(game.pk, seat, self.actor, when)
        settle_absences(self.event.pk, when + timedelta(minutes=4))
        fill_in(game.pk, seat, self.robot.pk, self.actor, when + timedelta(minutes=5))

    def _date(self, game: Game, begun: datetime, *, ended: bool) -> None:
        """Put the times of a game's deals and of its end where they would have been."""
        deals = GameDeal.objects.filter(game=game)
        count = deals.count()
        for number in range(1, count + 1):
            at = begun + number * A_DEAL
            deals.filter(number=number).update(created_at=at, updated_at=at)
        if ended:
            Game.objects.filter(pk=game.pk).update(ended_at=begun + count * A_DEAL)


def _words(deal: SimulatedDeal) -> DealWords:
    return DealWords(deal.ns_bid, deal.ns_tricks, deal.ew_bid, deal.ew_tricks)


def _person(club: Club, name: str, *, is_bot: bool = False) -> Person:
    """Somebody of the club who may play ranked games."""
    person, _ = Person.objects.get_or_create(club=club, name=name, defaults={"is_bot": is_bot})
    if not is_bot and person.finished_elsewhere < ELSEWHERE:
        person.finished_elsewhere = ELSEWHERE
        person.save(update_fields=["finished_elsewhere"])
    return person


def _profiles(seed: str) -> list[PlayerProfile]:
    """From strong to weak, so that a leaderboard has something to show."""
    rng = random.Random(f"{seed}/profiles")
    return [
        PlayerProfile(
            skill=0.98 - 0.06 * place,
            boldness=rng.gauss(0, 0.15 + 0.03 * place),
            courage=rng.uniform(0.2, 0.9),
        )
        for place in range(PLAYERS)
    ]
