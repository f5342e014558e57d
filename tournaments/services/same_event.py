"""Whether a club has the event of a file already: from an earlier import, or because it was played there.

Owns: what makes two events the same. The log says when an event was made, to the microsecond, and goes with its file;
two that were made at their own moments are two events, however alike. Only where a log does not say it (a file of
another program, or one without its log) what was played tells: the same entries, date and most of the results.
Reads; changes nothing. Whoever asks whether an event is rated twice has the club's book locked with it.
"""

from collections.abc import Iterator, Mapping

from django.db.models import Count, OuterRef, QuerySet, Subquery

from scoring.faults import Fault
from tournaments.eventfile import model as file
from tournaments.models import Club, Event, EventStatus, Kind, LogEntry, Tournament
from tournaments.services.event_export import export_event
from tournaments.services.ratings.book import lock_book

MADE = ("event.created", "event.copied")
"""What the log of an event begins with that was made here, or at another club."""


def events_of(document: file.EventFile, club: Club, into: Tournament | None = None) -> list[Event]:
    """The events of `club` that are the one of `document`, the oldest first; `into`: where it is, or is to be."""
    of_kind = Event.objects.filter(tournament__club=club, kind=str(document.event.kind))
    told = document.log[0] if document.log else None
    found = set(_with_line(of_kind, told)) if told is not None else set()
    if told is None or told.action not in MADE:
        others = of_kind
    else:
        begins = LogEntry.objects.filter(event=OuterRef("pk")).order_by("pk").values("action")[:1]
        others = of_kind.annotate(begins=Subquery(begins)).exclude(begins__in=MADE)
    found.update(_played_alike(document, others.exclude(pk__in=[event.pk for event in found]), into))
    return sorted(found, key=lambda event: event.pk)


def faults_of_second_import(here: list[Event]) -> list[Fault]:
    if not here:
        return []
    first = here[0]
    message = (
        f"This event is here already: “{first}”, of {first.tournament.starts_on}. "
        "To have it a second time, import it with “again”."
    )
    return [Fault("imported-already", message)]


def faults_of_rated_twice(event: Event, here: list[Event] | None = None, path: str = "rated") -> list[Fault]:
    """That the club's ledger has a Pairs or Teams event already, which is rated and final, or is about to be; `here`
    are the events that it is known to be the same as. Games of ranked tables tell for themselves."""
    if event.kind == Kind.RANKED or not event.rated or event.status != EventStatus.FINAL:
        return []
    rated = Event.objects.filter(tournament__club=event.tournament.club_id, kind=event.kind)
    others = rated.exclude(pk=event.pk).filter(rated_games__isnull=False)
    if here is None and others.exists():
        here = events_of(export_event(event), event.tournament.club, event.tournament)
    lock_book(event.tournament.club_id)  # of two copies that are made final at once, one waits for the other
    if not others.exists():
        return []
    if here is None:  # the first has come meanwhile
        here = events_of(export_event(event), event.tournament.club, event.tournament)
    first = next((each for each in here if each.pk != event.pk and each.rated_games.exists()), None)
    if first is None:
        return []
    message = (
        f"This event is in this club’s ratings already, by “{first}”. For a copy that does not count a second time, "
        'say that it is not rated; in its file: "rated": false.'
    )
    return [Fault("rated-already", message, path)]


def _with_line(events: QuerySet[Event], line: file.LogLine) -> QuerySet[Event]:
    return events.filter(log__at=line.at, log__action=line.action, log__actor=line.actor)


def _played_alike(
    document: file.EventFile, events: QuerySet[Event], into: Tournament | None
) -> Iterator[Event]:
    info = document.event.tournament
    if info is not None and info.starts_on is not None:
        dates = {info.starts_on, *([into.starts_on] if into is not None else ())}
        events = events.filter(tournament__starts_on__in=dates)
    names = {entry.number: entry.name for entry in document.entries}
    candidates = events.annotate(size=Count("entries")).filter(size=len(names))
    for event in candidates.select_related("tournament__club"):
        if dict(event.entries.values_list("number", "name")) == names and _alike(
            document, export_event(event)
        ):
            yield event


def _alike(one: file.EventFile, other: file.EventFile) -> bool:
    """Whether most of what both have is the same: one may have been corrected since, or be from before the end."""
    first, second = _played(one), _played(other)
    both = first.keys() & second.keys()
    if not both:
        return not first and not second and one.event.name == other.event.name
    players = [
        {entry.number: entry.players for entry in document.entries if entry.players}
        for document in (one, other)
    ]
    same = sum(first[place] == second[place] for place in both)
    return players[0] == players[1] and 2 * same > len(both)


def _played(document: file.EventFile) -> Mapping[tuple[object, ...], object]:
    """What is written down of each place of the event."""
    found: dict[tuple[object, ...], object] = {}
    for result in document.results:
        fields = result.fields
        found[fields.round, fields.table, fields.board] = fields
    for match in document.matches:
        place = (match.round, match.home, match.away)
        if match.only_outcome:
            found[place] = match.given
        for room, results in (("open", match.open), ("closed", match.closed)):
            for row in results:
                said = (row.ns_bid, row.ns_tricks, row.ew_bid, row.ew_tricks)
                found[(*place, room, row.board)] = said
    for game in document.games:
        for deal in game.deals:
            said = (deal.ns_bid, deal.ns_tricks, deal.ew_bid, deal.ew_tricks)
            found[game.number, deal.number] = (tuple(sorted(game.seats.items())), said)
    return found
