"""Sheets of real ranked tables: they say what was played, have codes for directors alone, and keep whose rating is
private."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.core.management import call_command

from tests.sheets.papers import codes, page_texts
from tests.support.event_builders import ACTOR, make_event, make_member, standings
from tests.support.ranked_builders import (
    after,
    enter,
    finished,
    leave_and_quit,
    make_ranked,
    person_on,
    play,
    player,
)
from tests.support.team_builders import make_teams
from tournaments.models import Event, EventStatus, Leaving, Rating, RatingBook, RatingList, Role, TableToken
from tournaments.printing import Order, documents_of, print_document
from tournaments.printing_cards import print_table_cards, print_table_tents, table_numbers
from tournaments.printing_ranked import blank_deals, rules_line
from tournaments.services.errors import NotFoundError
from tournaments.services.printed import note_printed, sheet_states
from tournaments.services.ranked.games import void_game
from tournaments.services.ranked.leaving import fill_in
from tournaments.services.ratings.rerating import bring_up
from tournaments.services.tokens import open_token, revoke, standing_tokens

pytestmark = [pytest.mark.django_db, pytest.mark.one_engine]

SITE = "https://spades.example.org"
DIRECTOR = User(username="director", is_superuser=True, is_active=True)


def texts(kind: str, event: Event, viewer: object = DIRECTOR, **more: object) -> list[str]:
    pages = page_texts(print_document(kind, Order(event, viewer, **more)))  # type: ignore[arg-type]
    return [" ".join(page.split()) for page in pages]


def test_ranked_events_have_their_own_documents_and_the_others_none_of_them() -> None:
    assert set(documents_of(make_ranked())) == {"table-sheets", "game-sheets", "results", "leaderboard"}
    for event in (make_event(pairs=0), make_teams(4)):
        assert {"table-sheets", "game-sheets", "leaderboard"}.isdisjoint(documents_of(event))
    with pytest.raises(NotFoundError):
        print_document("blank-travellers", Order(make_ranked(), DIRECTOR))


def test_a_rated_pairs_event_has_the_leaderboard() -> None:
    event = make_event(pairs=0)
    Event.objects.filter(pk=event.pk).update(rated=True)
    event.refresh_from_db()
    assert "leaderboard" in documents_of(event)


def test_a_table_sheet_s_code_opens_the_page_of_its_table() -> None:
    event = make_ranked()
    found = codes(print_document("table-sheets", Order(event, DIRECTOR, site=SITE, tables=3)), 2)
    assert len(found) == 3
    for number, (address,) in enumerate(found, start=1):
        opened = open_token(address.removeprefix(f"{SITE}/table/").removesuffix("/"))
        assert opened is not None
        assert (opened.event, opened.token.table) == (event, number)
    again = codes(print_document("table-sheets", Order(event, DIRECTOR, site=SITE, tables=3)), 2)
    assert again == found
    assert TableToken.objects.count() == 3


@pytest.mark.parametrize("printed", [print_table_cards, print_table_tents])
def test_a_card_of_a_ranked_table_says_to_sit_down_and_nothing_of_boards(printed: Any) -> None:
    (words,) = page_texts(printed(make_ranked(), SITE, ACTOR, tables=1))
    assert "Sit down there" in words
    assert "board" not in words


def test_only_a_director_is_given_codes() -> None:
    event = make_ranked()
    for viewer in (AnonymousUser(), make_member(event.tournament.club, Role.SCORER)):
        assert codes(print_document("table-sheets", Order(event, viewer, site=SITE)), 2) == [[]] * 4
    assert not TableToken.objects.exists()
    director = make_member(event.tournament.club, Role.DIRECTOR)
    assert all(codes(print_document("table-sheets", Order(event, director, site=SITE)), 2))


def test_a_final_event_has_no_codes_to_give() -> None:
    event = make_ranked()
    Event.objects.filter(pk=event.pk).update(status=EventStatus.FINAL)
    event.refresh_from_db()
    assert codes(print_document("table-sheets", Order(event, DIRECTOR, site=SITE)), 2) == [[]] * 4


def test_a_table_sheet_says_what_is_played_and_what_is_done_when_somebody_leaves() -> None:
    text = texts("table-sheets", make_ranked(target=300))[0]
    for piece in (
        "To 300 points",
        "lost at −300",
        "nil ±50",
        "blind nil ±100 when 100 behind",
        "10 bags cost 100",
    ):
        assert piece in text
    for piece in (
        "Back within 3 minutes, nothing has happened.",
        "A stand-in takes the seat",
        "for 60 minutes",
    ):
        assert piece in text
    assert "12 W N" in text
    forfeit = texts("table-sheets", make_ranked(leaving=Leaving.FORFEIT, rated=False))[0]
    assert "their side has lost the game" in forfeit
    assert "60 minutes" not in forfeit


def test_a_club_s_own_grace_stands_on_the_sheet() -> None:
    event = make_ranked()
    policy = {"preset": "2026", "grace_minutes": 1, "quit_ban_minutes": 0}
    RatingBook.objects.create(club=event.tournament.club, policy=policy)
    text = texts("table-sheets", event)[0]
    assert "Back within 1 minute, nothing" in text
    assert "may not play" not in text


@pytest.mark.parametrize(("target", "rows"), [(200, 10), (250, 12), (300, 12), (500, 16), (1000, 32)])
def test_there_is_room_for_most_games(target: int, rows: int) -> None:
    assert blank_deals(target) == rows


def test_rules_in_a_line_name_only_what_holds() -> None:
    line = rules_line(make_ranked(rules={"preset": "standard", "minimum_team_bid": 4}).rule_set)
    assert line == "Standard rules · to 500 · nil ±100 · 10 bags cost 100 · a side bids at least 4"


def test_tables_are_those_with_a_game_or_a_code_and_as_many_as_are_asked_for() -> None:
    event = make_ranked()
    assert table_numbers(event) == [1, 2, 3, 4]
    play(event, 7)
    assert table_numbers(event) == [7]
    assert table_numbers(event, 2) == [1, 2, 7]
    assert len(table_numbers(event, 10**9)) == 200


def test_a_game_that_is_over_is_told_deal_by_deal_with_who_left() -> None:
    event = make_ranked()
    game = play(event)
    enter(game, "7 7 5 6")
    leave_and_quit(game, "W")
    robot = player(event, "Robot", is_bot=True)
    fill_in(game.pk, "W", robot.pk, ACTOR, after(5))
    play(event, 2, ("Ann", "Bea", "Cleo", "Dan"))
    enter(game, "7 7 5 6", "7 7 5 6")
    (text,) = texts("game-sheets", event)
    for piece in ("Game 1", "quit after deal 1; from deal 2 Robot", "North–South have won, 210 : 153"):
        assert piece in text
    for piece in ("1 N E 7 7 70 0 70 5 6 51 1 51", "200 reached", "NS reached 200 on deal 3"):
        assert piece in text
    assert "Ann" not in text


def test_an_evening_tells_players_and_games_and_which_are_still_played() -> None:
    event = make_ranked(stake=10)
    finished(event)
    play(event, 2, ("Ann", "Bea", "Cleo", "Dan"))
    void = play(event, 3, ("Eve", "Flo", "Gus", "Hal"))
    void_game(void.pk, "The table was needed.", ACTOR)
    bring_up(event.tournament.club_id)
    standings(event)
    (text,) = texts("results", event)
    for piece in (
        "1 1 Peter – John Mary – Sue 210 : 153 NS won",
        "2 2 Ann – Cleo Bea – Dan 0 : 0 being played",
    ):
        assert piece in text
    for piece in ("3 3 Eve – Gus Flo – Hal 0 : 0 void", "Peter 1 1 0 0 +10 +25", "Sue 1 0 1 0 −10 −25"):
        assert piece in text
    assert "1 game is still played." in text


def test_what_a_rating_did_is_not_told_of_who_is_not_on_the_leaderboard() -> None:
    event = make_ranked()
    game = finished(event)
    bring_up(event.tournament.club_id)
    standings(event)
    person = person_on(game, "N")
    type(person).objects.filter(pk=person.pk).update(on_leaderboard=False)
    (text,) = texts("results", event)
    assert "Peter 1 1 0 0 Mary" in text
    assert "John 1 1 0 0 +25" in text


def test_the_leaderboard_has_those_whom_its_page_has_and_no_others() -> None:
    event = make_ranked()
    RatingBook.objects.create(club=event.tournament.club, minimum_games=1, inactive_days=None)
    finished(event)
    finished(event, now=after(60), names=("Peter", "Mary", "John", "Sue"))
    bring_up(event.tournament.club_id)
    for name in ("Sue", "Peter"):
        hidden = player(event, name, on_leaderboard=name == "Peter")
    text = " ".join(texts("leaderboard", event, AnonymousUser()))
    assert hidden.name in text
    assert "Peter" in text
    assert "Sue" not in text
    assert f"Leaderboard of {event.tournament.club.name}" in text
    assert "1 game or more" in text


def test_a_leaderboard_of_more_than_a_page_of_the_site_is_printed_whole() -> None:
    event = make_ranked()
    RatingBook.objects.create(club=event.tournament.club, minimum_games=1)
    club = event.tournament.club

    for number in range(120):
        person = player(event, f"Player {number:03}")
        Rating.objects.create(
            club=club,
            person=person,
            kind=RatingList.RANKED,
            rating=1500 - number,
            games=9,
            last_at=after(10**6),
        )
    text = " ".join(texts("leaderboard", event))
    assert all(f"Player {number:03}" in text for number in range(120))


def test_before_anybody_has_played_each_sheet_says_so() -> None:
    event = make_ranked()
    assert "No game is over yet." in texts("game-sheets", event)[0]
    assert "No game has begun yet." in texts("results", event)[0]
    assert "Nobody is on this list yet." in texts("leaderboard", event)[0]


def test_sheets_are_stale_when_what_they_tell_has_changed() -> None:
    event = make_ranked()
    RatingBook.objects.create(club=event.tournament.club)
    standings(event)
    print_document("table-sheets", Order(event, DIRECTOR, site=SITE))

    def stale() -> set[str]:
        event.refresh_from_db()
        return {state.kind for state in sheet_states(event) if state.stale}

    for kind in documents_of(event):
        note_printed(event.pk, kind, "", ACTOR)
    assert stale() == set()
    finished(event)
    standings(event)
    assert stale() == {"results", "game-sheets"}
    bring_up(event.tournament.club_id)
    assert "leaderboard" in stale()
    assert "table-sheets" not in stale()
    revoke(event.pk, [standing_tokens(event)[0].pk], ACTOR, "lost")
    assert "table-sheets" in stale()


def test_the_command_prints_them_with_as_many_tables_as_it_is_told(tmp_path: Path) -> None:
    event = make_ranked()
    target = tmp_path / "out.pdf"
    for kind in ("table-sheets", "table-cards"):
        call_command("print", kind, str(event.pk), output=str(target), stdout=StringIO(), site=SITE, tables=5)
        found = [address for page in codes(target.read_bytes(), 2) for address in page]
        assert len(found) == 5


def test_printing_asks_a_number_of_questions_that_does_not_grow_with_the_games(
    django_assert_max_num_queries: object,
) -> None:
    event = make_ranked()
    for hour in range(3):
        finished(event, now=after(60 * hour))
    for kind in ("game-sheets", "results", "leaderboard"):
        with django_assert_max_num_queries(20):  # type: ignore[operator]
            print_document(kind, Order(event, DIRECTOR))
