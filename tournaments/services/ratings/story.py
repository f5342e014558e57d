"""A player's ratings as a story: where they stand, how they came there, with whom and against whom, and why.

Owns: the story of one person on one list, in a fixed number of queries, however many games they played.
Never does: decide who may be shown (shown.py); explain a change (why.py); rate.

Terms: *step*, a moment at which a rating changed: a game, all games of a Pairs or Teams event at once (they are rated
from the ratings the event began with), or a rating that was set; *companion*, somebody a player met again and again.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import fsum
from typing import Any, Final

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.utils import timezone

from scoring.elo_policies import RatingPolicy
from scoring.skill import Skill
from tournaments.models import Ban, Club, Person, RatedGame, Rating, RatingBook, RatingList, RatingSet
from tournaments.services.actors import Deed, may
from tournaments.services.ratings.leaders import place_of
from tournaments.services.ratings.paging import sheet_of
from tournaments.services.ratings.shown import Viewer, is_listed, is_self, is_shown, told, told_change
from tournaments.services.ratings.story_lines import Teller
from tournaments.services.ratings.story_values import (
    SEATS,
    Companion,
    Named,
    Row,
    SetLine,
    Standing,
    Step,
    Story,
)

A_PAGE: Final = 20
MOST_COMPANIONS: Final = 100


def book_to_read(club: Club | int) -> RatingBook:
    """A club's book, or what it would be without one. Not to be saved."""
    club_id = club if isinstance(club, int) else club.pk
    return RatingBook.objects.filter(club_id=club_id).first() or RatingBook(club_id=club_id)


def own_person(club: Club, viewer: Viewer | None) -> Person | None:
    """The viewer as one who plays in this club."""
    if viewer is None or not viewer.is_authenticated or not viewer.is_active:
        return None
    return Person.objects.filter(club=club, user_id=viewer.pk).first()


def player_for(club: Club, person_id: int, viewer: Viewer) -> Person | None:
    """The person of this key in the club if `viewer` may see their page. None for whoever is not there or is not shown.
    To others than themselves and the directors there is no page of somebody without a rating either: the club's list of
    people is nobody's business."""
    person = Person.objects.filter(club=club, pk=person_id).first()
    if person is None or not is_shown(person, viewer):
        return None
    if Rating.objects.filter(person=person).exists():
        return person
    return person if is_self(person, viewer) or may(viewer, Deed.DIRECT, club) else None


def story_of(person: Person, kind: str, viewer: Viewer, page: str | int = 1) -> Story:
    """What `viewer`, who may see it (`player_for`), is told of a person on a list; any nonsense for a list is the first
    that they are on, for a page the nearest. At most twelve queries, however many games."""
    club = person.club
    book = book_to_read(club)
    directs, own = may(viewer, Deed.DIRECT, club), is_self(person, viewer)
    standings = _standings(person, exact=directs)
    chosen = _chosen(kind, standings)
    rows = _rows(person, chosen)
    sets = list(RatingSet.objects.filter(Q(kind="") | Q(kind=chosen), person=person).order_by("at", "pk"))
    partners, opponents = _met(rows, exact=directs)
    found = Paginator(_newest_first(rows, sets), A_PAGE).get_page(page)
    shown_rows = [one for one in found.object_list if isinstance(one, Row)]
    policy = RatingPolicy.from_json(book.policy)
    people = _named({who for row in shown_rows for who in row.people} | set(partners) | set(opponents))
    tell = Teller(policy, chosen, people, shown_rows, knows_all=directs)
    lines = [
        tell.line(one) if isinstance(one, Row) else _set_line(one, knows_why=own or directs, exact=directs)
        for one in found.object_list
    ]
    return Story(
        person=person,
        club=club,
        kind=chosen,
        standings=standings,
        place=place_of(person.pk, book, chosen, timezone.now()),
        course=tuple(_course(rows, sets, exact=directs)),
        lines=sheet_of(found, lines),
        partners=_companions(partners, people, directs),
        opponents=_companions(opponents, people, directs),
        bans=_bans(person) if own or directs else (),
        policy=policy,
        behind=book.rated_version < book.ledger_version,
        is_listed=is_listed(person),
        is_self=own,
        is_director=directs,
    )


def _standings(person: Person, *, exact: bool) -> tuple[Standing, ...]:
    rows = {row.kind: row for row in Rating.objects.filter(person=person)}
    return tuple(
        Standing(
            kind=kind,
            rating=told(row.rating, exact=exact),
            games=row.games,
            skill=Skill(row.nils_met, row.nils_met_set),
            bid=row.nils_bid,
            made=row.nils_bid - row.nils_bid_set,
            last_at=row.last_at,
        )
        for kind in RatingList
        if (row := rows.get(kind)) is not None
    )


def _chosen(kind: str, standings: Sequence[Standing]) -> RatingList:
    if kind in RatingList.values:
        return RatingList(kind)
    played = [found.kind for found in standings if found.games]
    return played[0] if played else RatingList.RANKED


