"""Rounds and matches of a Teams event: teams, tables, races, why it ended as it did and why it was drawn."""

import re

import pytest
from django.test import Client

from tests.pages.reading import get, row, text
from tests.pages.team_night import match_of, sign_in, team_night
from tests.support.event_builders import ACTOR, standings
from tests.support.team_builders import LOSS, ROUT, WIN, enter_board, make_teams, play, publish, win_match
from tournaments.models import Event, Match, MatchSnapshot, Round, RoundDraw
from tournaments.services.entries import NewEntry, add_entries
from tournaments.services.matches import add_decider, give_match

pytestmark = pytest.mark.django_db
MATCH = "rounds/1/matches/1/"


def one_match() -> Event:
    event = make_teams(2)
    publish(event)
    return event


def test_a_finished_match_has_its_sentence_points_line_ups_and_both_races(client: Client) -> None:
    event = one_match()
    win_match(event, 1, 1)
    standings(event)
    said = match_of(get(client, event, "rounds/1/"), 1)
    assert "Team 1 won: its pair at the open table reached 500 on board 5" in said
    assert re.search(r"1 Team 1 won \d+ 2 Team 2 \d+", said)
    assert "NS 1A & 1B 500" in said
    assert "EW 2A & 2B 150" in said
    assert "Race to 500 at table 1. Team 1 (NS) after each board: 100, 200, 300, 400, 500." in said
    assert "Race to 500 at table 2." in said


def test_the_match_page_has_every_board_with_what_its_scores_are_made_of(client: Client) -> None:
    event = one_match()
    play(event, 1, 1, ["6 8 5 5", "4+N 7+0 5 6"])
    win_match_closed(event)
    standings(event)
    html = get(client, event, MATCH)
    first = row(html, 'id="step-open-1"')
    assert first.startswith("1 NS 6 8 2 62 62 EW 5 5 0 50 50 how scored")
    # a nil made beside 4: 100 + 40 and three bags, on top of 62 and two
    second = row(html, 'id="step-open-2"')
    assert second.startswith("2 NS 4+N 7+0 5 143 205 EW 5 6 1 51 101")
    said = text(html)
    steps = MatchSnapshot.objects.get(match__round__event=event).data["rooms"]["open"]["steps"]
    parts = steps[1]["ns"]["components"]
    assert [part["points"] for part in parts] == [40, 100, 3]
    for part in parts:
        assert f"+{part['points']} {part['text']}" in said


def win_match_closed(event: Event) -> None:
    """Both tables come to their end: the open one goes on from board 3, the closed one is routine."""
    play(event, 1, 1, [ROUT] * 3, first=3)
    play(event, 1, 2, [LOSS] * 8)


def test_bag_penalties_and_the_target_are_said_where_they_happen(client: Client) -> None:
    event = one_match()
    play(event, 1, 1, [ROUT] * 5)
    play(event, 1, 2, [WIN] * 8)
    standings(event)
    html = get(client, event, MATCH)
    assert "500 reached" in row(html, 'id="step-open-5"')
    assert "500 reached" not in row(html, 'id="step-open-4"')
    # five boards of two bags are ten: −100
    fifth = row(html, 'id="step-closed-5"')
    assert fifth.startswith("5 NS 6 8 0 62 −100 bags 210")
    said = text(html)
    assert "−38 score less bag penalty" in said
    assert "NS reached 500 on board 5: NS 500, EW 150." in said
    assert "Nobody reached 500 in 8 boards" in said


def test_boards_that_do_not_count_are_named(client: Client) -> None:
    event = one_match()
    win_match(event, 1, 1)
    standings(event)
    snapshot = MatchSnapshot.objects.get(match__round__event=event)
    snapshot.data["rooms"]["open"]["ignored"] = [6, 7]
    snapshot.save()
    assert "Entered, and not counted: board 6–7." in text(get(client, event, MATCH))


def test_deciders_are_played_out_on_the_page(client: Client) -> None:
    event = one_match()
    play(event, 1, 1, [WIN] * 8)
    play(event, 1, 2, [WIN] * 8)
    add_decider(event.pk, (1, 1), ACTOR)
    standings(event)
    assert "Tied: board 9 is played at both tables." in text(get(sign_in(event, "director"), event, MATCH))
    enter_board(event, 1, 1, 9, ROUT)
    enter_board(event, 1, 2, 9, LOSS)
    standings(event)
    html = get(client, event, MATCH)
    assert row(html, 'id="step-open-9"').startswith("9 decider NS 10 10")
    assert "Team 1 won on points" in text(html)
    assert "Tied: board" not in text(html)


