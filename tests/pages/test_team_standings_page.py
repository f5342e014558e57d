"""A Teams event's standings, cross-table and team pages: what they say, and the numbers that it comes from."""

import re

import pytest
from django.test import Client

from tests.pages.reading import get, home, row, text
from tests.pages.team_night import team_night
from tests.support.event_builders import ACTOR, standings
from tests.support.team_builders import finish_round, make_teams, publish
from tournaments.models import Event, EventStatus, StandingsSnapshot
from tournaments.services.entries import withdraw_entry
from tournaments.services.matches import give_match

pytestmark = pytest.mark.django_db


def four_teams(rounds: int = 2) -> Event:
    """Round 1: 1 beats 4, 2 beats 3; round 2: 1 and 2 have half a win each, 3 beats 4 by forfeit."""
    event = make_teams(4)
    publish(event, (1, 4), (2, 3), reason="as we like it")
    finish_round(event, 1, winners=(1, 2))
    if rounds > 1:
        publish(event, (1, 2), (3, 4), reason="as we like it")
        give_match(event.pk, (2, 1), "tied", "the hall closed", ACTOR)
        give_match(event.pk, (2, 2), "home", "nobody came", ACTOR, forfeit=True)
    standings(event)
    return event


def test_wins_losses_marks_and_tie_breaks_of_each_team(client: Client) -> None:
    html = get(client, four_teams())
    rows = [row(html, f'id="row-{number}"') for number in (1, 3, 4)]
    assert rows[0] == "2 1 Team 1 No. 1 W ½ 1½ 0 1½ ¾ +346"
    assert " Team 3 No. 3 L W 1 1 " in rows[1]
    assert " Team 4 No. 4 L L 0 2 " in rows[2]
    for head in ("Wins", "Losses", "Opp. wins", "Beaten opp.", "Points"):
        assert head in text(html)
    said = text(html)
    assert "Round 1: won against Team 4" in said
    assert "Round 2: half a win against Team 2" in said
    assert "Round 2: won by forfeit against Team 4" in said
    assert "Round 2: lost by forfeit to Team 3" in said


def test_the_marks_lead_to_their_matches(client: Client) -> None:
    event = four_teams()
    html = get(client, event)
    cell = re.search(r'id="row-1".*?<td class="marks">(.*?)</td>', html, re.DOTALL)
    assert cell
    assert re.findall(r'href="([^"]*)"', cell[1]) == [
        home(event) + "rounds/1/matches/1/",
        home(event) + "rounds/2/matches/1/",
    ]


def test_who_is_undefeated_and_how_long_it_goes_on(client: Client) -> None:
    event = team_night()
    said = text(get(client, event))
    assert "Round 2 of at least 3, on while two teams are undefeated." in said
    # team 4 has lost for certain, but its match is not over, and team 5, whose bye is no loss, still plays
    undefeated = said[said.index("Undefeated:") : said.index("Standings", said.index("Undefeated:"))]
    assert {"Team 1", "Team 4", "Team 5"} == set(re.findall(r"Team \d", undefeated))


@pytest.mark.parametrize(
    ("progress", "undefeated", "said"),
    [
        ({"rounds": 0, "planned": 4}, (), "At least 4 rounds, and on while two teams are undefeated."),
        ({"rounds": 5, "planned": 4}, (1, 2), "Round 5: more than one team is still undefeated."),
        ({"rounds": 5, "planned": 4}, (1,), "Round 5, the last if one team stays undefeated."),
        ({"rounds": 2, "planned": 5, "open_ended": False}, (1,), "Round 2 of 5."),
        ({"rounds": 0, "planned": 5, "open_ended": False}, (), "5 rounds."),
        ({"rounds": 3, "planned": 3, "decided": True}, (1,), "Over after 3 rounds."),
    ],
)
def test_the_length_in_every_case(
    client: Client, progress: dict[str, object], undefeated: tuple[int, ...], said: str
) -> None:
    event = four_teams(1)
    snapshot = StandingsSnapshot.objects.get(event=event)
    snapshot.data["progress"] |= progress
    snapshot.data["undefeated"] = list(undefeated)
    snapshot.version += 1
    snapshot.save()
    assert said in text(get(client, event))


