"""The draw of teams at the desk: looked at, drawn again, paired by hand, published, undone, opened, closed."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.pages.desk.conftest import sign_in
from tests.support.event_builders import ACTOR, enter, seat_person
from tests.support.team_builders import finish_round, make_teams, play, publish, win_match
from tournaments.models import Event, Result, Role, RoundStatus
from tournaments.services.entries import withdraw_entry
from tournaments.services.events import finalise

pytestmark = pytest.mark.django_db


def url_of(event: Event) -> str:
    return reverse("desk:draw", args=[event.pk])


def form_of(page: Any, **typed: Any) -> dict[str, Any]:
    """What a browser sends of the draft on the page."""
    form = page.context["form"]
    sent = {name: form[name].value() or "" for name in ("round_number", "basis", "bye", "reason")}
    lines = page.context["lines"]
    teams = {"home": [line.home or "" for line in lines], "away": [line.away or "" for line in lines]}
    return {**sent, **teams, "deed": "publish", **typed}


def faults(page: Any) -> str:
    return " ".join(message for found in page.context["form"].errors.values() for message in found)


def of_round(client: Client, event: Event, deed: str, number: int, reason: str = "") -> Any:
    return client.post(url_of(event), {"deed": deed, "round": number, "reason": reason})


@pytest.fixture
def played(teams: Event, team_director: User) -> Event:
    """Round 1 is over: teams 1, 2 and 3 have won."""
    finish_round(teams, 1)
    return teams


BY_HAND = {"home": ["1", "2", "4"], "away": ["6", "3", "5"]}
"""1 and 6 have met, and 1, 2, 3 have won."""


def test_the_draft_says_why(played: Event, client: Client) -> None:
    page = client.get(url_of(played))
    text = page.content.decode()
    assert all(line.why in text and line.home_name in text for line in page.context["lines"])
    assert page.context["lines"][0].why.startswith("Both have 1 win")
    assert "Why none is better" in text
    assert "6 teams: after 3 rounds" in text
    assert played.rounds.count() == 1


def test_it_is_published_opened_and_closed(played: Event, client: Client) -> None:
    page = client.get(url_of(played))
    assert client.post(url_of(played), form_of(page)).status_code == 302
    text = client.get(url_of(played)).content.decode()
    assert "Round 2 is published: everybody may see it." in text
    assert "Round 2 is drawn. Open it when play begins" in text
    assert "Publish round" not in text
    assert played.rounds.get(number=2).drawn.data["certificate"] is not None
    assert of_round(client, played, "open", 2).status_code == 302
    assert played.rounds.get(number=2).status == RoundStatus.OPEN
    refused = of_round(client, played, "close", 2)
    assert refused.status_code == 422
    assert "No result yet" in refused.content.decode()
    assert of_round(client, played, "close", 2, "the hall closes").status_code == 302
    assert of_round(client, played, "open", 2).status_code == 422
    assert of_round(client, played, "open", 2, "too early").status_code == 302
    assert [entry.action for entry in played.log.order_by("pk")][-4:] == [
        "round.drawn",
        "round.opened",
        "round.closed",
        "round.reopened",
    ]


def test_what_results_have_overtaken_is_not_published(played: Event, client: Client) -> None:
    form = form_of(client.get(url_of(played)))
    stored = Result.objects.filter(table__round__event=played, table__number=1, board=1).get()
    lines = ["3 3 10 10"] * 5
    for board, line in enumerate(lines, start=1):
        there = Result.objects.get(table=stored.table, board=board)
        enter(played, 1, 1, board, line, version=there.version, reason="misread")
    for board in range(1, 9):
        there = Result.objects.get(table__round__event=played, table__number=2, board=board)
        enter(played, 1, 2, board, "6 8 5 5", version=there.version, reason="misread")
    page = client.post(url_of(played), form)
    assert page.status_code == 409
    assert "Results came in" in faults(page)
    assert played.rounds.count() == 1
    fresh = form_of(page)
    assert fresh["basis"] not in ("", form["basis"])
    assert client.post(url_of(played), fresh).status_code == 302


def test_it_is_published_once(played: Event, client: Client) -> None:
    form = form_of(client.get(url_of(played)))
    client.post(url_of(played), form)
    again = client.post(url_of(played), form)
    assert again.status_code == 409
    assert "Round 2 is drawn already." in faults(again)
    assert played.rounds.count() == 2


def test_a_draw_by_hand_is_checked_and_overruled(played: Event, client: Client) -> None:
    draft = client.get(url_of(played))
    page = client.post(url_of(played), form_of(draft, **BY_HAND, deed="check"))
    assert page.status_code == 200
    assert page.context["lines"][0].warnings == (
        "Teams 1 and 6 meet again.",
        "Teams 1 and 6 float: they have 1 win and no wins.",
    )
    assert "Teams 1 and 6 meet again." in page.content.decode()
    refused = client.post(url_of(played), form_of(page))
    assert refused.status_code == 422
    assert "Something speaks against this draw" in faults(refused)
    assert "Give a reason to publish it all the same." in faults(refused)
    assert [line.home for line in refused.context["lines"]] == [1, 2, 4]
    assert client.post(url_of(played), form_of(page, reason="they asked for it")).status_code == 302
    drawn = played.rounds.get(number=2).matches.values_list("home__number", "away__number")
    assert list(drawn) == [(1, 6), (2, 3), (4, 5)]


@pytest.mark.one_engine
@pytest.mark.parametrize("deed", ["check", "publish"])
@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"home": ["1", "2", ""], "away": ["6", "3", "5"]}, "Match 3 needs two teams, by number"),
        ({"home": ["1", "2", "²"], "away": ["6", "3", "5"]}, "Match 3 needs two teams, by number"),
        ({"home": ["1", "2", "9" * 40], "away": ["6", "3", "5"]}, "Match 3 needs two teams"),
        ({"home": ["1", "2", "99"], "away": ["6", "3", "5"]}, "There is no team 99 in this event."),
        ({"home": ["1", "2"], "away": ["6", "3"]}, "Nobody meets team 4, 5"),
        ({"home": ["1", "2", "4"], "away": ["6", "1", "5"]}, "Team 1 is drawn 2 times"),
        ({"home": [], "away": []}, "A round has at least one match"),
        ({"bye": "4"}, "Team 4 is drawn 2 times"),
        ({"bye": "x"}, "whole number"),
        ({"round_number": "x"}, "whole number"),
        ({"reason": "r" * 501}, "at most 500 characters"),
    ],
)
def test_what_cannot_be_played_is_said(
    played: Event, client: Client, typed: dict[str, Any], words: str, deed: str
) -> None:
    page = client.post(url_of(played), form_of(client.get(url_of(played)), **typed, deed=deed))
    assert page.status_code == 422
    assert words in faults(page)
    assert played.rounds.count() == 1


def test_it_is_drawn_again_with_another_bye_or_rematches(team_director: User, client: Client) -> None:
    odd = make_teams(5)
    sign_in(client, odd.tournament.club, Role.DIRECTOR)
    first = client.get(url_of(odd)).context["bye_name"]
    assert first
    page = client.get(url_of(odd), {"bye": "2"})
    assert page.context["bye_name"] == "Team 2"
    assert client.post(url_of(odd), form_of(page)).status_code == 302
    assert odd.rounds.get().matches.get(away=None).home.number == 2
    for asked in ({"bye": "99"}, {"bye": "x", "rematches": "perhaps"}):
        assert client.get(url_of(odd), asked).status_code == 200

    two = make_teams(2, tournament=odd.tournament)
    publish(two)
    finish_round(two, 1)
    page = client.get(url_of(two))
    assert "Allow rematches, pair by hand, or end the event here." in faults(page)
    assert len(page.context["lines"]) == 1  # empty, to pair by hand
    page = client.get(url_of(two), {"rematches": "on"})
    assert page.context["lines"][0].warnings == ("Teams 1 and 2 meet again.",)


def test_matches_that_are_not_decided_are_named(teams: Event, team_director: User, client: Client) -> None:
    win_match(teams, 1, 1)
    page = client.get(url_of(teams))
    assert page.context["undecided"] == ["Round 1: Team 2 – Team 5", "Round 1: Team 3 – Team 4"]
    assert "count as half a win for both" in page.content.decode()


def test_the_last_draw_is_undone_with_a_reason(played: Event, client: Client) -> None:
    publish(played, opened=False)
    refused = of_round(client, played, "undo", 2)
    assert refused.status_code == 422
    assert "Undoing a draw needs a reason." in refused.content.decode()
    assert of_round(client, played, "undo", 2, "a team is ill").status_code == 302
    assert played.rounds.count() == 1
    assert "Round 1 has results" in of_round(client, played, "undo", 1, "again").content.decode()


@pytest.mark.one_engine
@pytest.mark.parametrize("number", [0, 9, "x", "²"])
@pytest.mark.parametrize("deed", ["open", "close", "undo"])
def test_a_round_that_is_not_there(played: Event, client: Client, deed: str, number: Any) -> None:
    page = of_round(client, played, deed, number, "why")
    assert page.status_code in (404, 422)
    assert 'class="faults"' in page.content.decode()


def test_what_today_would_draw_otherwise_is_shown(played: Event, client: Client) -> None:
    publish(played)
    assert client.get(url_of(played)).context["difference"] is None
    for table, line, boards in ((1, "3 3 10 10", 5), (2, "6 8 5 5", 8)):
        for board in range(1, boards + 1):
            there = Result.objects.get(
                table__round__event=played, table__round__number=1, table__number=table, board=board
            )
            enter(played, 1, table, board, line, version=there.version, reason="misread")
    page = client.get(url_of(played))
    assert page.context["difference"]["round"] == 2
    assert "Round 2 would be drawn otherwise now" in page.content.decode()


def test_a_team_that_left_is_not_drawn(played: Event, client: Client) -> None:
    withdraw_entry(played.pk, 6, ACTOR, "ill")
    page = client.get(url_of(played))
    drawn = {number for line in page.context["lines"] for number in (line.home, line.away)}
    assert 6 not in drawn
    assert page.context["bye_name"]


def test_who_plays_sees_no_draft_while_it_would_tell(
    teams: Event, team_director: User, client: Client
) -> None:
    seat_person(teams, 1, team_director)
    win_match(teams, 1, 2)
    page = client.get(url_of(teams))
    assert "You play in this event, and the draw would tell" in page.content.decode()
    assert page.context["lines"] == []
    everybody = {"home": ["1", "3", "5"], "away": ["2", "4", "6"], "reason": "as they like"}
    form = {"deed": "publish", "round_number": "2", "basis": "", **everybody}
    for deed in ("publish", "check"):
        refused = client.post(url_of(teams), {**form, "deed": deed})
        assert refused.status_code == 422
        assert "float" not in refused.content.decode()
    assert teams.rounds.count() == 1
    closed = of_round(client, teams, "close", 1)
    assert "at tables that you are not shown" in closed.content.decode()
    assert "table 2" not in closed.content.decode()


def test_a_final_event_is_drawn_no_more(played: Event, client: Client) -> None:
    form = form_of(client.get(url_of(played)))
    finalise(played.pk, ACTOR, "for the test")
    assert "no round is drawn any more" in client.get(url_of(played)).content.decode()
    assert client.post(url_of(played), form).status_code == 422
    assert played.rounds.count() == 1


def test_pairs_have_no_such_draw(event: Event, director: User, client: Client) -> None:
    page = client.get(url_of(event), follow=True)
    assert "this is for Team-of-Four events only" in page.content.decode()


def test_late_boards_do_not_stop_a_provisional_draw(
    teams: Event, team_director: User, client: Client
) -> None:
    play(teams, 1, 1, ["10 10 3 3"] * 5)
    page = client.get(url_of(teams))
    assert page.context["draft"].provisional
    assert client.post(url_of(teams), form_of(page)).status_code == 302