def _rows(person: Person, kind: RatingList) -> list[Row]:
    """All games of a person on a list, in the ledger's order."""
    seat = Q()
    for name, _ in SEATS:
        seat |= Q(**{name: person})
    found: QuerySet[RatedGame] = RatedGame.objects.filter(seat)
    if kind != RatingList.COMBINED:
        found = found.filter(kind=kind)
    whose = "all" if kind == RatingList.COMBINED else "own"
    seats = [f"{name}_id" for name, _ in SEATS]
    changes = [f"changes__{whose}_{what}_{letter}" for what in ("before", "change") for _, letter in SEATS]
    fields = ("pk", "kind", "event_id", "started_at", "code", "pending", *seats, *changes)
    return [
        _row(person.pk, row) for row in found.values_list(*fields).order_by("started_at", "event_id", "pk")
    ]


def _row(person_id: int, row: tuple[Any, ...]) -> Row:
    key, kind, event, at, code, pending, *rest = row
    place = rest[:4].index(person_id)
    one, two, three, four = rest[:4]
    return Row(
        key, kind, event, at, (one, two, three, four), place, code, pending, rest[4 + place], rest[8 + place]
    )


def _newest_first(rows: Sequence[Row], sets: Sequence[RatingSet]) -> list[Row | RatingSet]:
    return sorted((*rows, *sets), key=lambda found: found.at, reverse=True)


def _course(rows: Sequence[Row], sets: Sequence[RatingSet], *, exact: bool) -> Iterator[Step]:
    """The rating after each step. The games of an event that was rated as one are one step."""
    played = [row for row in rows if row.before is not None and row.change is not None]
    apart: dict[object, list[Row]] = {}
    for row in played:
        apart.setdefault(row.pk if row.kind == RatingList.RANKED else f"event {row.event}", []).append(row)
    steps = [
        Step(group[-1].at, start, start + fsum(row.change or 0.0 for row in group))
        for group in apart.values()
        for start in [group[0].before or 0.0]
    ]
    steps.extend(Step(one.at, one.rating, one.rating, was_set=True) for one in sets)
    # A game starts from the ratings at its start, so one that was set at that very moment goes before it.
    for step in sorted(steps, key=lambda step: (step.at, not step.was_set)):
        before, after = (told(rating, exact=exact) for rating in (step.before, step.rating))
        yield Step(step.at, before, after, step.was_set)


def _set_line(found: RatingSet, *, knows_why: bool, exact: bool) -> SetLine:
    reason, by = (found.reason, found.by) if knows_why else ("", "")
    return SetLine(found.at, told(found.rating, exact=exact), reason, by)


class _Tally:
    """What came of the games with or against one person."""

    def __init__(self) -> None:
        self.games, self.won, self.changes = 0, 0, list[float]()

    def add(self, result: str, change: float | None) -> None:
        self.games += 1
        self.won += result == "won"
        if change is not None:
            self.changes.append(change)

    @property
    def average(self) -> float | None:
        return fsum(self.changes) / len(self.changes) if self.changes else None


def _met(rows: Iterable[Row], *, exact: bool) -> tuple[dict[int, _Tally], dict[int, _Tally]]:
    """By person: with whom, and against whom. Games still played do not count."""
    partners: defaultdict[int, _Tally] = defaultdict(_Tally)
    opponents: defaultdict[int, _Tally] = defaultdict(_Tally)
    for row in rows:
        if row.pending:
            continue
        change = None if row.change is None else told_change(row.change, exact=exact)
        partners[row.partner].add(row.result, change)
        for opponent in row.opponents:
            opponents[opponent].add(row.result, change)
    return _most(partners), _most(opponents)


def _most(found: Mapping[int, _Tally]) -> dict[int, _Tally]:
    """Those met most often: a list of everybody ever met is of use to nobody."""
    games = Counter({person: tally.games for person, tally in found.items()})
    return {person: found[person] for person, _ in games.most_common(MOST_COMPANIONS)}


def _companions(
    found: Mapping[int, _Tally], people: Mapping[int, Named], knows_all: bool
) -> tuple[Companion, ...]:
    rows = [
        Companion(
            people[person],
            tally.games,
            tally.won,
            tally.average if knows_all or people[person].listed else None,
        )
        for person, tally in found.items()
    ]
    return tuple(sorted(rows, key=lambda row: (-row.games, -row.won, row.person.name, row.person.person_id)))


def _named(keys: set[int]) -> dict[int, Named]:
    people = Person.objects.filter(pk__in=keys)
    return {person.pk: Named(person.pk, person.name, is_listed(person)) for person in people}


def _bans(person: Person) -> tuple[Ban, ...]:
    """Those that hold now, longest last."""
    now = timezone.now()
    holding = Ban.objects.filter(person=person, lifted_at=None, since__lte=now, until__gt=now)
    return tuple(holding.order_by("until", "pk"))
