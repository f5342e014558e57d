"""Leaderboards and ratings beside names: who is on them, in which order, and who is left out."""

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.support.event_builders import make_event, make_member
from tests.support.rating_builders import DRAW, EW, Ledger
from tournaments.models import Entry, EntryPlayer, Event, Game, GameSeat, GameStatus, Person, Role
from tournaments.services.ratings.reading import (
    leaderboard,
    ratings_beside,
    ratings_of_entries,
)
from tournaments.services.ratings.shown import is_shown

pytestmark = pytest.mark.django_db


@pytest.fixture
def ledger() -> Ledger:
    return Ledger("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")


def names(ledger: Ledger, **asked: object) -> list[str]:
    return [row.name for row in leaderboard(ledger.club, **asked).page.items]


def ranks(ledger: Ledger) -> list[tuple[str, int, bool]]:
    return [(row.name, row.rank, row.tied) for row in leaderboard(ledger.club).page.items]


def queries(act: object) -> int:
    with CaptureQueriesContext(
        connection,
    ) as found:
        act()
    return len(found)


def test_the_best_comes_first_and_the_next_rank_after_a_tie_is_left_out(ledger: Ledger) -> None:
    ledger.play("Ann Bob Cleo Dan")
    ledger.play("Ann Eve Cleo Fay")
    assert ranks(ledger) == [
        ("Ann", 1, False),
        ("Bob", 2, False),
        ("Eve", 3, False),
        ("Fay", 4, False),
        ("Dan", 5, False),
        ("Cleo", 6, False),
    ]
    whole = [row.whole for row in leaderboard(ledger.club).page.items]
    assert whole == [1548, 1525, 1523, 1477, 1475, 1452]


def test_who_is_shown_with_the_same_number_shares_a_place(ledger: Ledger) -> None:
    ledger.play("Ann Bob Cleo Dan")
    assert ranks(ledger) == [("Ann", 1, True), ("Bob", 1, True), ("Cleo", 3, True), ("Dan", 3, True)]


@pytest.mark.parametrize("whom", ["on_leaderboard", "is_guest", "is_bot"])
def test_who_is_not_listed_is_neither_shown_nor_counted(ledger: Ledger, whom: str) -> None:
    ledger.play("Ann Bob Cleo Dan")
    ledger.play("Ann Eve Cleo Dan")
    best = ledger.people["Ann"]
    setattr(best, whom, whom != "on_leaderboard")
    best.save()
    found = leaderboard(ledger.club)
    assert "Ann" not in [row.name for row in found.page.items]
    assert found.page.items[0].rank == 1
    assert found.page.total == 4


def test_too_few_games_and_too_long_ago_leave_out(ledger: Ledger) -> None:
    ledger.play("Ann Bob Cleo Dan", days_ago=200)
    ledger.play("Ann Bob Eve Fay", days_ago=179)
    assert names(ledger) == ["Ann", "Bob", "Eve", "Fay"]
    ledger.book.minimum_games = 2
    ledger.book.save()
    assert names(ledger) == ["Ann", "Bob"]
    ledger.book.minimum_games, ledger.book.inactive_days = 0, None
    ledger.book.save()
    assert len(names(ledger)) == 6


def test_a_rating_that_was_set_without_a_game_is_on_no_leaderboard(ledger: Ledger) -> None:
    ledger.play("Ann Bob Cleo Dan")
    ledger.set("Eve", 1900)
    ledger.book.minimum_games, ledger.book.inactive_days = 0, None
    ledger.book.save()
    assert "Eve" not in names(ledger)


def test_lists_are_apart_and_together(ledger: Ledger) -> None:
    ledger.play("Ann Bob Cleo Dan")
    ledger.play("Cleo Eve Ann Fay", kind="pairs")
    assert names(ledger, kind="pairs") == ["Cleo", "Eve", "Ann", "Fay"]
    assert names(ledger, kind="teams") == []
    assert len(names(ledger, kind="combined")) == 6
    found = leaderboard(ledger.club, "no such list")
    assert (found.kind, found.lists) == ("ranked", ("ranked", "pairs", "combined"))


def test_what_thirty_days_brought_is_of_games_alone(ledger: Ledger) -> None:
    ledger.play("Ann Bob Cleo Dan", days_ago=31)
    ledger.set("Ann", 1800, days_ago=20)
    ledger.play("Ann Bob Eve Fay", EW, days_ago=3)
    rows = {row.name: row for row in leaderboard(ledger.club).page.items}
    assert rows["Cleo"].recent is None
    assert rows["Ann"].recent == round(ledger.rating("Ann") - 1800)


def test_directors_see_fractions_and_nobody_else(ledger: Ledger) -> None:
    ledger.play("Ann Bob Cleo Dan", days_ago=2)
    ledger.play("Ann Bob Eve Dan", days_ago=1)

    def first(viewer: object) -> tuple[float, float | None]:
        row = leaderboard(ledger.club, viewer=viewer).page.items[0]
        return row.rating, row.recent

    rating = ledger.rating("Ann")
    assert first(AnonymousUser()) == (round(rating), round(rating) - 1500)
    assert first(make_member(Ledger().club, Role.OWNER))[0] == round(rating)
    director = make_member(ledger.club, Role.DIRECTOR)
    assert first(director) == (pytest.approx(rating), pytest.approx(rating - 1500))


def test_skill_is_the_opponents_nils_and_a_dash_without_one(ledger: Ledger) -> None:
    ledger.play("Ann Bob Cleo Dan", tallies=[[0, 0, 3, 2], [0, 0, 3, 2], [2, 1, 0, 0], [1, 1, 0, 0]])
    skills = {row.name: row.skill.text for row in leaderboard(ledger.club).page.items}
    assert skills == {"Ann": "0.67 (2 of 3)", "Bob": "0.67 (2 of 3)", "Cleo": "–", "Dan": "–"}