def test_a_match_that_was_given_says_so_and_why(client: Client) -> None:
    event = one_match()
    give_match(event.pk, (1, 1), "away", "home did not come", ACTOR, forfeit=True)
    standings(event)
    for place in ("rounds/1/", MATCH):
        assert "Team 2 won by forfeit: home did not come." in text(get(client, event, place))


def test_half_a_win_each_is_told_as_tied(client: Client) -> None:
    event = one_match()
    give_match(event.pk, (1, 1), "tied", "the hall closed", ACTOR)
    standings(event)
    said = match_of(get(client, event, "rounds/1/"), 1)
    assert "tied" in said
    assert "Half a win to each team, given by the director: the hall closed." in said
    assert "won" not in said


def test_a_match_of_which_only_the_outcome_is_known_has_no_tables(client: Client) -> None:
    event = one_match()
    Match.objects.get(round__event=event).tables.all().delete()
    give_match(event.pk, (1, 1), "home", "from paper", ACTOR)
    standings(event)
    for place in ("rounds/1/", MATCH):
        html = get(client, event, place)
        assert "Team 1 won" in text(html)
        assert '<svg class="race' not in html


def test_a_round_names_its_bye_and_who_is_not_in_it(client: Client) -> None:
    said = text(get(client, team_night(), "rounds/2/"))
    assert "3 Team 3 has the bye: a win without points." in said
    assert "Not in this round" not in said
    event = make_teams(3)
    publish(event, (1, 2), bye=3, reason="one is late")
    add_entries(event.pk, [NewEntry(("4A", "4B", "4C", "4D"), "Team 4")], ACTOR)
    standings(event)
    assert "Not in this round: 4 Team 4" in text(get(client, event, "rounds/1/"))


def test_the_bye_has_a_page(client: Client) -> None:
    event = team_night()
    assert "Team 3 has the bye: a win without points." in text(get(client, event, "rounds/2/matches/3/"))


def test_why_a_round_was_drawn_as_it_was_with_its_seed(client: Client) -> None:
    event = make_teams(4)
    publish(event)
    standings(event)
    round_ = Round.objects.get(event=event)
    said = text(get(client, event, "rounds/1/"))
    assert "Why this draw" in said
    assert all(sentence in said for sentence in round_.draw["certificate"]["text"])
    assert f"Drawn with seed {round_.draw['certificate']['seed']}" in said
    for match in round_.matches.all():
        assert match.text in said
        assert f"Why they met: {match.text}" in text(get(client, event, f"rounds/1/matches/{match.number}/"))


def test_a_round_paired_by_hand_says_so(client: Client) -> None:
    said = text(get(client, team_night(), "rounds/2/"))
    assert "The director paired this round by hand." in said
    assert "seed" not in said


@pytest.mark.parametrize(
    "draw",
    [
        {},
        {"certificate": None},
        {"certificate": []},
        {"certificate": {"text": "one"}},
        {"warnings": 3},
        {"x": 1},
    ],
)
def test_a_certificate_from_elsewhere_may_have_any_form(client: Client, draw: object) -> None:
    event = one_match()
    standings(event)
    RoundDraw.objects.filter(round__event=event).update(data=draw)
    assert ("Why this draw" in text(get(client, event, "rounds/1/"))) == bool(draw)


def test_rounds_are_listed_with_their_matches_decided(client: Client) -> None:
    html = get(client, team_night(), "rounds/")
    assert row(html, 'id="round-1"').endswith("2 of 2 matches decided")
    assert row(html, 'id="round-2"').endswith("0 of 2 matches decided")


def test_a_round_that_is_published_and_not_opened_is_shown(client: Client) -> None:
    event = make_teams(4)
    publish(event, opened=False)
    standings(event)
    said = text(get(client, event, "rounds/1/"))
    assert "Drawn, and not opened yet." in said
    assert "to come" in said
    assert "1A & 1B" in said


def test_rounds_and_matches_lead_to_their_neighbours(client: Client) -> None:
    event = team_night()
    assert "Round 2 →" in text(get(client, event, "rounds/1/"))
    assert "← Match 1" in text(get(client, event, "rounds/2/matches/2/"))
    assert "Match 3 →" in text(get(client, event, "rounds/2/matches/2/"))
    assert "Match 4" not in text(get(client, event, "rounds/2/matches/3/"))
