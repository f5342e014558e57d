"""Of a match that is being played nobody is told what could help a table that plays on, on any page or in any ETag."""

import re

import pytest
from django.test import Client

from tests.pages.reading import get, home, row, text
from tests.pages.team_night import match_of, sign_in, team_night
from tests.support.event_builders import ACTOR, standings
from tests.support.team_builders import LOSS, WIN, enter_board, make_teams, play, publish
from tournaments.models import Event, MatchSnapshot, StandingsSnapshot, TravellerSecrecy
from tournaments.services.matches import add_decider

OPEN_ROOM, CLOSED_ROOM = ("500", "150"), ("248", "200")
SUMS = ("748", "350", "398")
"""The points of match 1 of round 2, and what lies between them."""
FORMS = ("", "?live")


@pytest.fixture
def event(db: None) -> Event:
    return team_night()


def picture_titles(html: str) -> str:
    return " ".join(re.findall(r'<svg class="race[^>]*aria-label="([^"]*)"', html))


def own_match(client: Client, event: Event) -> str:
    """All that the round's page, the match's own and both moving parts say of match 1."""
    pages = [get(client, event, f"rounds/2/{form}") for form in FORMS]
    alone = [get(client, event, f"rounds/2/matches/1/{form}") for form in FORMS]
    said = [match_of(html, 1) for html in pages]
    return " ".join([*said, *(text(html) for html in alone), *(picture_titles(html) for html in alone)])


@pytest.mark.parametrize("who", ["anonymous", "stranger", "scorer", "5A", "3E"])
def test_of_a_running_match_others_are_told_how_many_boards_are_in_and_who_has_won(
    event: Event, who: str
) -> None:
    client = sign_in(event, who)
    said = own_match(client, event)
    assert "5 boards in" in said
    assert "4 boards in" in said
    assert "Team 1 has won: no board still to come can change that." in said
    numbers = set(re.findall(r"\d+", said))
    assert not numbers & {*OPEN_ROOM, *CLOSED_ROOM, *SUMS}
    assert "reached" not in said


def test_where_a_table_stopped_is_not_told_by_its_bar_of_boards(event: Event) -> None:
    """Table 1 stopped after five boards: its bar has eight places all the same."""
    bars = re.findall(
        r'<p class="pips"><span aria-hidden="true">(.*?)</span>', get(Client(), event, "rounds/2/")
    )
    assert [len(re.findall("<i", bar)) for bar in bars] == [8, 8, 8, 8]
    assert [len(re.findall("in", bar)) for bar in bars] == [5, 4, 3, 0]


@pytest.mark.parametrize("who", ["1C", "4C", "director 1C"])
def test_at_the_table_that_plays_on_only_its_own_boards_are_shown(event: Event, who: str) -> None:
    client = sign_in(event, who)
    said = own_match(client, event)
    numbers = set(re.findall(r"\d+", said))
    assert set(CLOSED_ROOM) <= numbers
    assert not numbers & set(SUMS)
    assert "Race to 500 at table 2" in said
    assert "Race to 500 at table 1" not in said
    assert "100, 200, 300" not in said
    assert "has won" not in said
    assert "reached" not in said
    assert "Team 1 won" not in said


@pytest.mark.parametrize("who", ["1E", "4E"])
def test_who_does_not_play_this_round_sees_nothing_of_the_own_match(event: Event, who: str) -> None:
    said = own_match(sign_in(event, who), event)
    assert "has won" not in said
    assert not set(re.findall(r"\d+", said)) & {*OPEN_ROOM, *CLOSED_ROOM, *SUMS}


@pytest.mark.parametrize("who", ["1A", "4A", "director"])
def test_who_has_stopped_and_who_directs_see_both_tables(event: Event, who: str) -> None:
    said = own_match(sign_in(event, who), event)
    assert {"748", "350", *OPEN_ROOM, *CLOSED_ROOM} <= set(re.findall(r"\d+", said))
    assert "Team 1 won: its pair at the open table reached 500 on board 5" in said


@pytest.mark.parametrize("who", ["1C", "4C", "1E", "director 1C", "anonymous", "director"])
def test_no_ranking_counts_a_match_before_it_is_over(event: Event, who: str) -> None:
    client = sign_in(event, who)
    for place in ("", "projector/", "cross/", "teams/1/", "teams/2/", "teams/4/"):
        for form in FORMS:
            assert "0 of 2 matches decided" in text(get(client, event, place + form)), place
    assert "0 of 2 matches decided" in text(get(client, event, "rounds/"))
    assert row(get(client, event, "teams/1/"), 'id="round-2"').endswith("being played see the match")
    # 1 and 4 have a win each, as before their match
    said = text(get(client, event))
    undefeated = said[said.index("Undefeated:") : said.index("Standings", said.index("Undefeated:"))]
    assert {"Team 1", "Team 4", "Team 5"} == set(re.findall(r"Team \d", undefeated))


