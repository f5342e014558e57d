"""The games of an event of ranked tables at a glance, and which parts of the desk such an event has."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, reverse
from django.utils import timezone

from tests.pages.desk.conftest import sign_in
from tests.pages.reading import text
from tests.support.event_builders import ACTOR, make_event
from tests.support.ranked_builders import (
    EVEN,
    NS_MAKES,
    PHONE,
    enter,
    finished,
    make_ranked,
    person_on,
    play,
    player,
    words,
)
from tournaments.models import Event, Game, Role
from tournaments.pages.desk import urls
from tournaments.pages.desk.parts import has_address, parts_of
from tournaments.services.ranked.deals import say_deal
from tournaments.services.ranked.games import open_game, sit
from tournaments.services.ranked.leaving import leave, settle_absences

pytestmark = pytest.mark.django_db


def glance(client: Client, event: Event) -> str:
    return text(client.get(reverse("desk:event", args=[event.pk])).content.decode())


def addresses() -> list[tuple[str, str]]:
    """The name and the route of every address of the desk that names an event."""
    found = [pattern for resolver in urls.urlpatterns for pattern in resolver.url_patterns]
    return [
        (one.name, str(one.pattern))
        for one in found
        if isinstance(one, URLPattern) and "event>" in str(one.pattern)
    ]


def value_of(route: str) -> dict[str, Any]:
    given: dict[str, Any] = {"number": 1, "board": 1, "round": 1, "table": 1, "line": 1, "penalty": 1}
    given |= {"deed": "void", "subject": "game:1", "pack": 1, "entry": 1, "result": 1}
    return {name: value for name, value in given.items() if f":{name}>" in route}


def test_the_bar_has_the_parts_of_ranked_tables_alone(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    assert [part.name for part in parts_of(ladder, directs=True)] == [
        *("games", "settings", "log", "sheets", "ending"),
    ]
    assert [part.name for part in parts_of(ladder, directs=False)] == ["games"]
    page = client.get(reverse("desk:event", args=[ladder.pk]))
    assert page.status_code == 200
    assert "Movement" not in page.content.decode()


@pytest.mark.one_engine
@pytest.mark.parametrize(("name", "route"), addresses())
def test_every_address_of_the_desk_answers_for_ranked_tables(
    ladder: Event, ladder_director: User, client: Client, name: str, route: str
) -> None:
    play(ladder)
    address = reverse(f"desk:{name}", kwargs={"event": ladder.pk, **value_of(route)})
    answer = client.get(address)
    if answer.status_code == 405:
        answer = client.post(address)
    if not has_address(ladder.kind, name):
        assert answer.status_code == 404
        assert "players sit down to games" in answer.content.decode()
        assert reverse("desk:event", args=[ladder.pk]) in answer.content.decode()
    else:
        assert answer.status_code < 500
        assert "players sit down to games" not in answer.content.decode()


def test_an_event_of_pairs_has_no_games(ladder: Event, ladder_director: User, client: Client) -> None:
    pairs = make_event(ladder.tournament)
    for name, more in (("games", []), ("new-game", []), ("game", [1])):
        answer = client.get(reverse(f"desk:{name}", args=[pairs.pk, *more]))
        assert answer.status_code == 404
        assert "Only an event of ranked tables has games" in answer.content.decode()


def test_all_tables_stand_there_with_their_score_and_what_they_wait_for(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    game = play(ladder, now=timezone.now())
    enter(game, NS_MAKES)
    other = open_game(ladder.pk, 7, ACTOR)
    sit(other.pk, "E", player(ladder, "Ada").pk, ACTOR)
    finished(ladder, 3, ("Ann", "Bea", "Cleo", "Dora"))
    page = glance(client, ladder)
    assert "2 games at the tables" in page
    assert "Peter – John Mary – Sue 70 – 51 to 200" in page
    assert "Deal 2 is to come: East deals, South bids first and leads." in page
    assert "Table 7, North, South, West free" in page
    assert "Ann – Cleo Bea – Dora" in page
    assert "North-South have won" in page


def test_a_total_below_nothing_has_a_minus_and_not_a_hyphen(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    enter(play(ladder, now=timezone.now()), "9 6 4 7")
    assert "−90 – 43 to 200" in glance(client, ladder)


def test_who_is_away_is_counted_down_and_is_back_by_one_press(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    game = play(ladder, now=timezone.now())
    leave(game.pk, "W", ACTOR, timezone.now() - timedelta(seconds=60))
    page = client.get(reverse("desk:event", args=[ladder.pk])).content.decode()
    left = int(page.split('data-runs data-left="')[1].split('"')[0])
    assert 110 <= left <= 120
    assert f"{left // 60}:{left % 60:02}" in page
    do = reverse("desk:game-do", args=[ladder.pk, 1, "back"])
    answer = client.post(do, {"back-seat": "W", "at": "games"}, follow=True)
    assert answer.redirect_chain == [(reverse("desk:event", args=[ladder.pk]), 302)]
    assert "Sue is back: nothing has happened." in answer.content.decode()
    assert "data-runs" not in answer.content.decode()


def test_disputes_empty_seats_and_slow_tables_stand_beside_the_list(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    game = play(ladder)
    say_deal(game.pk, 1, "NS", words(NS_MAKES), PHONE)
    say_deal(game.pk, 1, "EW", words(EVEN), PHONE)
    Game.objects.filter(pk=game.pk).update(started_at=timezone.now() - timedelta(hours=1))
    game.deals.update(updated_at=timezone.now() - timedelta(minutes=21, seconds=10))
    page = glance(client, ladder)
    assert "Disputed deals 1 Table 1, deal 1: the sides differ" in page
    assert "Overdue 1 Table 1 nothing for 21 min" in page
    leave(game.pk, "N", ACTOR, timezone.now() - timedelta(minutes=4))
    settle_absences(ladder.pk)
    page = glance(client, ladder)
    assert "Table 1, North was left: somebody fills in, or it ends" in page
    assert "1 ban holds" in page


def test_what_moves_is_asked_for_again_only_when_it_has_moved(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    game = play(ladder)
    address = reverse("desk:event", args=[ladder.pk])
    first = client.get(address, {"live": "1"})
    assert "<html" not in first.content.decode()
    tag = {"If-None-Match": first["ETag"]}
    assert client.get(address, {"live": "1"}, headers=tag).status_code == 304
    enter(game, NS_MAKES)
    assert client.get(address, {"live": "1"}, headers=tag).status_code == 200


def test_a_glance_takes_as_many_queries_for_many_games_as_for_few(
    ladder: Event, ladder_director: User, client: Client, django_assert_max_num_queries: Any
) -> None:
    for table in range(1, 7):
        enter(play(ladder, table, [f"{name} {table}" for name in "NESW"]), NS_MAKES)
    address = reverse("desk:event", args=[ladder.pk])
    client.get(address)
    with django_assert_max_num_queries(32):
        client.get(address, {"live": "1"})


def test_a_scorer_sees_the_games_and_is_offered_no_deeds(ladder: Event, client: Client) -> None:
    sign_in(client, ladder.tournament.club, Role.SCORER)
    play(ladder)
    page = client.get(reverse("desk:event", args=[ladder.pk])).content.decode()
    assert "Peter – John" in page
    assert "New game" not in page
    assert client.get(reverse("desk:new-game", args=[ladder.pk])).status_code == 403


def test_the_palette_finds_games_by_who_plays(ladder: Event, ladder_director: User, client: Client) -> None:
    game = play(ladder)
    items = client.get(reverse("desk:find", args=[ladder.pk])).json()["items"]
    texts = {item["text"]: item["url"] for item in items}
    name = f"Game 1, table 1: {', '.join(str(person_on(game, seat)) for seat in 'NESW')}"
    assert texts[name] == reverse("desk:game", args=[ladder.pk, 1])
    assert not any(item["group"] == "Round" for item in items)


def test_every_game_is_listed_and_another_events_is_not(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    finished(ladder)
    play(ladder, 2, ("Ann", "Bea", "Cleo", "Dora"))
    other = make_ranked(ladder.tournament, name="Other")
    play(other, 9, ("Fay", "Gail", "Hope", "Iris"))
    page = text(client.get(reverse("desk:games", args=[ladder.pk])).content.decode())
    assert page.index("Ann – Cleo") < page.index("Peter – John")
    assert "Fay" not in page
    assert client.get(reverse("desk:game", args=[ladder.pk, 3])).status_code == 404


def test_the_desks_first_page_counts_games_and_not_entries(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    assert "no game yet" in text(client.get(reverse("desk:home")).content.decode())
    finished(ladder)
    play(ladder, 2, ("Ann", "Bea", "Cleo", "Dora"))
    assert "2 games · 1 at the tables" in text(client.get(reverse("desk:home")).content.decode())


def test_a_director_who_sits_in_a_game_is_told_so(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    game = play(ladder)
    address = reverse("desk:game", args=[ladder.pk, game.number])
    assert "You sit in this game" not in client.get(address).content.decode()
    sitting = person_on(game, "S")
    sitting.user = ladder_director
    sitting.save()
    assert "You sit in this game" in client.get(address).content.decode()