def test_why_level_teams_stand_in_their_order(client: Client) -> None:
    event = four_teams(1)
    snapshot = StandingsSnapshot.objects.get(event=event)
    rows = snapshot.data["lists"][0]["rows"]
    breaks = (
        [["opponents_wins", 2.0], ["points_difference", 120.0]],
        [["opponents_wins", 2.0], ["points_difference", -30.0]],
        [["opponents_wins", 1.5]],
        [["opponents_wins", 1.5]],
    )
    for found, values in zip(rows, breaks, strict=True):
        found["half_wins"], found["tie_breaks"] = 2, values
    names = [f"Team {found['entry']}" for found in rows]
    snapshot.save()
    said = text(get(client, event))
    assert f"{names[0]} before {names[1]}: points difference +120 to −30." in said
    assert f"{names[1]} before {names[2]}: opponents’ wins 2 to 1½." in said
    assert f"{names[2]} and {names[3]} share their place: no tie-break tells them apart." in said
    rows[0]["half_wins"] = 4
    snapshot.version += 1
    snapshot.save()
    assert f"{names[0]} before" not in text(get(client, event))


def test_the_projector_has_ranks_marks_and_wins(client: Client) -> None:
    html = get(client, four_teams(), "projector/")
    assert row(html, 'id="row-4"') == "4 Team 4 L L 0"
    assert "Team 1 " in row(html, 'id="row-1"')
    assert row(html, 'id="row-1"').endswith("W ½ 1½")


def test_the_cross_table_says_whom_each_team_met_and_what_came_of_it(client: Client) -> None:
    event = four_teams()
    html = get(client, event, "cross/")
    data = StandingsSnapshot.objects.get(event=event).data["cross"]["1"][0]
    assert data["points"] - data["opponent_points"] == 346
    assert row(html, 'id="row-1"') == "2 1 Team 1 W 4 +346 ½ 2 1½"
    assert row(html, 'id="row-3"').endswith("W 4 forfeit 1")
    assert f"won against Team 4, {data['points']} : {data['opponent_points']}" in text(html)
    # the tint is not alone: letter, number and sign say the same
    assert re.search(r'class="cell won w[123]"', html)
    assert "W won, L lost, ½ half a win" in text(html)


def test_a_bye_and_a_match_still_played_in_the_cross_table(client: Client) -> None:
    html = get(client, team_night(), "cross/")
    assert row(html, 'id="row-5"').endswith("5 Team 5 B … 2 1")
    assert re.search(r"L 4 −\d+ B 1$", row(html, 'id="row-3"'))


def test_a_team_that_left_is_called_so_and_its_later_rounds_are_missed(client: Client) -> None:
    event = make_teams(4)
    publish(event, (1, 4), (2, 3), reason="as we like it")
    finish_round(event, 1, winners=(1, 2))
    withdraw_entry(event.pk, 4, ACTOR, "ill")
    publish(event, (1, 2), bye=3, reason="as we like it")
    standings(event)
    html = get(client, event)
    assert "withdrawn" in row(html, 'id="row-4"')
    assert "L –" in row(html, 'id="row-4"')
    assert "Round 2: not there" in text(html)
    assert "withdrawn" in text(get(client, event, "teams/4/"))


def test_a_teams_page_unfolds_its_tie_breaks_to_the_numbers_they_came_from(client: Client) -> None:
    """Team 1 met 4 (no win) and 2 (1½ wins), beat the first and halved with the second."""
    event = four_teams()
    said = text(get(client, event, "teams/1/"))
    cross = StandingsSnapshot.objects.get(event=event).data["cross"]["1"]
    first, second = (item["points"] - item["opponent_points"] for item in cross)
    assert "1½ wins" in said
    assert "0 wins" in text(get(client, event, "teams/4/"))
    assert "1 match won · 1 half win" in said
    assert "Opponents’ wins 0 + 1½ = 1½" in said
    assert "Defeated opponents’ wins 0 + ½ × 1½ = ¾" in said
    assert f"Points difference {first} + {second} = +{first + second}" in said
    assert "undefeated" in said
    assert "1A · 1B · 1C · 1D" in said


