"""What stands on an event's page above its settings: deeds that fit, sheets, what is missing, and what to look at.

Never does: change anything.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Q
from django.urls import reverse

from tournaments.admin.desk import desk
from tournaments.admin.draw_page import DRAW_DEED
from tournaments.admin.event_deeds import EVENT_DEEDS
from tournaments.admin.team_fields import what_the_field_holds
from tournaments.models import Event, EventStatus, Kind, Match, Room, RoundStatus, Table
from tournaments.printing import DIRECTOR_DOCUMENTS, documents_of
from tournaments.services.actors import directs
from tournaments.services.progress import Missing, missing_results
from tournaments.services.team_draws import Difference, draw_difference
from tournaments.services.visibility import match_sight, sees_every_board

SHOWN_MISSING = 60


@dataclass(frozen=True, slots=True)
class Link:
    text: str
    url: str


def panel(event: Event, user: AbstractBaseUser | AnonymousUser) -> dict[str, Any]:
    """For the template deeds.html."""
    hidden = frozenset() if directs(user, event) else DIRECTOR_DOCUMENTS
    missing = missing_results(event)
    teams = event.kind == Kind.TEAMS
    if teams:
        missing = _told(event, user, missing)
    return {
        "deeds": _deeds(event),
        "documents": [name for name in documents_of(event) if name not in hidden],
        "missing": _missing_tables(event, missing) if teams else _missing_results(missing),
        "missing_count": len(missing),
        "desk": desk(event, user),
        **(_of_teams(event, user) if teams else {}),
    }


def _deeds(event: Event) -> list[Link]:
    """Deeds that fit, in the order of an evening; the draw of a Teams event, round by round, comes after entries."""
    links = [
        Link(deed.title, reverse("admin:tournaments_event_do", args=[event.pk, name]))
        for name, deed in EVENT_DEEDS.items()
        if deed.is_offered(event)
    ]
    if event.kind == Kind.TEAMS and event.status != EventStatus.FINAL:
        add = Link("Add a team", f"{reverse('admin:tournaments_entry_add')}?event={event.pk}")
        draw = Link(DRAW_DEED.title, reverse("admin:tournaments_event_next_round", args=[event.pk]))
        unopened = event.rounds.filter(status=RoundStatus.PLANNED).exists()
        links[:1] = [add, *links[:1], *([] if unopened else [draw])]
    if event.kind == Kind.RANKED:
        links.insert(0, Link("Games at the desk", reverse("desk:games", args=[event.pk])))
    if event.status != EventStatus.FINAL and (event.kind == Kind.RANKED or event.entries.exists()):
        links.append(Link("Table cards", reverse("admin:tournaments_event_cards", args=[event.pk])))
    return links


def _missing_results(missing: Iterable[Missing]) -> list[Link]:
    add = reverse("admin:tournaments_result_add")
    shown = list(missing)[:SHOWN_MISSING]
    return [Link(str(place), f"{add}?table={place.table_id}&board={place.board}") for place in shown]


def _told(event: Event, user: AbstractBaseUser | AnonymousUser, missing: list[Missing]) -> list[Missing]:
    """Without the other table of a match that the reader plays in: whether it waits for more boards tells how it
    stands."""
    sight = match_sight(event, user)
    if not sight.plays_for:
        return missing
    mine = Q(ns__number__in=sight.plays_for) | Q(ew__number__in=sight.plays_for)
    own_matches = Table.objects.filter(mine, round__event=event)
    tables = set(own_matches.values_list("round__number", "number")) - sight.sits_at
    return [place for place in missing if (place.round, place.table) not in tables]


def _missing_tables(event: Event, missing: Iterable[Missing]) -> list[Link]:
    """A race is entered by the table, so its boards stand together."""
    places = Match.objects.filter(round__event=event).values_list("tables__pk", "pk", "tables__room")
    match_of = {table: (match, room) for table, match, room in places}
    links = []
    for table, places_there in groupby(missing, key=lambda place: place.table_id):
        of_table = list(places_there)
        match, room = match_of[table]
        deed = "open-table" if room == Room.OPEN else "closed-table"
        first = of_table[0]
        boards_due = f"board {first.board}" if len(of_table) == 1 else f"boards {_listed(of_table)}"
        text = f"round {first.round}, table {first.table}, {boards_due}"
        links.append(Link(text, reverse("admin:tournaments_match_do", args=[match, deed])))
    return links[:SHOWN_MISSING]


def _listed(places: list[Missing]) -> str:
    """ "4–8" where no board between is in, else every number."""
    numbers = [place.board for place in places]
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]}–{numbers[-1]}"
    return ", ".join(map(str, numbers))


def _of_teams(event: Event, user: AbstractBaseUser | AnonymousUser) -> dict[str, Any]:
    shown: dict[str, Any] = {"holds": what_the_field_holds(event)}
    if event.status == EventStatus.FINAL or not sees_every_board(user, event):
        return shown
    difference = draw_difference(event)
    if difference is not None:
        names = dict(event.entries.values_list("number", "name"))
        shown["difference"] = _difference(event, difference, names)
    return shown


def _difference(event: Event, difference: Difference, names: dict[int, str]) -> dict[str, Any]:
    undo = EVENT_DEEDS["undo-round"]
    return {
        "round": difference.round_number,
        "gone": [f"{names[home]} – {names[away]}" for home, away in difference.gone],
        "new": [f"{names[home]} – {names[away]}" for home, away in difference.new],
        "undo": reverse("admin:tournaments_event_do", args=[event.pk, "undo-round"])
        if undo.is_offered(event)
        else "",
    }
