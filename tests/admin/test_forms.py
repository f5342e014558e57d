"""Every form of the admin: a page saves what it shows, and whatever is typed is answered at its field."""

import json
from datetime import date
from typing import Any

import pytest
from django import forms
from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import Model
from django.test import Client, RequestFactory

from tests.admin.pages import add_url, change_url, faults, fields_on_page, list_url, result_form
from tests.support.event_builders import enter, make_event
from tournaments.admin.base import HistoryAdmin, RoleAdmin
from tournaments.admin.event_deeds import EVENT_DEEDS
from tournaments.models import Event, Person, Result, Table, Tournament

HUGE = "9" * 30
DEEP = "[" * 50_000


def records(event: Event) -> dict[str, Model | None]:
    enter(event, 1, 1, 1, "7 6 5 7")
    return {
        "club": event.tournament.club,
        "tournament": event.tournament,
        "event": event,
        "entry": event.entries.first(),
        "person": Person.objects.first(),
        "result": Result.objects.first(),
    }


@pytest.mark.parametrize("name", ["club", "tournament", "event", "entry", "person", "result"])
def test_a_page_saves_what_it_shows(event: Event, owner: User, client: Client, name: str) -> None:
    record = records(event)[name]
    assert record is not None
    form = {**fields_on_page(client, change_url(record)), "reason": "looked at again"}
    before = {key: value for key, value in vars(record).items() if not key.startswith("_")}
    assert client.post(change_url(record), form).status_code == 302
    record.refresh_from_db()
    after = {key: value for key, value in vars(record).items() if not key.startswith("_")}
    moved = {"version", "event_version", "updated_at", "reason", "results_version", "all_boards_version"}
    moved |= {"recompute_queued_at"}
    assert {key for key in before if before[key] != after[key]} <= moved


def test_settings_are_changed_at_the_page_of_an_event(event: Event, director: User, client: Client) -> None:
    form = fields_on_page(client, change_url(event))
    form |= {"winners": "two", "expected_scores": '{"1": 5}', "tie_breaks_text": ""}
    assert client.post(change_url(event), form).status_code == 302
    event.refresh_from_db()
    assert (event.winners, event.expected_scores) == ("two", {"1": 5})


def test_an_entry_is_renamed_and_withdrawn(event: Event, director: User, client: Client) -> None:
    entry = event.entries.get(number=3)
    form = {**fields_on_page(client, change_url(entry)), "name": "The Lees", "withdrawn": "on"}
    assert "reason" in faults(client.post(change_url(entry), form))
    assert client.post(change_url(entry), {**form, "reason": "ill"}).status_code == 302
    entry.refresh_from_db()
    assert (entry.name, entry.withdrawn) == ("The Lees", True)


def every_form(user: User) -> dict[str, Any]:
    request = RequestFactory().get("/")
    request.user = user
    found: dict[str, Any] = {name: deed.form() for name, deed in EVENT_DEEDS.items()}
    for model, made in admin.site._registry.items():
        if isinstance(made, RoleAdmin) and not isinstance(made, HistoryAdmin):
            named = getattr(made.form, "_meta", None)
            fields = list(named.fields) if named is not None else forms.ALL_FIELDS
            found[model.__name__] = made.get_form(request, None, fields=fields)()
    return found


def test_every_number_is_bounded(event: Event) -> None:
    boss = User.objects.create_superuser("boss")
    seen = 0
    for name, form in every_form(boss).items():
        for label, field in form.fields.items():
            if isinstance(field, forms.IntegerField) and not isinstance(field, forms.DecimalField):
                seen += 1
                bounds = (field.min_value, field.max_value)
                assert None not in bounds, f"{name}.{label}"
                assert -999_999 <= bounds[0] < bounds[1] <= 999_999, f"{name}.{label}"
    assert seen >= 10


@pytest.mark.parametrize("value", [HUGE, f"-{HUGE}", "40000000000"])
@pytest.mark.parametrize(
    "name", ["ns_number", "ew_number", "group", "board", "ns_score", "ew_score", "version"]
)
def test_a_number_beyond_all_bounds_is_a_fault_of_its_field(
    event: Event, director: User, client: Client, name: str, value: str
) -> None:
    table = Table.objects.get(round__event=event, number=1)
    shown = faults(client.post(add_url(), result_form(table, **{name: value})))
    assert name in shown
    assert not Result.objects.exists()


def test_an_entry_has_a_number_that_can_be_one(event: Event, director: User, client: Client) -> None:
    made = make_event(event.tournament, pairs=0)
    form = {"event": made.pk, "number": HUGE, "players_text": "Ann & Bo", "name": ""}
    assert "number" in faults(client.post(add_url("entry"), form))
    form["number"] = "7"
    assert client.post(add_url("entry"), form).status_code == 302
    assert made.entries.get().number == 7


