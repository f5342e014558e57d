"""Who may sit down to a game: what the database knows of somebody, held against the conditions of ranked play.

Owns: the facts (finished games, bans, rating, where they sit), a rating range, whom a typed name means.
Never does: decide a condition or word it (scoring/ranked.py); seat anybody (games.py).
Source: docs/rules.md §5, Who may play ranked.

Terms
-----
friendly    a game that is not rated: only that nobody sits at two tables is asked
fill in     take a quitter's seat, unrated: bans hold, the conditions of a rating do not
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Q

from scoring import ranked as rules
from scoring.elo import shown
from scoring.elo_policies import RatingPolicy
from scoring.faults import Fault
from tournaments.models import (
    Entry,
    Event,
    EventStatus,
    Game,
    GameSeat,
    GameStatus,
    Kind,
    Person,
    Rating,
    RatingList,
    Result,
    ResultState,
    StandIn,
    Table,
    TableSeat,
)
from tournaments.services.errors import NotFoundError, ServiceError
from tournaments.services.people import plain_case, tidy
from tournaments.services.ranked.bans import bans_of, policy_for
from tournaments.services.ratings.shown import is_listed
from tournaments.services.who_plays import players_at
from tournaments.services.zones import zone_of

LIVE = (GameStatus.SEATING, GameStatus.PLAYING)


def faults_to_sit(
    event: Event,
    person: Person,
    now: datetime,
    *,
    rated: bool,
    fills_in: bool = False,
    rematch: bool = False,
    but: Game | None = None,
) -> list[Fault]:
    """Everything that keeps `person` from a seat of a game of `event`, in the words of the tournament's time zone.

    Whoever was in a game is not asked about the rating range again for its `rematch`. A seat in `but` does not count.
    """
    there = now.astimezone(zone_of(event.tournament))
    if not rated:
        candidate = rules.Candidate(person.name, sits_at=sits_at(person, but))
        return list(rules.check_candidate(_ANYBODY, candidate, there, fills_in=True))
    policy = policy_for(person.club_id)
    candidate = replace(_candidate(policy, person, there, fills_in), sits_at=sits_at(person, but))
    faults = rules.check_candidate(policy, candidate, there, fills_in=fills_in)
    # who may not be rated anyway is told nothing of a rating that nobody may see
    hidden = person.is_guest or (policy.leaderboard_needed and not person.on_leaderboard)
    unasked = fills_in or rematch or person.is_bot or hidden
    ranged = [] if unasked else _faults_of_range(event, person, policy)
    return [*faults, *ranged]


def sits_at(person: Person, but: Game | None = None) -> str:
    """The table at which somebody sits now, in words; "" at none. Whoever is away still sits there until they have
    quit; nobody sits in an event that was made final over a game. `but` is a game that does not count."""
    sitting = GameSeat.objects.filter(person=person, quit_at=None, game__status__in=LIVE)
    filling = StandIn.objects.filter(person=person, left_at=None, seat__game__status=GameStatus.PLAYING)
    sitting = sitting.exclude(game__event__status=EventStatus.FINAL)
    filling = filling.exclude(seat__game__event__status=EventStatus.FINAL)
    rows = [
        *sitting.values_list("game", "game__table", "game__event__name"),
        *filling.values_list("seat__game", "seat__game__table", "seat__game__event__name"),
    ]
    for game, table, event in rows:
        if but is None or game != but.pk:
            return f"table {table} of “{event}”"
    return ""


def finished_games(person_ids: Iterable[int], enough: int | None = None) -> dict[int, int]:
    """How many games each of them has finished, of every kind: games of ranked tables that they sat through, rated or
    not; tables of final Pairs and Teams events with a result; and those that are not in this system.

    It may stop counting whoever has `enough`.
    """
    people = set(person_ids)
    counts = dict.fromkeys(people, 0)
    elsewhere = Person.objects.filter(pk__in=people).values_list("pk", "finished_elsewhere")
    over = GameSeat.objects.filter(person__in=people, quit_at=None, game__status=GameStatus.OVER)
    sat = over.order_by().values_list("person").annotate(Count("pk"))
    played = TableSeat.objects.filter(_has_result("table"), person__in=people)
    raced = played.filter(table__round__event__status=EventStatus.FINAL)
    for rows in (elsewhere, sat, raced.order_by().values_list("person").annotate(Count("pk"))):
        for pk, count in rows:
            counts[pk] += count
    _count_pairs(counts, enough)
    return counts


def find_player(club_id: int, text: str) -> Person:
    """Whom a full name or a membership number means; capitals make no difference.

    Raises `NotFoundError` for nobody, and `ServiceError` where several people have the name. It tells nothing of
    anybody else: there is no list to choose from.
    """
    wanted = tidy(text)
    people = Person.objects.filter(club=club_id).order_by("pk")
    numbered = list(people.filter(number=wanted).exclude(number="")) if wanted else []
    if len(numbered) == 1:
        return numbered[0]
    folded = plain_case(wanted)
    # not every database compares without case beyond ASCII
    keys = [pk for pk, name in people.values_list("pk", "name") if wanted and plain_case(name) == folded]
    if len(keys) == 1:
        return people.get(pk=keys[0])
    if keys or numbered:
        message = f"Several people of this club are called “{wanted}”: type your membership number instead."
        raise ServiceError(Fault("namesakes", message, "player"))
    message = (
        f"This club knows nobody called “{wanted[:60]}”: type the full name or the membership number, or ask the desk."
        if wanted
        else "Type your full name or your membership number."
    )
    raise NotFoundError(Fault("no-player", message, "player"))


_ANYBODY = RatingPolicy(preset="2026")
"""For friendly games: of whom fills in, nothing but another table and a ban is asked, and of those no ban is given."""


def _candidate(policy: RatingPolicy, person: Person, now: datetime, fills_in: bool) -> rules.Candidate:
    asked = not (fills_in or person.is_bot)
    counted = finished_games([person.pk], policy.finished_games)[person.pk] if asked else 0
    return rules.Candidate(
        name=person.name,
        is_registered=not person.is_guest,
        finished_games=counted,
        on_leaderboard=person.on_leaderboard,
        is_bot=person.is_bot,
        bans=bans_of([person.pk], now)[person.pk],
    )


def _faults_of_range(event: Event, person: Person, policy: RatingPolicy) -> list[Fault]:
    low, high = event.ranked.lowest_rating, event.ranked.highest_rating
    if low is None and high is None:
        return []
    stored = Rating.objects.filter(person=person, kind=RatingList.RANKED).values_list("rating", flat=True)
    kept = stored.first()
    rating = shown(policy.start if kept is None else kept)
    if (low is None or rating >= low) and (high is None or rating <= high):
        return []
    asked = (
        f"from {low} to {high}"
        if low is not None and high is not None
        else f"of {low} or more"
        if low is not None
        else f"of {high} or less"
    )
    message = (
        f"{person.name} has a rating of {rating}; this event is for ratings {asked}."
        if is_listed(person)
        else f"{person.name} has another rating than this event asks for: it is for ratings {asked}."
    )
    return [Fault("ranked-rating-range", message)]


def _has_result(table: str) -> Exists:
    there = Result.objects.filter(table=OuterRef(table)).exclude(state=ResultState.REMOVED)
    return Exists(there)


def _count_pairs(counts: dict[int, int], enough: int | None) -> None:
    """Add one for every table of a final Pairs event at which somebody began to play, the latest event first."""
    theirs = Q(players__in=counts) | Q(substitutions__into__in=counts)
    events = Event.objects.filter(
        pk__in=Entry.objects.filter(theirs).values("event"), kind=Kind.PAIRS, status=EventStatus.FINAL
    )
    for event in events.defer("movement").order_by("-pk"):
        if enough is not None and all(count >= enough for count in counts.values()):
            return
        who = players_at(event)
        tables = Table.objects.filter(_has_result("pk"), round__event=event)
        for number, ns, ew in tables.order_by().values_list("round__number", "ns", "ew"):
            for person in (*who(ns, number, None), *who(ew, number, None)):
                if person.pk in counts:
                    counts[person.pk] += 1
