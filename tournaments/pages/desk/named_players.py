"""Players as a form of the desk says them: a name typed, somebody found while typing, or an answer to "which one?".

Owns: the fields of one place (`player-2`, `person-2`, `which-2`), reading them, and asking again where a name alone
does not say who is meant.
Terms: *place*, the first, second … player; *question*, a place at which the director has to say who is meant.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, JsonResponse, QueryDict
from django.utils.translation import gettext, ngettext

from tournaments.models import Event, Person
from tournaments.services.people import Found, Named, Player, doubtful, find_people, tidy

NEW = "new"


@dataclass(slots=True)
class Place:
    """One player's fields as they are shown: what was typed, whom it stands for (`person`, a key as text), what is
    wrong, and who may be meant."""

    number: int
    label: str
    text: str = ""
    person: str = ""
    fault: str = ""
    people: Sequence[Found] = ()
    first: bool = False

    @property
    def named(self) -> Named:
        if self.person == NEW:
            return Player(self.text, new=True)
        if self.person.isdecimal():
            return Player(self.text, int(self.person))
        return self.text


def places_of(labels: Sequence[str], sent: QueryDict | None = None, first: int = 1) -> list[Place]:
    """The places of a form, empty or as they were sent; `first` keeps the fields of two forms of a page apart."""
    places = [Place(number, label) for number, label in enumerate(labels, start=first)]
    for place in places if sent is not None else ():
        assert sent is not None
        place.text = tidy(sent.get(f"player-{place.number}", ""))
        chosen = sent.get(f"which-{place.number}", "") or sent.get(f"person-{place.number}", "")
        place.person = chosen if chosen == NEW or (chosen.isdecimal() and len(chosen) < 10) else ""
    return places


def filled(places: Sequence[Place]) -> list[Place]:
    return [place for place in places if place.text]


def ask(places: Sequence[Place], club_id: int, event: Event | None = None) -> bool:
    """Whether somebody has to say who is meant. A membership number typed in place of a name is that person."""
    typed = [place for place in places if place.text and not place.person]
    by_number = dict(
        Person.objects.filter(club=club_id, number__in=[place.text for place in typed])
        .exclude(number="")
        .order_by("-pk")
        .values_list("number", "pk")
    )
    for place in typed:
        if place.text in by_number:
            place.person = str(by_number[place.text])
    for index, people in doubtful(club_id, [place.named for place in places], event).items():
        places[index].people = people
    return any(place.people for place in places)


def found_json(request: HttpRequest, club_id: int, event: Event | None = None) -> JsonResponse:
    """At most eight people for what is being typed (`q`): key, name, number, and what tells them from others."""
    found = find_people(club_id, request.GET.get("q", ""), event)
    people = [
        {"key": one.pk, "name": one.name, "number": one.number, "note": note_of(one, event)} for one in found
    ]
    return JsonResponse({"people": people})


def note_of(one: Found, event: Event | None = None) -> str:
    """What tells somebody from a namesake, in a few words."""
    if one.plays is not None:
        return gettext("plays here already, in %(number)s") % {"number": one.plays}
    if not one.events:
        return gettext("has not played yet")
    played = ngettext("%(count)s event", "%(count)s events", one.events) % {"count": one.events}
    return f"{played}, {one.last}"
