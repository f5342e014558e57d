"""What people see of the ratings: leaderboards, a player's story, ratings beside names.

Owns: a club's lists in their order, each in a fixed number of queries; who is left out, and why somebody does not see
themselves. A player's story is story.py's.
Never does: rate, or decide who may be shown (shown.py).

Terms: *list*, as in models/ratings.py; *whole*, a rating as it is shown: the nearest whole number, halves up. Places
go by it, so that two who are shown with the same number share a place.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import fsum
from typing import Final

from django.core.paginator import Paginator
from django.db.models import Count, F, Q, QuerySet, Window
from django.db.models.functions import Floor, Rank
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from scoring.elo import shown
from scoring.skill import Skill
from tournaments.models import (
    Club,
    EntryPlayer,
    Event,
    GameSeat,
    Kind,
    Person,
    RatedGame,
    Rating,
    RatingBook,
    RatingList,
)
from tournaments.services.actors import Deed, may
from tournaments.services.ratings.leaders import leaders
from tournaments.services.ratings.paging import Sheet, sheet_of
from tournaments.services.ratings.shown import (
    Viewer,
    is_listed,
    is_self,
    is_shown,
    listed,
    told,
    told_change,
)
from tournaments.services.ratings.story import book_to_read, own_person, player_for, story_of
from tournaments.services.ratings.story_values import SEATS, Story

__all__ = [
    "Leader",
    "Leaderboard",
    "Story",
    "book_to_read",
    "is_listed",
    "is_self",
    "is_shown",
    "leaderboard",
    "listed",
    "of_entry",
    "player_for",
    "ratings_beside",
    "ratings_of_entries",
    "story_of",
]

A_PAGE: Final = 50
RECENT_DAYS: Final = 30


@dataclass(frozen=True, slots=True)
class Leader:
    """A line of a leaderboard. `rating` is as the viewer is told it (shown.py), `whole` what is shown; `recent` is what
    the games of the last `RECENT_DAYS` days brought, None without any."""

    rank: int
    tied: bool
    person_id: int
    name: str
    rating: float
    whole: int
    skill: Skill
    games: int
    last_at: datetime | None
    recent: float | None


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """One list of a club. `lists` are those that have somebody on them; `own` is the viewer as a player of this club,
    and `own_absent` why they are not on this list, "" where they are. `behind`: the ratings are being made anew."""

    club: Club
    kind: RatingList
    lists: tuple[RatingList, ...]
    page: Sheet[Leader]
    minimum_games: int
    inactive_days: int | None
    behind: bool
    own: Person | None
    own_absent: str


@dataclass(frozen=True, slots=True)
class EntryRatings:
    """The ratings of an entry's players who are listed, by the person's key; `average` of all of them, rounded as
    ratings are, None where somebody's is not shown: from an average and the others' ratings theirs would follow."""

    players: Mapping[int, int]
    average: int | None


def leaderboard(
    club: Club,
    kind: str = "",
    viewer: Viewer | None = None,
    page: str | int = 1,
    now: datetime | None = None,
) -> Leaderboard:
    """A page of one of a club's lists, best first. Any nonsense for a list is the first that has somebody on it, for a
    page the nearest. At most eight queries, however many play."""
    now = now or timezone.now()
    book = book_to_read(club)
    lists = _lists(club)
    chosen = _chosen(kind, lists)
    found = Paginator(_ranked(club, book, chosen, now), A_PAGE).get_page(page)
    rows = list(found.object_list)
    recent = _recent(club, chosen, {row.person_id for row in rows}, now)
    own = own_person(club, viewer)
    exact = viewer is not None and may(viewer, Deed.DIRECT, club)
    return Leaderboard(
        club=club,
        kind=chosen,
        lists=lists,
        page=sheet_of(found, [_leader(row, recent, exact=exact) for row in rows]),
        minimum_games=book.minimum_games,
        inactive_days=book.inactive_days,
        behind=book.rated_version < book.ledger_version,
        own=own,
        own_absent=_why_absent(own, book, chosen, now) if own is not None else "",
    )


def ratings_beside(event: Event) -> dict[int, int]:
    """The ratings of those who play in an event and are listed, by the person's key, as they are shown: of the event's
    own list where it is rated, of all lists together otherwise. One query; {} in a club that rates nothing."""
    kind = event.kind if event.rated else RatingList.COMBINED
    # not by joins: every seat of somebody's entries would be put beside every seat of their games
    entered = EntryPlayer.objects.filter(entry__event=event).values("person")
    seated = GameSeat.objects.filter(game__event=event).values("person")
    plays = Q(person__in=seated) if event.kind == Kind.RANKED else Q(person__in=entered)
    rows = Rating.objects.filter(plays, listed("person__"), kind=kind, club_id=event.tournament.club_id)
    return {person: shown(rating) for person, rating in rows.values_list("person_id", "rating")}


def ratings_of_entries(event: Event) -> dict[int, EntryRatings]:
    """By the entry's number; entries without a rating that is shown are left out. Two queries, one where nobody has
    a rating."""
    ratings = ratings_beside(event)
    if not ratings:
        return {}
    players: defaultdict[int, list[int]] = defaultdict(list)
    seats = EntryPlayer.objects.filter(entry__event=event).values_list("entry__number", "person_id")
    for number, person in seats:
        players[number].append(person)
    found = {number: of_entry(people, ratings) for number, people in players.items()}
    return {number: one for number, one in found.items() if one.players}


def of_entry(people: Iterable[int], ratings: Mapping[int, int]) -> EntryRatings:
    """An entry's ratings out of those of an event (`ratings_beside`)."""
    people = list(people)
    own = {person: ratings[person] for person in people if person in ratings}
    whole = bool(own) and len(own) == len(people)
    return EntryRatings(own, shown(fsum(own.values()) / len(own)) if whole else None)


