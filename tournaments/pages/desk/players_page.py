"""The people of a club who play: found, corrected, and two who are one made one.

Owns: the pages. Never does: decide what may be merged (services/people_merge.py).
"""

from http import HTTPStatus
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournaments.forms import show_faults
from tournaments.models import Club, EntryPlayer, Person
from tournaments.pages.desk.door import actor_of, attempt, for_club, show, status_of
from tournaments.pages.desk.named_players import Place, ask, found_json, places_of
from tournaments.pages.desk.player_ranked import change, ranked_of
from tournaments.services.errors import ServiceError
from tournaments.services.people import find_people, told_apart
from tournaments.services.people_add import add_people
from tournaments.services.people_change import change_person
from tournaments.services.people_merge import Merge, merge_people, preview_merge

MOST_LISTED: Final = 100
MOST_DIGITS: Final = 9


class PersonForm(forms.Form):
    name = forms.CharField(required=False, max_length=300, label=_("Name"))
    number = forms.CharField(
        required=False,
        max_length=300,
        label=_("Membership number"),
        help_text=_("Tells two people of one name apart; may be empty."),
    )


class AddForm(forms.Form):
    names = forms.CharField(
        required=False,
        label=_("Names"),
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
        help_text=_("One on each line; a membership number in brackets behind it: Ann Lee (12)."),
    )


class MergeForm(forms.Form):
    reason = forms.CharField(required=False, max_length=500, label=_("Reason"))


@require_http_methods(["GET", "HEAD", "POST"])
@for_club()
def players(request: HttpRequest, club: Club) -> HttpResponse:
    """At most a hundred people: those searched for, or the first by name. A POST adds people."""
    form, status = AddForm(request.POST or None), HTTPStatus.OK
    if request.method == "POST":
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if form.is_valid():
            made, status = attempt(
                form, lambda: add_people(club.pk, form.cleaned_data["names"], actor_of(request))
            )
            if made is not None:
                said = ngettext("%(n)s person is added.", "%(n)s people are added.", len(made))
                messages.success(request, said % {"n": len(made)})
                return redirect("desk:players", club.slug)
    searched = request.GET.get("q", "")
    count = Person.objects.filter(club=club).count()
    if searched.strip():
        people = find_people(club.pk, searched, most=MOST_LISTED)
    else:
        rows = Person.objects.filter(club=club).order_by("name", "pk")[:MOST_LISTED]
        people = told_apart(list(rows.values_list("pk", "name", "number")))
    context = {
        **{"club": club, "searched": searched, "people": people, "count": count, "most": MOST_LISTED},
        "form": form,
    }
    return show(request, "desk/players.html", None, context, status)


@require_GET
@for_club()
def find(request: HttpRequest, club: Club) -> HttpResponse:
    return found_json(request, club.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@for_club()
def player(request: HttpRequest, club: Club, person: int) -> HttpResponse:
    found = _person(club, person)
    form = PersonForm(request.POST or None, initial={"name": found.name, "number": found.number})
    status = HTTPStatus.OK
    if request.method == "POST":
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if form.is_valid():
            data = form.cleaned_data
            made, status = attempt(
                form,
                lambda: change_person(club.pk, found.pk, data["name"], data["number"], actor_of(request)),
            )
            if made is not None:
                messages.success(request, gettext("%(name)s is changed.") % {"name": made.name})
                return redirect("desk:player", club.slug, made.pk)
    return _player_page(request, club, found, {"form": form}, status)


@require_POST
@for_club()
def ranked(request: HttpRequest, club: Club, person: int) -> HttpResponse:
    """How somebody stands to ranked games, changed; the leaderboard setting is turned off after its warning."""
    found = _person(club, person)
    made = change(club, found, request.POST, actor_of(request))
    if made.said:
        messages.success(request, made.said)
        return redirect("desk:player", club.slug, found.pk)
    context = {"form": _person_form(found), **made.tried}
    return _player_page(request, club, found, context, made.status)


@require_http_methods(["GET", "HEAD", "POST"])
@for_club()
def merge(request: HttpRequest, club: Club) -> HttpResponse:
    """First what would move (GET with `keep`, and the other as a name typed or as `double`), then the merge (POST)."""
    sent = request.POST if request.method == "POST" else request.GET
    kept = _person(club, _key(sent.get("keep", "")))
    double = _key(sent.get("double", ""))
    if not double:
        place = places_of([gettext("The other one")], sent)[0]
        if not place.text or ask([place], club.pk) or not place.person.isdecimal():
            if not place.people:
                place.fault = gettext("Find the other person by name or number first.")
            context = {"form": _person_form(kept), "place": place}
            return _player_page(request, club, kept, context, HTTPStatus.UNPROCESSABLE_ENTITY)
        double = int(place.person)
    try:
        preview = preview_merge(club.pk, kept.pk, double)
    except ServiceError as error:
        raise Http404(str(error)) from None
    if request.method != "POST":
        return _merge_page(request, club, preview, MergeForm(), HTTPStatus.OK)
    form = MergeForm(request.POST)
    if form.is_valid():
        try:
            merge_people(club.pk, kept.pk, double, actor_of(request), form.cleaned_data["reason"])
        except ServiceError as error:
            show_faults(form, error)
            return _merge_page(request, club, preview, form, status_of(error))
        messages.success(request, gettext("%(name)s is one person now.") % {"name": kept.name})
        return redirect("desk:player", club.slug, kept.pk)
    return _merge_page(request, club, preview, form, HTTPStatus.UNPROCESSABLE_ENTITY)


def _player_page(
    request: HttpRequest, club: Club, found: Person, context: dict[str, Any], status: HTTPStatus
) -> HttpResponse:
    seats = EntryPlayer.objects.filter(person=found).select_related("entry__event__tournament")
    recent = seats.order_by("-entry__event__tournament__starts_on", "-entry__event")[:MOST_LISTED]
    place = Place(1, gettext("The other one"))
    whole = {
        **{"club": club, "person": found, "seats": recent, "place": place},
        **ranked_of(found),
        **context,
    }
    return show(request, "desk/player.html", None, whole, status)


def _merge_page(
    request: HttpRequest, club: Club, preview: Merge, form: MergeForm, status: HTTPStatus
) -> HttpResponse:
    return show(
        request, "desk/players_merge.html", None, {"club": club, "merge": preview, "form": form}, status
    )


def _person_form(found: Person) -> PersonForm:
    return PersonForm(initial={"name": found.name, "number": found.number})


def _key(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else 0


def _person(club: Club, key: int) -> Person:
    found = Person.objects.filter(club=club, pk=key).first()
    if found is None:
        raise Http404(gettext("There is no such person in this club."))
    return found
