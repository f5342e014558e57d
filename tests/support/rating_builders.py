"""A club's rated games and ratings written straight into the ledger: what pages and reading are tested on.

The arithmetic is scoring/elo.py's, game after game; rerating itself is tested in tests/services/ratings/.
"""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from scoring.elo_fold import changes_of
from scoring.elo_policies import RatingPolicy
from tests.support.event_builders import make_club, make_tournament
from tournaments.models import (
    Club,
    Event,
    Person,
    RatedGame,
    Rating,
    RatingBook,
    RatingChanges,
    RatingList,
    RatingSet,
)

NS, DRAW, EW = 2, 1, 0
"""Who won, as a game's code has it."""
QUIT_N, QUIT_S, QUIT_E, QUIT_W = 4, 8, 16, 32
"""Added to the code for who quit."""
SEATS = "nsew"


class Ledger:
    """Rates each game as it is told of it. `names` become people of the club."""

    def __init__(self, *names: str, policy: object = "2026", club: Club | None = None) -> None:
        self.club = club or make_club()
        self.policy = RatingPolicy.from_json(policy)
        self.book = RatingBook.objects.create(
            club=self.club, policy=self.policy.to_json(), minimum_games=1, inactive_days=180
        )
        self.tournament = make_tournament(self.club)
        self.people = {name: self.add(name) for name in names}
        self.ratings: defaultdict[tuple[str, int], float] = defaultdict(lambda: self.policy.start)
        self.games: defaultdict[tuple[str, int], int] = defaultdict(int)
        self.nils: dict[tuple[str, int], list[int]] = {}
        self.last: dict[tuple[str, int], datetime] = {}
        self.events: dict[str, Event] = {}

    def add(self, name: str, **more: object) -> Person:
        return Person.objects.create(club=self.club, name=name, **more)

    def event(self, kind: str = "ranked") -> Event:
        if kind not in self.events:
            self.events[kind] = Event.objects.create(
                tournament=self.tournament,
                name=f"{kind.title()} night",
                slug=kind,
                kind=kind,
                rules={"preset": "standard"},
                rated=True,
            )
        return self.events[kind]

    def play(
        self,
        names: str | Sequence[str],
        code: int = NS,
        *,
        kind: str = "ranked",
        days_ago: float = 1,
        pending: bool = False,
        tallies: Sequence[Sequence[int]] = (),
        **more: object,
    ) -> RatedGame:
        """A game of four, `names` in the row order (N, S, E, W): "Ann Bob Cleo Dan"."""
        people = [self.people[name] for name in (names.split() if isinstance(names, str) else names)]
        at = timezone.now() - timedelta(days=days_ago)
        north, south, east, west = people
        game = RatedGame.objects.create(
            club=self.club,
            kind=kind,
            event=self.event(kind),
            started_at=at,
            north=north,
            south=south,
            east=east,
            west=west,
            code=code,
            pending=pending,
            tallies=list(tallies),
            **more,
        )
        fields: dict[str, float] = {}
        for whose, list_ in (("own", kind), ("all", RatingList.COMBINED)):
            keys = [(str(list_), person.pk) for person in people]
            before = [self.ratings[key] for key in keys]
            changes = changes_of(self.policy, before, [self.games[key] for key in keys], code)
            for place, key in enumerate(keys):
                quit_it = bool(code >> place + 2 & 1)
                change = changes[place] if not pending or quit_it else 0.0
                fields[f"{whose}_before_{SEATS[place]}"] = before[place]
                fields[f"{whose}_change_{SEATS[place]}"] = change
                if pending and not quit_it:
                    continue
                self.ratings[key] = before[place] + change
                self.games[key] += 1
                self.last[key] = at
                own = self.nils.setdefault(key, [0, 0, 0, 0])
                for number, count in enumerate(tallies[place] if tallies else ()):
                    own[number] += count
                self._write(key)
        RatingChanges.objects.create(rated_game=game, **fields)
        return game

    def set(self, name: str, rating: float, *, kind: str = "", days_ago: float = 1, reason: str = "") -> None:
        person = self.people[name]
        at = timezone.now() - timedelta(days=days_ago)
        RatingSet.objects.create(
            person=person, kind=kind, rating=rating, at=at, reason=reason or "Brings it along.", by="dora"
        )
        for list_ in (kind,) if kind else ("ranked", RatingList.COMBINED):
            self.ratings[str(list_), person.pk] = rating
            self._write((str(list_), person.pk))

    def off(self, name: str) -> Person:
        """Not on the leaderboard any more; the rating is left, so that a test can look for it."""
        person = self.people[name]
        person.on_leaderboard = False
        person.save()
        return person

    def rating(self, name: str, kind: str = "ranked") -> float:
        return self.ratings[kind, self.people[name].pk]

    def _write(self, key: tuple[str, int]) -> None:
        kind, person = key
        bid, bid_set, met, met_set = self.nils.get(key, [0, 0, 0, 0])
        Rating.objects.update_or_create(
            kind=kind,
            person_id=person,
            defaults={
                "club": self.club,
                "rating": self.ratings[key],
                "games": self.games[key],
                "nils_bid": bid,
                "nils_bid_set": bid_set,
                "nils_met": met,
                "nils_met_set": met_set,
                "last_at": self.last.get(key),
            },
        )