def test_the_sums_of_a_teams_page_are_the_standings_own(client: Client) -> None:
    """Whatever the terms are, they add up to what the standings rank by."""
    event = team_night()
    for found in StandingsSnapshot.objects.get(event=event).data["lists"][0]["rows"]:
        said = text(get(client, event, f"teams/{found['entry']}/"))
        match = re.search(r"Opponents’ wins ([^=]*)= (\S+)", said)
        if match:
            terms = [float(term.replace("½", ".5")) for term in match[1].split("+")]
            assert sum(terms) == found["opponents_wins"], found["entry"]


def test_a_snapshot_that_does_not_say_what_opponents_bring_leaves_the_sum_out(client: Client) -> None:
    event = four_teams()
    snapshot = StandingsSnapshot.objects.get(event=event)
    for item in snapshot.data["cross"]["1"]:
        del item["rated_wins"]
    snapshot.save()
    said = text(get(client, event, "teams/1/"))
    assert "Opponents’ wins 1½" in said
    assert "0 + 1½" not in said


def test_a_teams_page_has_its_record_and_where_it_sits(client: Client) -> None:
    event = team_night()
    html = get(client, event, "teams/5/")
    assert row(html, 'id="round-1"') == "1 B Bye"
    assert row(html, 'id="round-2"') == "2 … 2 Team 2 being played see the match"
    said = text(html)
    assert "Round 2, now against 2 Team 2 Table 3 North-South Open room 5A & 5B against 2A & 2B" in said
    assert "Table 4 East-West Closed room 5C & 5D against 2C & 2D Not playing: 5E" in said
    assert "has the bye" in text(get(client, event, "teams/3/"))


def test_seats_are_found_by_a_players_name(client: Client) -> None:
    event = team_night()
    every = text(get(client, event, "where/"))
    assert "Round 2, now" in every
    assert all(f"Team {number}" in every for number in range(1, 6))
    found = get(client, event, "where/?q=5c")
    assert "Table 4 East-West Closed room 5C & 5D against 2C & 2D" in text(found)
    assert "5A & 5B" not in text(found)
    assert 'id="row-2"' not in found
    whole = text(get(client, event, "where/?q=team 5"))
    assert "5A & 5B" in whole
    assert "5C & 5D" in whole
    assert "Not playing: 5E" in text(get(client, event, "where/?q=5e"))
    assert "has the bye" in text(get(client, event, "where/?q=3a"))
    assert "Nobody here is called" in text(get(client, event, "where/?q=nobody"))


def test_the_next_round_has_seats_as_soon_as_it_is_published(client: Client) -> None:
    event = team_night()
    publish(event, (1, 5), (2, 3), bye=4, reason="early", opened=False)
    standings(event)
    said = text(get(client, event, "where/?q=5a"))
    assert "Round 3, next" in said
    assert "against 1 Team 1" in said


def test_the_headline_counts_the_matches_of_the_round(client: Client) -> None:
    event = team_night()
    said = {
        EventStatus.RUNNING: "Round 2 0 of 2 matches decided as of",
        EventStatus.SETUP: "Being set up",
        EventStatus.FINAL: "Final results 0 of 2 matches decided as of",
    }
    for status, line in said.items():
        Event.objects.filter(pk=event.pk).update(status=status)
        found = re.search(r'<p class="line">(.*?)</p>', get(client, event))
        assert found
        assert text(found[1]).startswith(line)
    finished = four_teams(1)
    assert "Between rounds 2 of 2 matches decided" in text(get(client, finished))


def test_my_team_is_remembered_and_marked(client: Client) -> None:
    event = team_night()
    response = client.post(home(event) + "pairs/4/own/")
    assert response.headers["Location"] == home(event) + "teams/4/"
    for place in ("", "where/", "rounds/2/", "cross/", "rounds/2/matches/1/"):
        html = get(client, event, place)
        assert set(re.findall(r'data-entry="(\d+)" aria-current', html)) == {"4"}, place
        assert "You are team 4" in text(html)
