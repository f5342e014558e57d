"""Ranked games as they are read: seats, running score, what a game waits for, standings, and who sees the cards."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.support.event_builders import ACTOR, make_member, standings
from tests.support.ranked_builders import (
    EVEN,
    NS_MAKES,
    PHONE,
    START,
    after,
    enter,
    finished,
    leave_and_quit,
    make_ranked,
    person_on,
    play,
    play_out,
    player,
    words,
)
from tournaments.models import (
    Dealing,
    Event,
    Game,
    GameDeal,
    GameSeat,
    Kind,
    Role,
    StandingsSnapshot,
)
from tournaments.services.actors import Actor, acts_and_plays, directs, plays_in
from tournaments.services.errors import ServiceError
from tournaments.services.events import finalise
from tournaments.services.glance import present_round
from tournaments.services.progress import missing_results, open_matters
from tournaments.services.ranked.deals import enter_deal, say_deal
from tournaments.services.ranked.games import open_game, sit, void_game
from tournaments.services.ranked.leaving import fill_in, leave
from tournaments.services.ranked.reading import GameView, changes_of, game_view, games_of
from tournaments.services.ranked.standings import compute_ranked
from tournaments.services.ratings.rerating import bring_up
from tournaments.services.standings import recompute_standings
from tournaments.services.visibility import finished_boards, sees_every_board, visible_boards, visible_deals

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_ranked()


@pytest.fixture
def game(event: Event) -> Game:
    return play(event)


def say(game: Game, number: int, side: str, line: str) -> None:
    say_deal(game.pk, number, side, words(line), PHONE, now=START)


def view(game: Game) -> GameView:
    return game_view(Game.objects.get(pk=game.pk))


def many(event: Event, count: int, first: int = 1) -> None:
    """So many games of the same four with two deals each, written at once."""
    people = [player(event, name) for name in ("Peter", "Mary", "John", "Sue")]
    games = Game.objects.bulk_create(
        Game(event=event, number=number, table=number, status="playing", rules=event.rules, opened_at=START)
        for number in range(first, first + count)
    )
    GameSeat.objects.bulk_create(
        GameSeat(game=game, seat=seat, person=person, sat_at=START)
        for game in games
        for seat, person in zip("NESW", people, strict=True)
    )
    times = {"created_at": START, "updated_at": START}
    said = {"ns_bid": "7", "ns_tricks": "7", "ew_bid": "5", "ew_tricks": "6"}
    GameDeal.objects.bulk_create(
        GameDeal(game=game, number=number, ns_score=70, ew_score=51, **said, **times)
        for game in games
        for number in (1, 2)
    )


def queries(job: object) -> int:
    with CaptureQueriesContext(
        connection,
    ) as found:
        job()
    return len(found)


# --- a game ------------------------------------------------------------------------------------------------


def test_a_game_that_waits_for_players(event: Event) -> None:
    game = open_game(event.pk, 3, ACTOR)
    sit(game.pk, "E", player(event, "Mary").pk, ACTOR)
    found = view(game)
    assert [found.seats[letter].name for letter in "NESW"] == ["", "Mary", "", ""]
    assert [found.seats[letter].empty for letter in "NESW"] == [True, False, True, True]
    assert found.waits_for == "Players are missing: North, South, West."
    assert (found.next_deal, found.dealer, found.first_bidder) == (None, "", "")


def test_the_running_score_and_who_bids_first(game: Game) -> None:
    enter(game, NS_MAKES)
    say(game, 2, "NS", EVEN)
    found = view(game)
    assert (found.ns_total, found.ew_total, found.ns_bags, found.ew_bags) == (130, 121, 0, 1)
    assert [(deal.number, deal.dealer, deal.first_bidder, deal.state) for deal in found.deals] == [
        (1, "N", "E", "confirmed"),
        (2, "E", "S", "provisional"),
    ]
    assert found.deals[1].step.ns.total == 130
    assert (found.next_deal, found.dealer, found.first_bidder) == (3, "S", "W")
    assert found.waits_for == (
        "Deal 2 waits for East-West to confirm it. Deal 3 is to come: South deals, West bids first and leads."
    )
    say(game, 2, "EW", NS_MAKES)
    assert view(game).waits_for.startswith("On deal 2 the sides differ: the director rules.")


def test_a_game_that_is_over_waits_for_nothing_and_strikes_what_came_after_its_end(game: Game) -> None:
    enter(game, NS_MAKES, EVEN, EVEN, EVEN)
    enter_deal(game.pk, 2, words("N+10 0+10 3 3"), ACTOR, version=1, reason="so the slip")
    found = view(game)
    assert [(deal.struck, deal.step is None) for deal in found.deals] == [
        (False, False),
        (False, False),
        (True, True),
        (True, True),
    ][: len(found.deals)]
    assert (found.ns_total, found.next_deal, found.waits_for) == (220, None, "")


def test_who_is_away_who_has_quit_and_who_fills_in(event: Event) -> None:
    game = play(event)
    leave(game.pk, "W", ACTOR, after(30))
    west = view(game).seats["W"]
    assert (west.name, west.away_until, west.has_quit, west.empty) == ("Sue", after(33), False, False)
    assert "Sue is away, and has until 20:33:00 to be back." in view(game).waits_for
    leave_and_quit(game, "N", after(10))
    north = view(game).seats["N"]
    assert (north.person, north.name, north.has_quit, north.empty) == (None, "", True, True)
    assert north.starter.person.name == "Peter"
    assert "Nobody sits North: somebody has to fill in." in view(game).waits_for
    ivy = player(event, "Ivy")
    fill_in(game.pk, "N", ivy.pk, ACTOR, after(20))
    north = view(game).seats["N"]
    assert (north.person, north.has_quit, north.empty) == (ivy, True, False)
    assert view(game).names("NS") == ("Peter", "John")


def test_reading_takes_as_many_queries_for_60_games_as_for_3(event: Event) -> None:
    many(event, 3)
    few = queries(lambda: games_of(event))
    assert [one.ns_total for one in games_of(event)] == [140] * 3
    many(event, 57, first=4)
    fresh = Event.objects.get(pk=event.pk)
    assert len(games_of(fresh)) == 60
    assert queries(lambda: games_of(fresh)) == few <= 6


# --- standings ---------------------------------------------------------------------------------------------


def test_the_snapshot_has_the_games_and_how_the_players_stand(event: Event) -> None:
    finished(event)
    second = play(event, 2, names=("Peter", "Ann", "Tom", "Ivy"))
    say(second, 1, "NS", NS_MAKES)
    data = standings(event)
    assert (data["kind"], len(data["games"])) == (Kind.RANKED, 2)
    first = data["games"][0]
    assert (first["number"], first["status"], first["outcome"], first["ns_total"]) == (1, "over", "ns", 210)
    assert (first["ns"], first["ew"], first["deals"], first["target"]) == (
        ["Peter", "John"],
        ["Mary", "Sue"],
        3,
        200,
    )
    assert data["games"][1]["provisional"] == [1]
    assert [(row["name"], row["games"], row["won"], row["lost"]) for row in data["players"]] == [
        ("John", 1, 1, 0),
        ("Peter", 1, 1, 0),
        ("Mary", 1, 0, 1),
        ("Sue", 1, 0, 1),
    ]
    progress = data["progress"]
    assert (progress["over"], progress["playing"], progress["provisional"]) == (1, 1, 1)
    assert (progress["entered"], progress["due"], progress["deals"]) == (1, 2, 4)


def test_a_quitter_has_lost_whatever_became_of_the_game(event: Event) -> None:
    game = leave_and_quit(play(event), "N")
    fill_in(game.pk, "N", player(event, "Ivy").pk, ACTOR, after(10))
    play_out(game)
    rows = {row["name"]: row for row in standings(event)["players"]}
    assert (rows["Peter"]["lost"], rows["John"]["won"]) == (1, 1)
    assert "Ivy" not in rows
    assert standings(event)["games"][0]["quit"] == ["N"]


def test_what_ratings_have_made_of_the_games_is_told_once_they_are_there(event: Event) -> None:
    game = finished(event)
    assert standings(event)["players"][0]["change"] is None
    bring_up(event.tournament.club_id)
    found = changes_of(event)
    assert found[person_on(game, "N").pk] == pytest.approx(25 / 1)
    assert sum(found.values()) == pytest.approx(0)


def test_games_that_were_over_are_taken_from_the_snapshot_before(event: Event) -> None:
    finished(event)
    standings(event)
    snapshot = StandingsSnapshot.objects.get(event=event)
    snapshot.data["games"][0]["text"] = "as it was"
    snapshot.save()
    play(event, 2, names=("A", "B", "C", "D"))
    assert [row["text"] for row in standings(event)["games"]] == ["as it was", "No deal is in yet."]
    game = event.games.get(number=1)
    enter_deal(game.pk, 3, words("7 8 5 5"), ACTOR, version=1, reason="one trick more")
    assert standings(event)["games"][0]["text"] == "NS reached 200 on deal 3: NS 211, EW 152."


def test_computing_takes_as_many_queries_for_60_games_as_for_3(event: Event) -> None:
    snapshot = StandingsSnapshot.objects.get(event=event)
    many(event, 3)
    few = queries(lambda: compute_ranked(Event.objects.get(pk=event.pk), snapshot))
    many(event, 57, first=4)
    assert queries(lambda: compute_ranked(Event.objects.get(pk=event.pk), snapshot)) == few <= 16


def test_an_event_without_games_has_standings_too(event: Event) -> None:
    recompute_standings(event.pk)
    data = standings(event)
    assert (data["games"], data["players"], data["progress"]["games"]) == ([], [], 0)


# --- what is open ------------------------------------------------------------------------------------------


def test_what_speaks_against_calling_it_final(event: Event) -> None:
    assert open_matters(event) == ("There is no game, so nothing has been played.",)
    game = play(event)
    say(game, 1, "NS", NS_MAKES)
    say(game, 1, "EW", EVEN)
    say(game, 2, "NS", NS_MAKES)
    waiting = open_game(event.pk, 2, ACTOR)
    assert open_matters(event) == (
        "Game 1 at table 1 is being played.",
        "Game 2 at table 2 waits for players: start it, or declare it void.",
        "Game 1, deal 1 is disputed: a director has to rule.",
        "Game 1, deal 2 waits for the other side.",
    )
    with pytest.raises(ServiceError):
        finalise(event.pk, ACTOR)
    void_game(waiting.pk, "", ACTOR)
    void_game(game.pk, "nobody came back", ACTOR)
    finished(event, 3)
    assert open_matters(event) == ()
    assert finalise(event.pk, ACTOR).status == "final"


def test_what_knows_rounds_and_entries_finds_none(event: Event) -> None:
    game = play(event)
    enter(game, NS_MAKES)
    assert missing_results(event) == []
    assert finished_boards(event) == frozenset()
    assert present_round(event) is None
    assert sees_every_board(AnonymousUser(), event)


# --- who sees the cards ------------------------------------------------------------------------------------


@pytest.fixture
def dealt() -> Game:
    return play(make_ranked(dealing=Dealing.SYSTEM))


def play_as(game: Game, seat: str, user: User) -> None:
    person = person_on(game, seat)
    person.user = user
    person.save()


def test_cards_are_a_directors_until_the_deal_is_confirmed(dealt: Game) -> None:
    director = make_member(dealt.event.tournament.club, Role.DIRECTOR)
    scorer = make_member(dealt.event.tournament.club, Role.SCORER)
    say(dealt, 1, "NS", NS_MAKES)
    for viewer in (AnonymousUser(), scorer):
        assert visible_deals(dealt, viewer) == frozenset()
    assert visible_deals(dealt, director) == frozenset(range(1, 17))
    say(dealt, 1, "EW", NS_MAKES)
    assert visible_deals(dealt, AnonymousUser()) == {1}
    assert visible_boards(dealt.event, AnonymousUser()).deals == frozenset()


def test_a_director_who_sits_in_a_game_of_the_event_sees_no_cards_of_any(dealt: Game) -> None:
    director = make_member(dealt.event.tournament.club, Role.DIRECTOR)
    other = play(dealt.event, 2, names=("A", "B", "C", "D"))
    play_as(dealt, "N", director)
    assert visible_deals(other, director) == frozenset()
    assert plays_in(director, dealt.event)
    assert not directs(director, dealt.event)
    assert acts_and_plays(Actor.of(director, "desk"), dealt.event)


def test_a_director_who_fills_in_plays_too(dealt: Game) -> None:
    director = make_member(dealt.event.tournament.club, Role.DIRECTOR)
    ivy = player(dealt.event, "Ivy", user=director)
    assert directs(director, dealt.event)
    leave_and_quit(dealt, "N")
    fill_in(dealt.pk, "N", ivy.pk, ACTOR, after(10))
    assert not directs(director, dealt.event)
    assert acts_and_plays(Actor.of(director, "desk"), dealt.event)
    assert directs(director, make_ranked(dealt.event.tournament, name="Another"))


def test_nobody_is_away_by_a_clock_that_has_not_run(game: Game) -> None:
    leave(game.pk, "N", ACTOR)
    until = view(game).seats["N"].away_until
    assert timedelta(minutes=2) < until - timezone.now() <= timedelta(minutes=3)
