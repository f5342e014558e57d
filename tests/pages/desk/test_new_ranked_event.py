"""An event of ranked tables at the desk: made, copied, its settings read and changed."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.admin.pages import fields_on_page
from tests.pages.desk.settings_forms import faults, fields_of, save, save_after_all, settings_url
from tests.support.event_builders import ACTOR
from tournaments.models import Dealing, Event, Kind, Leaving, Tournament
from tournaments.services.event_details import change_kind
from tournaments.services.events import EventSettings
from tournaments.services.ranked.games import open_game
from tournaments.services.ranked.options import RankedOptions, create_ranked_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(event: Event, director: User) -> Tournament:
    return event.tournament


@pytest.fixture
def ladder(tournament: Tournament) -> Event:
    return create_ranked_event(
        tournament, "Ladder", EventSettings(rules="puzzle-pirates"), RankedOptions(stake=5), ACTOR
    )


def url_of(tournament: Tournament) -> str:
    return reverse("desk:new-event", args=[tournament.pk])


def looked_at(client: Client, tournament: Tournament, **typed: str) -> Any:
    """The form after the kind was chosen, as htmx fetches it."""
    sent = {**fields_on_page(client, url_of(tournament)), "kind": "ranked", **typed}
    return client.post(url_of(tournament), sent, headers={"HX-Request": "true"})


def make(client: Client, tournament: Tournament, **typed: str) -> Any:
    form = looked_at(client, tournament).context["form"]
    sent = {name: form[name].value() for name in form.fields}
    sent = {name: "on" if value is True else value for name, value in sent.items()}
    sent = {name: value for name, value in sent.items() if value not in (None, False)}
    return client.post(url_of(tournament), {**sent, "make": "1", **typed})


def test_choosing_ranked_tables_shows_their_fields_with_everything_chosen(
    tournament: Tournament, client: Client
) -> None:
    page = looked_at(client, tournament)
    form = page.context["form"]
    assert form["name"].value() == "Ranked tables"
    assert [name for name, _words in form.fields["rules"].choices][:3] == ["", "puzzle-pirates", "standard"]
    assert "as usual: puzzle-pirates" in page.content.decode()
    assert "Show what fits" not in page.content.decode()  # there is no movement to fit
    assert make(client, tournament).status_code == 302
    made = Event.objects.get(kind=Kind.RANKED)
    assert (made.rated, made.rule_set.preset, made.rule_set.target) == (True, "puzzle-pirates", 500)
    assert RankedOptions.of(made) == RankedOptions()


def test_every_choice_reaches_the_event(tournament: Tournament, client: Client) -> None:
    typed = {"name": "Monday", "rules": "standard", "target": "200", "lowest_rating": "900"}
    more = {"highest_rating": "1300", "stake": "20", "leaving": "forfeit", "dealing": "system"}
    answer = make(client, tournament, **typed, **more)
    assert answer.status_code == 302
    made = Event.objects.select_related("ranked").get(name="Monday")
    assert made.rules == {"preset": "standard", "target": 200}
    wanted = RankedOptions(
        lowest_rating=900, highest_rating=1300, stake=20, leaving=Leaving.FORFEIT, dealing=Dealing.SYSTEM
    )
    assert RankedOptions.of(made) == wanted


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"target": ""}, "", ""),
        ({"target": "400"}, "target", "not one of the available choices"),
        ({"rules": "safe-harbor", "target": ""}, "target", "played to one of 200, 250, 300, 500, 1000"),
        ({"lowest_rating": "1300", "highest_rating": "900"}, "highest_rating", "at least the lowest"),
        ({"lowest_rating": "-1"}, "lowest_rating", "greater than or equal to 0"),
        ({"stake": "2000000"}, "stake", "less than or equal to"),
        ({"leaving": "shrug"}, "leaving", "not one of the available choices"),
        ({"name": ""}, "name", "name"),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_nothing_is_made(
    tournament: Tournament, client: Client, typed: dict[str, str], field: str, words: str
) -> None:
    answer = make(client, tournament, **typed)
    if not field:  # the rule set has a target of its own
        assert answer.status_code == 302
        return
    assert answer.status_code == 422
    assert words in " ".join(faults(answer)[field])
    assert not Event.objects.filter(kind=Kind.RANKED).exists()


def test_another_like_it_has_the_same_rules_and_options(
    ladder: Event, tournament: Tournament, client: Client
) -> None:
    page = client.get(f"{url_of(tournament)}?copy={ladder.pk}")
    form = page.context["form"]
    assert (form["kind"].value(), form["stake"].value(), form["target"].value()) == ("ranked", 5, 500)
    sent = {**fields_on_page(client, f"{url_of(tournament)}?copy={ladder.pk}"), "name": "Next", "make": "1"}
    assert client.post(url_of(tournament), {**sent, "kind": "ranked", "stake": "7"}).status_code == 302
    made = Event.objects.get(name="Next")
    assert (made.ranked.stake, made.rules["preset"]) == (7, "puzzle-pirates")


def test_nothing_typed_into_the_settings_changes_nothing(ladder: Event, client: Client) -> None:
    before = EventSettings.of(ladder), RankedOptions.of(ladder)
    assert save(client, ladder).status_code == 302
    ladder = Event.objects.get(pk=ladder.pk)
    assert (EventSettings.of(ladder), RankedOptions.of(ladder)) == before
    page = client.get(settings_url(ladder)).content.decode()
    assert "Scores of a board are shown" not in page
    assert "Tie-break" not in page


def test_settings_are_changed_together_or_not_at_all(ladder: Event, client: Client) -> None:
    answer = save(client, ladder, name="Late ladder", target="300", rated=None, stake="9", lowest_rating="x")
    assert answer.status_code == 422
    assert Event.objects.get(pk=ladder.pk).name == "Ladder"
    assert save(client, ladder, name="Late ladder", target="300", rated=None, stake="9").status_code == 302
    ladder = Event.objects.get(pk=ladder.pk)
    assert (ladder.name, ladder.rule_set.target, ladder.rated, ladder.ranked.stake) == (
        *("Late ladder", 300, False, 9),
    )


def test_once_games_are_open_it_is_said_whom_a_change_reaches_and_needs_a_reason(
    ladder: Event, client: Client
) -> None:
    open_game(ladder.pk, 1, ACTOR)
    page = save(client, ladder, stake="9", target="300")
    assert page.status_code == 200
    assert "Games that were opened already keep what they began with" in page.content.decode()
    refused = save_after_all(client, ladder, stake="9", target="300")
    assert refused.status_code == 422
    assert "give a reason" in " ".join(faults(refused)["reason"])
    assert save_after_all(client, ladder, stake="9", target="300", reason="agreed").status_code == 302
    game = ladder.games.get()
    assert (game.stake, game.rule_set.target, Event.objects.get(pk=ladder.pk).ranked.stake) == (5, 500, 9)


def test_saving_over_somebodys_save_shows_both_versions(ladder: Event, client: Client) -> None:
    opened = fields_of(client, ladder)
    save(client, ladder, stake="9")
    answer = client.post(settings_url(ladder), {**opened, "stake": "11", "save": "1"})
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "<td><bdi>9</bdi></td><td><bdi>11</bdi></td>" in page
    assert Event.objects.get(pk=ladder.pk).ranked.stake == 9


def test_an_empty_event_becomes_one_of_ranked_tables_and_back(event: Event, tournament: Tournament) -> None:
    made = create_ranked_event(tournament, "Swing", EventSettings(rules="standard"), RankedOptions(), ACTOR)
    change_kind(made.pk, Kind.PAIRS, ACTOR)
    made = Event.objects.get(pk=made.pk)
    assert (made.rated, hasattr(made, "ranked")) == (False, False)
    change_kind(made.pk, Kind.RANKED, ACTOR)
    made = Event.objects.get(pk=made.pk)
    assert (made.rated, RankedOptions.of(made), made.rule_set.preset) == (
        *(True, RankedOptions(), "puzzle-pirates"),
    )


def test_pairs_are_rated_by_the_events_choice(event: Event, director: User, client: Client) -> None:
    page = save_after_all(client, event, rated="on")
    assert page.status_code == 302
    event.refresh_from_db()
    assert event.rated
    shown = save(client, event, rated=None)
    assert "moves nobody’s rating" in shown.content.decode()