def _lists(club: Club) -> tuple[RatingList, ...]:
    """Those that somebody who is listed is on, in the order of the choices."""
    rows = Rating.objects.filter(listed("person__"), club=club, games__gt=0).order_by()
    there = set(rows.values_list("kind", flat=True).distinct())
    return tuple(kind for kind in RatingList if kind in there)


def _chosen(kind: str, lists: tuple[RatingList, ...]) -> RatingList:
    if kind in RatingList.values:
        return RatingList(kind)
    return lists[0] if lists else RatingList.RANKED


def _ranked(club: Club, book: RatingBook, kind: RatingList, now: datetime) -> QuerySet[Rating]:
    """Everybody on the leaderboard with their place, best first."""
    whole = F("whole")
    return (
        leaders(club.pk, book, kind, now)
        .select_related("person")
        .annotate(whole=Floor(F("rating") + 0.5))
        .annotate(
            rank=Window(Rank(), order_by=whole.desc()),
            sharing=Window(Count("pk"), partition_by=whole),
        )
        .order_by(whole.desc(), "-games", "person__name", "pk")
    )


def _leader(row: Rating, recent: Mapping[int, float], *, exact: bool) -> Leader:
    brought = recent.get(row.person_id)
    return Leader(
        rank=row.rank,  # type: ignore[attr-defined]
        tied=row.sharing > 1,  # type: ignore[attr-defined]
        person_id=row.person_id,
        name=row.person.name,
        rating=told(row.rating, exact=exact),
        whole=shown(row.rating),
        skill=Skill(row.nils_met, row.nils_met_set),
        games=row.games,
        last_at=row.last_at,
        recent=None if brought is None else told_change(brought, exact=exact),
    )


def _recent(club: Club, kind: RatingList, people: set[int], now: datetime) -> dict[int, float]:
    """What the games of the last days brought to each of these people; only games, not ratings that were set."""
    if not people:
        return {}
    side = Q()
    for name, _ in SEATS:
        side |= Q(**{f"{name}_id__in": people})
    rows = RatedGame.objects.filter(side, club=club, started_at__gte=now - timedelta(days=RECENT_DAYS))
    rows = rows.filter(started_at__lte=now, changes__isnull=False)
    if kind != RatingList.COMBINED:
        rows = rows.filter(kind=kind)
    whose = "all" if kind == RatingList.COMBINED else "own"
    fields = [f"{name}_id" for name, _ in SEATS]
    changes = [f"changes__{whose}_change_{letter}" for _, letter in SEATS]
    found: defaultdict[int, list[float]] = defaultdict(list)
    for row in rows.order_by().values_list(*fields, *changes).iterator():
        for person, change in zip(row[:4], row[4:], strict=True):
            if person in people:
                found[person].append(change)
    return {person: fsum(changes) for person, changes in found.items()}


def _why_absent(own: Person, book: RatingBook, kind: RatingList, now: datetime) -> str:
    """Why a player does not see themselves on a list, "" where they do."""
    if own.is_guest:
        return gettext("You play here as a guest; the leaderboard has those who are registered.")
    if not is_listed(own):
        return gettext("You are not here: your leaderboard setting is off.")
    rating = Rating.objects.filter(person=own, kind=kind).first()
    missing = max(1, book.minimum_games) - (rating.games if rating else 0)
    if missing > 0:
        return ngettext(
            "You are not here yet: one more game on this list, and you are.",
            "You are not here yet: %(games)s more games on this list, and you are.",
            missing,
        ) % {"games": missing}
    last = rating.last_at if rating else None
    if book.inactive_days is not None and (last is None or last < now - timedelta(days=book.inactive_days)):
        return gettext("You are not here now: play a game on this list, and you are back.")
    return ""