def test_players_and_the_public_are_not_served_each_others_pages(event: Event) -> None:
    viewers = {who: sign_in(event, who) for who in ("anonymous", "1C", "1A", "director")}
    for place in ("", "rounds/2/", "rounds/2/matches/1/", "cross/", "teams/1/"):
        for form in FORMS:
            tags = {}
            for _ in range(2):
                for who, client in viewers.items():
                    response = client.get(home(event) + place + form)
                    tags.setdefault(who, set()).add(response.headers["ETag"])
            assert all(len(found) == 1 for found in tags.values()), place
            assert len(set.union(*tags.values())) == len(viewers), place
            known = viewers["1A"].get(home(event) + place + form).headers["ETag"]
            other = viewers["1C"].get(home(event) + place + form, headers={"if-none-match": known})
            assert other.status_code == 200, place


def test_the_points_of_a_match_that_is_won_and_still_played_are_left_out_everywhere(event: Event) -> None:
    """Round 1 brought team 1 500 + 496 − 150 − 400 = 446 points; round 2 would bring 398 more, when it is over."""
    rows = StandingsSnapshot.objects.get(event=event).data["lists"][0]["rows"]
    first = next(found for found in rows if found["entry"] == 1)
    before = first["points_difference"]
    for client in (Client(), sign_in(event, "director")):
        assert row(get(client, event), 'id="row-1"').endswith(f"+{before}")
        card = text(get(client, event, "teams/1/"))
        assert f"+{before}" in card
        assert "+398" not in text(get(client, event, "cross/"))
        assert "+398" not in card
    play(event, 2, 2, [LOSS] * 4, first=5)
    standings(event)
    rows = StandingsSnapshot.objects.get(event=event).data["lists"][0]["rows"]
    after = next(found for found in rows if found["entry"] == 1)["points_difference"]
    assert after > before
    assert row(get(Client(), event), 'id="row-1"').endswith(f"+{after}")


def test_everything_is_public_when_both_tables_have_stopped(event: Event) -> None:
    play(event, 2, 2, [LOSS] * 4, first=5)
    standings(event)
    for who in ("anonymous", "1C", "1E"):
        said = own_match(sign_in(event, who), event)
        assert "Team 1 won: its pair at the open table reached 500 on board 5" in said, who


def test_open_scores_are_open_to_all_but_the_players_of_the_match(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(traveller_secrecy=TravellerSecrecy.OPEN)
    said = own_match(Client(), event)
    assert {"748", "350"} <= set(re.findall(r"\d+", said))
    assert "748" not in own_match(sign_in(event, "1C"), event)


def test_a_tie_is_told_to_no_table_but_that_a_decider_is_due_to_both(event: Event) -> None:
    play(event, 2, 3, [WIN] * 5, first=4)
    play(event, 2, 4, [WIN] * 8)
    add_decider(event.pk, (2, 2), ACTOR)
    standings(event)
    data = MatchSnapshot.objects.get(match__round__number=2, match__number=2).data
    assert data["needs_decider"]
    player, public = (
        match_of(get(sign_in(event, who), event, "rounds/2/"), 2) for who in ("5A", "anonymous")
    )
    assert "Tied: board 9 is played at both tables." in player
    assert "NS 396, EW 400" in player  # the own table: 8 × 62 less 100 for bags, and 8 × 50
    assert "points each" not in player
    assert "board 9" not in public
    assert "Tied" not in public


def test_why_the_next_round_was_drawn_is_kept_from_who_may_not_know_the_own_result(event: Event) -> None:
    publish(event, (1, 5), (2, 3), bye=4, reason="early", opened=False)
    standings(event)
    reason = "Why this draw"
    assert reason in text(get(Client(), event, "rounds/3/"))
    assert reason not in text(get(sign_in(event, "1C"), event, "rounds/3/"))
    assert "Why they met" not in text(get(sign_in(event, "4C"), event, "rounds/3/matches/1/"))


def test_the_cards_of_a_round_are_shown_when_all_its_matches_are_over(event: Event) -> None:
    first, second = ("rounds/1/matches/1/", "rounds/2/matches/1/")
    assert "The four hands" in get(Client(), event, first)
    play(event, 2, 2, [LOSS] * 4, first=5)
    standings(event)
    assert "The four hands" not in get(Client(), event, second)  # match 2 has the same boards
    play(event, 2, 3, [WIN] * 5, first=4)
    play(event, 2, 4, [LOSS] * 8)
    standings(event)
    assert "The four hands" in get(Client(), event, second)
    pbn = Client().get(home(event) + "hands.pbn").content.decode()
    assert pbn.count("[Deal ") == 16


def test_before_play_there_is_nothing_to_see(db: None) -> None:
    event = make_teams(4)
    for client in (Client(), sign_in(event, "1A")):
        assert "The seats are shown when play begins." in text(get(client, event, "where/"))
        assert "The draw is shown when play begins." in text(get(client, event, "rounds/"))
        assert client.get(home(event) + "rounds/1/").status_code == 404
        assert client.get(home(event) + "rounds/1/matches/1/").status_code == 404


def test_one_board_more_changes_the_number_of_boards_and_nothing_else(event: Event) -> None:
    enter_board(event, 2, 2, 5, LOSS)
    standings(event)
    said = own_match(Client(), event)
    assert said.count("5 boards in") >= 4
    assert not set(re.findall(r"\d+", said)) & {*OPEN_ROOM, *SUMS}
