"""Nobody reaches more than their own seat at their own table, whatever they send to a ranked table's page."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from tests.pages.ranked.table_phones import FOUR, Phone, phone_at, sit_down
from tests.pages.reading import tags
from tests.support.event_builders import ACTOR, make_event
from tests.support.ranked_builders import NS_MAKES, make_ranked, player
from tournaments.models import Absence, Event, EventStatus, Game, GameDeal, GameSeat
from tournaments.services.tokens import revoke, standing_tokens

pytestmark = pytest.mark.django_db

DEEDS = (
    *("open", "close", "sit", "claim", "stand", "deal", "leave", "back"),
    *("fill", "stop", "vote", "unvote", "call"),
)
HOSTILE = ('"><script>alert(1)</script>', "{{ event }}{% now 'Y' %}", "محمد & <b>bold</b>", "' onfocus='x")


@pytest.fixture
def event() -> Event:
    return make_ranked()


@pytest.fixture
def four(event: Event) -> dict[str, Phone]:
    return sit_down(event)


def test_without_a_key_nobody_speaks_leaves_or_votes(event: Event, four: dict[str, Phone]) -> None:
    stranger = phone_at(event)
    assert stranger.say("NS", NS_MAKES).status_code == 422
    for deed in ("leave", "back", "stand", "stop", "vote", "unvote"):
        told = stranger.refused(deed, game=1, seat="N")
        assert "This phone does not hold that seat" in told, deed
    assert not GameDeal.objects.exists()
    assert not Absence.objects.exists()


def test_a_key_is_good_for_its_own_seat_alone(event: Event, four: dict[str, Phone]) -> None:
    assert "does not hold that seat" in four["N"].refused("leave", game=1, seat="S")
    assert four["N"].say("EW", NS_MAKES).status_code == 422
    assert not GameDeal.objects.exists()


def test_a_key_of_another_table_opens_nothing_here(event: Event, four: dict[str, Phone]) -> None:
    other = phone_at(event, 2)
    other.done("open")
    other.client.cookies["seat-keys"] = four["N"].keys[0]
    other.client.cookies["seat-keys"]["path"] = other.path()
    assert "does not hold that seat" in other.refused("stand", game=2, seat="N")
    # nor can the other table's code be made to speak of this game
    assert "This table has gone on" in other.refused("leave", 409, game=1, seat="N")


def test_keys_that_are_none_are_not_looked_for(
    event: Event, four: dict[str, Phone], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    four["N"].client.cookies["seat-keys"] = ".".join(["x" * 30] * 400) + "..'; drop table--"
    with django_assert_max_num_queries(60):
        assert "This phone holds no seat here." in four["N"].text()


def test_a_quitters_key_is_worth_nothing_and_the_stand_ins_is(event: Event, four: dict[str, Phone]) -> None:
    four["N"].done("leave", game=1, seat="N")
    Absence.objects.update(left_at="2026-01-01T00:00:00Z")
    assert "This phone holds no seat here." in four["N"].text()
    assert four["N"].say("NS", NS_MAKES).status_code == 422


def test_a_forged_form_does_nothing(event: Event, four: dict[str, Phone]) -> None:
    phone = four["N"]
    for token in ("", "x" * 64):
        sent = {"csrfmiddlewaretoken": token, "game": 1, "seat": "N"}
        assert phone.client.post(phone.path("do/leave"), sent).status_code == 403
    assert not Absence.objects.exists()


@pytest.mark.parametrize("deed", DEEDS)
def test_every_deed_is_posted_with_a_code_that_opens_something(event: Event, deed: str) -> None:
    phone = phone_at(event)
    assert phone.get(f"do/{deed}").status_code == 405
    assert Client().post(f"/table/{'a' * 24}/do/{deed}").status_code == 404
    assert phone.do("steal").status_code == 404
    ids = standing_tokens(event).values_list("pk", flat=True)
    revoke(event.pk, ids, ACTOR, "lost")
    assert phone.client.post(phone.path(f"do/{deed}")).status_code in (403, 404)


@pytest.mark.parametrize(
    "deed", sorted({*DEEDS} - {"call"})
)  # anybody at the table calls, with no more than its game
def test_nonsense_is_refused_in_a_sentence(event: Event, four: dict[str, Phone], deed: str) -> None:
    for sent in ({}, {"game": "1", "seat": "Q" * 999}, {"game": "9" * 50}, {"game": "1", "deal": "x"}):
        response = four["N"].do(deed, **sent)
        assert response.status_code in (404, 409, 422), (deed, sent, response.status_code)
        assert 'role="alert"' in response.content.decode()


def test_a_target_that_no_game_is_played_to_is_refused(event: Event) -> None:
    phone = phone_at(event)
    for target in ("201", "-1", "x", "9" * 30):
        assert phone.do("open", target=target).status_code == 422, target
    assert not Game.objects.exists()


def test_a_page_of_a_game_that_is_over_does_nothing_to_the_next(event: Event, four: dict[str, Phone]) -> None:
    assert "This table has gone on" in four["N"].refused("leave", 409, game=7, seat="N")


def test_names_are_shown_as_they_are(event: Event) -> None:
    phone = phone_at(event)
    phone.done("open")
    for seat, name in zip("NESW", HOSTILE, strict=True):
        player(event, name)
        phone.done("sit", game=1, seat=seat, who=name)
    html = phone.page()
    assert "<script>alert" not in html
    assert "<b>bold" not in html
    assert "&lt;b&gt;bold" in html
    read = tags(html)
    assert not read.faults, read.faults
    for tag, attributes in read.tags:
        assert "style" not in attributes, (tag, attributes)
        assert not [name for name in attributes if name.startswith("on")], attributes


def test_what_was_typed_comes_back_as_text(event: Event) -> None:
    phone = phone_at(event)
    phone.done("open")
    html = phone.do("sit", game=1, seat="N", who='"><img src=x onerror=alert(1)>').content.decode()
    assert "<img" not in html


def test_nobody_gets_a_list_of_people_or_a_hint_of_who_there_is(event: Event) -> None:
    player(event, "Peter Ashcroft")
    phone = phone_at(event)
    phone.done("open")
    told = phone.refused("sit", 404, game=1, seat="N", who="Peter")
    assert "Ashcroft" not in told


def test_a_flood_is_told_when_to_come_again(settings: Settings, event: Event) -> None:
    settings.TABLE_TOKEN_RATE = "3/min"
    phone = phone_at(event)
    phone.page()
    answers = [phone.get("now").status_code for _ in range(5)]
    assert answers[-1] == 429
    assert phone.client.post(phone.path("do/open")).status_code in (403, 429)
    assert not Game.objects.exists()


def test_who_guesses_codes_is_stopped(settings: Settings, event: Event) -> None:
    settings.TABLE_WRONG_RATE = "3/min"
    client = Client()
    answers = [client.get(f"/table/{number:024d}/now").status_code for number in range(6)]
    assert answers == [404] * 3 + [429] * 3


def test_asking_again_costs_a_few_queries_and_nothing_moves(
    event: Event, four: dict[str, Phone], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    first = four["N"].get("now")
    etag = first.headers["ETag"]
    with django_assert_max_num_queries(4):
        assert four["N"].get("now", **{"If-None-Match": etag}).status_code == 304
    with django_assert_max_num_queries(30):
        assert four["N"].get("now").status_code == 200
    four["E"].say("EW", NS_MAKES)
    assert four["N"].get("now", **{"If-None-Match": etag}).status_code == 200


def test_two_phones_at_one_table_are_not_shown_each_others_page(event: Event, four: dict[str, Phone]) -> None:
    ours, theirs = four["N"].get("now"), four["E"].get("now")
    assert ours.headers["ETag"] != theirs.headers["ETag"]
    for response in (ours, theirs, four["N"].get()):
        assert "private" in response.headers["Cache-Control"]
        assert "noindex" in response.headers["X-Robots-Tag"]


def test_no_worker_keeps_the_page(event: Event) -> None:
    """The worker of another event's page keeps what calls itself "1", and forgets what calls itself "gone"."""
    for place in ("", "now"):
        assert phone_at(event).get(place).headers["Table-Page"] == "gone"