def test_a_player_is_told_why_they_are_not_there(ledger: Ledger) -> None:
    user = User.objects.create_user("ann")
    ann = ledger.people["Ann"]
    ann.user = user
    ann.save()
    ledger.book.minimum_games = 3
    ledger.book.save()
    said = lambda: leaderboard(ledger.club, "ranked", user).own_absent  # noqa: E731
    assert "3 more games" in said()
    for _ in range(2):
        ledger.play("Ann Bob Cleo Dan", DRAW, days_ago=300)
    assert "one more game" in said()
    ledger.play("Ann Bob Cleo Dan", days_ago=300)
    assert "play a game on this list" in said()
    ledger.play("Ann Bob Cleo Dan", days_ago=1)
    assert said() == ""
    ledger.off("Ann")
    assert "setting is off" in said()
    assert leaderboard(ledger.club, "ranked", AnonymousUser()).own is None


def test_pages_follow_one_another_and_keep_their_places(ledger: Ledger) -> None:
    for number in range(30):
        for name in (quartet := [f"{letter}{number:02}" for letter in "KLMN"]):
            ledger.people[name] = ledger.add(name)
        ledger.play(quartet)
    first, last = leaderboard(ledger.club, page=1).page, leaderboard(ledger.club, page="99").page
    assert (len(first.items), len(last.items), last.number, last.total) == (50, 20, 3, 120)
    assert {row.rank for row in first.items} == {1}
    assert {row.rank for row in last.items} == {61}


def test_more_players_take_no_more_queries(ledger: Ledger) -> None:
    ledger.play("Ann Bob Cleo Dan")
    few = queries(lambda: leaderboard(ledger.club))
    for _ in range(5):
        ledger.play("Eve Fay Cleo Dan")
    assert queries(lambda: leaderboard(ledger.club)) == few <= 7


def test_who_may_see_whom(ledger: Ledger) -> None:
    ann, bob = ledger.people["Ann"], ledger.off("Bob")
    own = User.objects.create_user("bob")
    bob.user = own
    bob.save()
    elsewhere = make_member(Ledger().club, Role.OWNER)
    scorer, director = make_member(ledger.club, Role.SCORER), make_member(ledger.club, Role.DIRECTOR)
    everybody = [AnonymousUser(), own, elsewhere, scorer, director]
    assert [is_shown(ann, viewer) for viewer in everybody] == [True] * 5
    assert [is_shown(bob, viewer) for viewer in everybody] == [False, True, False, False, True]


@pytest.fixture
def pairs(ledger: Ledger) -> Event:
    """Ann and Bob are pair 1, Cleo and Dan pair 2, two strangers pair 3."""
    event = make_event(ledger.tournament, pairs=0)
    for number, (one, two) in enumerate([("Ann", "Bob"), ("Cleo", "Dan"), ("Eve", "Fay")], start=1):
        entry = Entry.objects.create(event=event, number=number, name=f"{one} – {two}")
        for position, name in enumerate((one, two), start=1):
            EntryPlayer.objects.create(entry=entry, person=ledger.people[name], position=position)
    return event


def rate_pairs(ledger: Ledger, pairs: Event) -> None:
    ledger.play("Ann Eve Cleo Dan")
    ledger.play("Ann Cleo Bob Dan", kind="pairs")
    ledger.play("Ann Cleo Bob Dan", kind="pairs")
    Event.objects.filter(pk=pairs.pk).update(rated=True)
    pairs.refresh_from_db()


def test_beside_names_stand_ratings_of_the_events_own_list(ledger: Ledger, pairs: Event) -> None:
    rate_pairs(ledger, pairs)
    by_name = {Person.objects.get(pk=key).name: value for key, value in ratings_beside(pairs).items()}
    assert by_name == {"Ann": 1546, "Cleo": 1546, "Bob": 1454, "Dan": 1454}
    pairs.rated = False
    assert ratings_beside(pairs)[ledger.people["Eve"].pk] == round(ledger.rating("Eve", "combined"))


def test_at_a_ranked_event_it_is_whoever_has_sat_down(ledger: Ledger) -> None:
    ledger.play("Ann Bob Cleo Dan")
    event, now = ledger.event(), timezone.now()
    game = Game.objects.create(
        event=event, number=1, table=1, rules={"preset": "standard"}, opened_at=now, status=GameStatus.OVER
    )
    GameSeat.objects.create(game=game, seat="N", person=ledger.people["Ann"], sat_at=now)
    assert ratings_beside(event) == {ledger.people["Ann"].pk: 1525}


def test_an_average_is_given_of_both_or_not_at_all(ledger: Ledger, pairs: Event) -> None:
    rate_pairs(ledger, pairs)
    found = ratings_of_entries(pairs)
    assert set(found) == {1, 2}
    assert found[1].average == 1500
    ledger.off("Bob")
    found = ratings_of_entries(pairs)
    assert found[1].average is None
    assert list(found[1].players) == [ledger.people["Ann"].pk]


def test_ratings_beside_names_take_two_queries_and_one_where_nobody_has_any(
    ledger: Ledger, pairs: Event
) -> None:
    pairs.tournament  # noqa: B018 (whoever shows an event has it)
    assert queries(lambda: ratings_of_entries(pairs)) == 1
    rate_pairs(ledger, pairs)
    pairs.tournament  # noqa: B018
    assert queries(lambda: ratings_of_entries(pairs)) == 2
