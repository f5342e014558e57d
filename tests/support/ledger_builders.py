"""A club with a ledger: ranked games written as they stand and posted through the real ledger.

club = RatedClub("Ann", "Bob", "Cleo", "Dan")
club.game("Ann Bob Cleo Dan", NS, minute=5)     N, S, E, W; posted
club.bring_up()
club.floats()                                   every number of every rating and change, as bytes
"""

import struct
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from unittest import mock

from django.db import transaction

from tests.support.event_builders import make_club, make_tournament
from tournaments.models import (
    Event,
    EventStatus,
    Game,
    GameSeat,
    GameStatus,
    Kind,
    Person,
    RatedGame,
    Rating,
    RatingBook,
    RatingChanges,
)
from tournaments.services.locking import lock_event
from tournaments.services.ratings import ledger
from tournaments.services.ratings.book import book_of, set_rating
from tournaments.services.ratings.rerating import bring_up

NS, DRAW, EW = 2, 1, 0
QUITS = {"N": 4, "S": 8, "E": 16, "W": 32}
"""Added to who won, for each who quit."""
START = datetime(2025, 6, 1, 18, tzinfo=UTC)
ROW = "NSEW"
OUTCOMES = {NS: "ns", DRAW: "draw", EW: "ew"}


def at(minute: float) -> datetime:
    return START + timedelta(minutes=minute)


class RatedClub:
    """`policy` is a preset's name or an object."""

    def __init__(self, *names: str, policy: object = "2026") -> None:
        self.club = make_club()
        self.tournament = make_tournament(self.club)
        self.people = {name: Person.objects.create(club=self.club, name=name) for name in names}
        self.ladder = self.make_event(Kind.RANKED)
        book = book_of(self.club.pk)
        book.policy = policy if isinstance(policy, dict) else {"preset": policy}
        book.save()

    @property
    def book(self) -> RatingBook:
        return book_of(self.club.pk)

    def make_event(self, kind: str, minute: float = 0) -> Event:
        number = self.tournament.events.count() + 1
        event = Event.objects.create(
            tournament=self.tournament,
            name=f"{kind} {number}",
            slug=f"{kind}-{number}",
            kind=kind,
            rated=True,
        )
        Event.objects.filter(pk=event.pk).update(created_at=at(minute))
        event.refresh_from_db()
        return event

    def game(self, names: str | Sequence[str], code: int = NS, *, minute: float, over: bool = True) -> Game:
        """A game that begins at `minute`; one that is not over is pending as soon as somebody has quit."""
        number = self.ladder.games.count() + 1
        game = Game.objects.create(
            event=self.ladder,
            number=number,
            table=number,
            rules={"preset": "standard"},
            opened_at=at(minute),
            started_at=at(minute),
            status=GameStatus.PLAYING,
        )
        four = names.split() if isinstance(names, str) else names
        GameSeat.objects.bulk_create(
            GameSeat(game=game, seat=seat, person=self.people[name], sat_at=at(minute))
            for seat, name in zip(ROW, four, strict=True)
        )
        return self.change(game, code, over=over)

    def change(self, game: Game, code: int, *, over: bool = True) -> Game:
        """The game ends so after all, and is posted."""
        for place, seat in enumerate(ROW):
            left = bool(code >> place + 2 & 1)
            game.seats.filter(seat=seat).update(
                quit_at=game.started_at if left else None, quit_after_deal=0 if left else None
            )
        game.status = GameStatus.OVER if over else GameStatus.PLAYING
        game.outcome = OUTCOMES[code & 3] if over else ""
        game.save()
        with transaction.atomic():
            event = lock_event(self.ladder.pk)
            game = Game.objects.get(pk=game.pk)
            game.event = event
            ledger.post_game(game)
        return game

    def void(self, game: Game) -> None:
        game.status = GameStatus.VOID
        game.save()
        with transaction.atomic():
            game.event = lock_event(self.ladder.pk)
            ledger.post_game(game)

    def event(self, kind: str, games: Sequence[tuple[str, int]], *, minute: float) -> Event:
        """A final event whose tables were these games."""
        event = self.make_event(kind, minute)
        self.say(event, games)
        return event

    def say(self, event: Event, games: Sequence[tuple[str, int]]) -> None:
        """What the tables of an event were, posted."""
        event.status = EventStatus.FINAL
        event.save()
        rows = []
        for names, code in games:
            north, south, east, west = (self.people[name] for name in names.split())
            rows.append(
                RatedGame(
                    club=self.club,
                    kind=event.kind,
                    event=event,
                    started_at=event.created_at,
                    north=north,
                    south=south,
                    east=east,
                    west=west,
                    code=code,
                )
            )
        with mock.patch.object(ledger, "games_of", return_value=rows), transaction.atomic():
            lock_event(event.pk)
            ledger.post_event(event)

    def set(self, name: str, rating: float, *, minute: float, kind: str = "") -> None:
        set_rating(self.people[name].pk, kind, rating, "because", "dora", at(minute))

    def bring_up(self) -> str:
        return bring_up(self.club.pk)

    def rating(self, name: str, kind: str = "ranked") -> float:
        return Rating.objects.get(person=self.people[name], kind=kind).rating

    def games(self, name: str, kind: str = "ranked") -> int:
        return Rating.objects.get(person=self.people[name], kind=kind).games

    def floats(self) -> tuple[object, ...]:
        """Everything that the fold makes, floats as their bytes."""
        ratings = [
            (*(row[:-1]), struct.pack("<d", row[-1]))
            for row in Rating.objects.filter(club=self.club)
            .order_by("person", "kind")
            .values_list(
                *(
                    "person",
                    "kind",
                    "games",
                    "last_at",
                    "nils_bid",
                    "nils_bid_set",
                    "nils_met",
                    "nils_met_set",
                ),
                "rating",
            )
        ]
        changes = [
            (row[0], struct.pack("<16d", *row[1:]))
            for row in RatingChanges.objects.filter(rated_game__club=self.club)
            .order_by("rated_game")
            .values_list()
        ]
        return ratings, changes