@pytest.mark.parametrize("place", ["state", "entries", "take-back", "sitting", "call"])
def test_what_only_other_events_have_at_a_table_is_gone(event: Event, place: str) -> None:
    phone = phone_at(event)
    if place == "state":
        response = phone.get(place)
    else:
        response = phone.client.post(phone.path(place), "{}", content_type="application/json")
    assert response.status_code == 404
    assert response.json()["refusal"] == "duplicate-spades-refusal"


def test_a_pairs_table_has_no_deeds_of_ranked_tables() -> None:
    pairs = phone_at(make_event(pairs=4))
    assert pairs.get("now").status_code == 404
    token = Phone(pairs.token)
    body = {"csrfmiddlewaretoken": "x"}
    assert token.client.post(token.path("do/open"), body).status_code in (403, 404)


def test_a_final_event_opens_no_page(event: Event, four: dict[str, Phone]) -> None:
    Event.objects.filter(pk=event.pk).update(status=EventStatus.FINAL)
    response = four["N"].get()
    assert response.status_code == 404
    assert "This code opens nothing any more." in response.content.decode()


def test_the_secret_of_a_seat_stands_on_no_page(event: Event, four: dict[str, Phone]) -> None:
    stored = set(GameSeat.objects.values_list("key_hash", flat=True))
    secrets = {key for phone in four.values() for key in phone.keys}
    assert len(secrets) == len(stored) == len(FOUR)
    for phone in four.values():
        html = phone.page() + phone.get("now").content.decode()
        assert not [secret for secret in secrets | stored if secret in html]
        assert not re.search(r"seat-keys", html)
