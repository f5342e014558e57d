"""How a person of the club stands to ranked games: the leaderboard setting with its price, guest, bot, games elsewhere.

Never does: say what the price is (services/ranked/leaderboard.py).
"""

from dataclasses import asdict, dataclass, field
from http import HTTPStatus
from typing import Any, Final

from django import forms
from django.db.models import Count, QuerySet
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms import WholeNumber
from tournaments.models import Club, Event, Person
from tournaments.pages.desk.door import attempt
from tournaments.services.actors import Actor
from tournaments.services.people_change import MOST_ELSEWHERE, Standing, change_standing
from tournaments.services.ranked.bans import bans_of
from tournaments.services.ranked.leaderboard import set_on_leaderboard, warning_of
from tournaments.services.ranked.who_may import finished_games
from tournaments.services.zones import zone_of_club

MOST_LISTED: Final = 100


class BoardForm(forms.Form):
    leaderboard = forms.ChoiceField(choices=[(word, word) for word in ("on", "off", "off-warned")])


class StandingForm(forms.Form):
    is_guest = forms.BooleanField(
        required=False, label=_("Guest"), help_text=_("Not registered: plays along, but no ranked games.")
    )
    is_bot = forms.BooleanField(
        required=False, label=_("Bot"), help_text=_("A program that fills a seat somebody has left.")
    )
    finished_elsewhere = WholeNumber(
        min_value=0,
        max_value=MOST_ELSEWHERE,
        label=_("Finished games elsewhere"),
        help_text=_("They count towards the first ranked game."),
    )


def ranked_of(person: Person, **tried: Any) -> dict[str, Any]:
    """What the player's page shows of it; `tried` are forms that were sent and refused."""
    now = timezone.now()
    there = now.astimezone(zone_of_club(person.club))
    return {
        "board": BoardForm(),
        "standing": StandingForm(initial=asdict(Standing.of(person))),
        "bans": [f"{person.name} {ban.text(there)}" for ban in bans_of([person.pk], now)[person.pk]],
        "finished": finished_games([person.pk])[person.pk],
        "ladders": _ladders(person),
        "warned": "",
        **tried,
    }


def _ladders(person: Person) -> QuerySet[Event]:
    """The events of ranked tables in which they began games, the latest first, each with how many (`began`)."""
    counted = Event.objects.filter(games__seats__person=person).annotate(began=Count("games"))
    latest = counted.order_by("-tournament__starts_on", "-pk")
    return latest.select_related("tournament")[:MOST_LISTED]


@dataclass(frozen=True, slots=True)
class Changed:
    """What came of a form: `said` of what was done, else `tried`, the forms to show again, with their `status`."""

    said: str = ""
    tried: dict[str, Any] = field(default_factory=dict)
    status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY


def change(club: Club, person: Person, sent: QueryDict, actor: Actor) -> Changed:
    """Do what a form of the section says. Turning the leaderboard setting off is first answered with its price."""
    if "leaderboard" in sent:
        return _change_board(person, sent, actor)
    form = StandingForm(sent)
    if not form.is_valid():
        return Changed(tried={"standing": form})
    standing = Standing(**form.cleaned_data)
    made, status = attempt(form, lambda: change_standing(club.pk, person.pk, standing, actor))
    if made is None:
        return Changed(tried={"standing": form}, status=status)
    return Changed(gettext("%(name)s is changed.") % {"name": made.name})


def _change_board(person: Person, sent: QueryDict, actor: Actor) -> Changed:
    form = BoardForm(sent)
    if not form.is_valid():
        return Changed(tried={"board": form})
    wanted = form.cleaned_data["leaderboard"]
    if wanted == "off" and person.on_leaderboard:
        there = timezone.now().astimezone(zone_of_club(person.club))
        return Changed(tried={"warned": warning_of(person, there)}, status=HTTPStatus.OK)
    on = wanted == "on"
    made, status = attempt(form, lambda: set_on_leaderboard(person.pk, on, actor))
    if made is None:
        return Changed(tried={"board": form}, status=status)
    said = gettext("%(name)s is on the leaderboard.") if on else gettext("%(name)s is off the leaderboard.")
    return Changed(said % {"name": made.name})
