"""Ranked games, ratings and bans of two people who are one (services/people_merge.py).

Owns: what of games and ratings becomes the kept one's, and what stands against it.
Terms: *kept* and *double* as there. Ratings are not added up: the ledger is rated again with the games of both as one
person's, so that the same comes out as if there had only ever been one.
"""

from collections.abc import Iterable

from django.db.models import Min, Q

from scoring.faults import Fault
from tournaments.models import Ban, Event, GameSeat, Person, RatedGame, Rating, RatingSet, StakeLine, StandIn
from tournaments.services.ranked.who_may import sits_at
from tournaments.services.ratings.book import lock_book, stale

PLACES = ("north", "south", "east", "west")


def events_with_games(people: Iterable[int]) -> set[int]:
    """The keys of the events in which one of these people has sat in a game."""
    wanted = list(people)
    sat = Event.objects.filter(games__seats__person__in=wanted)
    filled = Event.objects.filter(games__seats__stand_ins__person__in=wanted)
    return {pk for found in (sat, filled) for pk in found.order_by().values_list("pk", flat=True)}


def faults_of_games(kept: Person, double: Person) -> list[Fault]:
    """Whoever sat in one game together is two people; and nobody comes to sit at two tables by a merge."""
    together = set(_games_of(kept)) & set(_games_of(double))
    faults = [
        Fault("play-together", f"Both sat in game {number} of {event}, so they are two people.", "double")
        for _pk, number, event in sorted(together)
    ]
    here, there = sits_at(kept), sits_at(double)
    if here and there and not faults:
        message = (
            f"{kept.name} sits at {here}, {double.name} at {there}: wait until one of the games is over."
        )
        faults.append(Fault("both-sit", message, "double"))
    return faults


def moves_of_games(double: Person) -> list[tuple[str, str]]:
    """What moves: (event's name or "", what)."""
    seats = GameSeat.objects.filter(person=double).order_by("game__event", "game__number")
    moves = [
        (event, f"game {number}, seat {seat}")
        for event, number, seat in seats.values_list("game__event__name", "game__number", "seat")
    ]
    filled = StandIn.objects.filter(person=double).order_by("pk")
    moves += [
        (event, f"filled in, game {number}, seat {seat}")
        for event, number, seat in filled.values_list(
            "seat__game__event__name", "seat__game__number", "seat__seat"
        )
    ]
    rated = RatedGame.objects.filter(_at_a_place(double)).count()
    bans = Ban.objects.filter(person=double).count()
    if rated:
        moves.append(("", f"{rated} rated games; ratings are made again" if rated > 1 else "a rated game"))
    if bans:
        moves.append(("", f"{bans} bans" if bans > 1 else "a ban"))
    return moves


def move_games(kept: Person, double: Person) -> None:
    """Make all that is the double's the kept one's, and have the club's ledger rated again where it is in it."""
    GameSeat.objects.filter(person=double).update(person=kept)
    StandIn.objects.filter(person=double).update(person=kept)
    StakeLine.objects.filter(person=double).update(person=kept)
    Ban.objects.filter(person=double).update(person=kept)
    if double.finished_elsewhere:
        kept.finished_elsewhere += double.finished_elsewhere
        kept.save(update_fields=["finished_elsewhere"])
    games = RatedGame.objects.filter(_at_a_place(double))
    given = RatingSet.objects.filter(person=double)
    first = games.aggregate(at=Min("started_at"))["at"]
    first_given = given.aggregate(at=Min("at"))["at"]
    times = [at for at in (first, first_given) if at is not None]
    if not times:
        return
    book = lock_book(kept.club_id)
    for place in PLACES:
        RatedGame.objects.filter(**{place: double}).update(**{place: kept})
    given.update(person=kept)
    Rating.objects.filter(person=double).delete()
    stale(book, min(times), anew=True)


def _games_of(person: Person) -> list[tuple[int, int, str]]:
    columns = ("pk", "number", "event__name")
    sat = GameSeat.objects.filter(person=person).values_list(*(f"game__{name}" for name in columns))
    filled = StandIn.objects.filter(person=person).values_list(*(f"seat__game__{name}" for name in columns))
    return [*sat, *filled]


def _at_a_place(person: Person) -> Q:
    return Q(north=person) | Q(south=person) | Q(east=person) | Q(west=person)