@pytest.mark.one_engine
@pytest.mark.parametrize(
    "typed",
    [
        DEEP,
        "[" * 5000,
        '{"a":' * 3000,
        "[1]",
        "3",
        '"x"',
        "{",
        '{"1": 5, "1": 6}',
        '{"a": "b"}',
        '{"1": "5"}',
        '{"1": -5}',
        '{"1": 1e400}',
        '{"1": NaN}',
        '{"0": 5}',
        f'{{"{HUGE}": 5}}',
        f'{{"1": {HUGE}}}',
        '{"1": [2]}',
        '{"1": true}',
        '{"1": null}',
        '{"\\ud800": 1}',
    ],
)
def test_expected_scores_survive_anything(event: Event, director: User, client: Client, typed: str) -> None:
    form = {**fields_on_page(client, change_url(event)), "expected_scores": typed}
    shown = faults(client.post(change_url(event), form))
    assert shown["expected_scores"]
    event.refresh_from_db()
    assert event.expected_scores == {}


@pytest.mark.one_engine
@pytest.mark.parametrize(
    "typed",
    [
        '{"preset":' + DEEP,
        '{"preset": "standard", "nil_points": {"a": [1]}}',
        "{",
        '{"preset": 3}',
        "Nonsense",
        json.dumps({"preset": "standard", "x" * 30000: 1}),
        '{"preset": "standard", "nil_points": 1e999}',
    ],
)
def test_rule_sets_survive_anything(event: Event, director: User, client: Client, typed: str) -> None:
    form = {**fields_on_page(client, change_url(event)), "rules_text": typed}
    assert faults(client.post(change_url(event), form))
    event.refresh_from_db()
    assert event.rules == {"preset": "duplicate-pairs"}


WRONG_TOURNAMENTS = (
    ("time_zone", {"time_zone": "Mars/Base"}),
    ("time_zone", {"time_zone": "../../etc/passwd"}),
    ("ends_on", {"ends_on": "2026-11-01"}),
    ("starts_on", {"starts_on": "0001-01-01"}),
    ("ends_on", {"ends_on": "9999-12-31"}),
    ("name", {"name": "  "}),
)


@pytest.mark.parametrize(("at", "typed"), WRONG_TOURNAMENTS)
def test_a_tournament_has_days_and_a_zone_that_exist(
    event: Event, director: User, client: Client, at: str, typed: dict[str, str]
) -> None:
    right = {"club": event.tournament.club_id, "name": "Friday", "place": "", "starts_on": "2026-11-27"}
    right |= {"ends_on": "", "time_zone": "Europe/Berlin"}
    assert at in faults(client.post(add_url("tournament"), {**right, **typed}))
    assert Tournament.objects.count() == 1
    url = change_url(event.tournament)
    assert at in faults(client.post(url, {**fields_on_page(client, url), **typed}))
    event.tournament.refresh_from_db()
    assert (event.tournament.time_zone, event.tournament.starts_on) == ("Europe/Berlin", date(2026, 11, 26))


def test_a_tournament_keeps_its_address(event: Event, director: User, client: Client) -> None:
    url, slug = change_url(event.tournament), event.tournament.slug
    form = {**fields_on_page(client, url), "name": "Friday", "slug": "elsewhere", "time_zone": "UTC"}
    assert client.post(url, {**form, "reason": "As printed."}).status_code == 302
    stored = Tournament.objects.get()
    assert (stored.name, stored.slug, stored.time_zone) == ("Friday", slug, "UTC")
    line = stored.log.get()
    assert (line.action, line.user, line.door, line.reason) == (
        "tournament.changed",
        director,
        "admin",
        "As printed.",
    )
    log = client.get(f"{list_url('tournamentlogentry')}?tournament__id__exact={stored.pk}").content.decode()
    assert "time_zone Europe/Berlin → UTC" in log


def test_whether_unconfirmed_results_count_is_chosen_and_stays(
    event: Event, director: User, client: Client
) -> None:
    form = fields_on_page(client, change_url(event))
    assert form.pop("provisional_counts") == "on"
    assert client.post(change_url(event), form).status_code == 302
    event.refresh_from_db()
    assert event.provisional_counts is False
    again = fields_on_page(client, change_url(event))
    assert "provisional_counts" not in again
    assert client.post(change_url(event), {**again, "traveller_secrecy": "open"}).status_code == 302
    event.refresh_from_db()
    assert (event.provisional_counts, event.traveller_secrecy) == (False, "open")
