"""The page of the next round: the draft with its reasons, changed by hand, checked, published, undone."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.admin.pages import change_url, sign_in
from tests.admin.team_pages import draw_url, event_deed_url, form_faults, pairings, said
from tests.support.event_builders import ACTOR, enter, seat_person
from tests.support.team_builders import LOSS, WIN, finish_round, make_teams, play, publish, win_match
from tournaments.models import Event, Result, Role
from tournaments.services.entries import withdraw_entry
from tournaments.services.standings import recompute_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(teams: Event) -> Event:
    """Round 1 is over: teams 1, 2 and 3 have won."""
    finish_round(teams, 1)
    return teams


def correct_to(event: Event, round_number: int, table: int, lines: list[str]) -> None:
    """Another score sheet was meant: every board of a table is corrected."""
    for board, line in enumerate(lines, start=1):
        stored = Result.objects.get(
            table__round__event=event, table__round__number=round_number, table__number=table, board=board
        )
        enter(event, round_number, table, board, line, version=stored.version, reason="misread")


def pairs_of(page: Any) -> set[frozenset[int]]:
    return {frozenset((line.home, line.away)) for line in page.context["lines"]}


def test_the_draft_says_why_and_nobody_sees_it(played: Event, team_director: User, client: Client) -> None:
    page = client.get(draw_url(played))
    text = page.content.decode()
    assert all(line.why in text for line in page.context["lines"])
    assert page.context["lines"][0].why.startswith("Both have 1 win")
    assert "<details" in text
    assert len(page.context["certificate"]) > 2
    assert all(line in text.replace("&#x27;", "'") for line in page.context["certificate"])
    assert "Provisional" not in text
    assert played.rounds.count() == 1


def test_matches_that_are_not_decided_are_named(teams: Event, team_director: User, client: Client) -> None:
    win_match(teams, 1, 1)
    win_match(teams, 1, 2)
    page = client.get(draw_url(teams))
    assert page.context["undecided"] == ["Round 1: Team 3 – Team 4"]
    assert "Provisional" in page.content.decode()


def test_a_team_that_left_is_named_where_it_is_not_drawn(
    teams: Event, team_director: User, client: Client
) -> None:
    entry = teams.entries.get(number=4)
    withdraw_entry(teams.pk, entry.number, ACTOR, "ill")
    page = client.get(draw_url(teams))
    assert "Round 1: Team 3 – Team 4" in page.context["undecided"]
    assert 4 not in {team.number for team in page.context["teams"]}


def test_a_round_is_published_once(played: Event, team_director: User, client: Client) -> None:
    form = pairings(client, played, publish="on")
    assert client.post(draw_url(played), form).status_code == 302
    assert played.rounds.get(number=2).drawn.data["certificate"] is not None
    again = client.post(draw_url(played), form)
    assert again.status_code == 409
    assert form_faults(again)["__all__"] == ["Round 2 is drawn already."]
    assert played.rounds.count() == 2


def test_before_it_is_opened_no_other_is_drawn(played: Event, team_director: User, client: Client) -> None:
    publish(played, opened=False)
    assert draw_url(played) not in client.get(change_url(played)).content.decode()
    answer = client.post(draw_url(played), pairings(client, played, publish="on"))
    assert "not opened yet" in form_faults(answer)["__all__"][0]


BY_HAND = {"home": ["1", "2", "4"], "away": ["6", "3", "5"]}
"""Of teams that have won (1, 2, 3) and lost (6, 5, 4), 1 and 6 having met."""


def test_a_draw_by_hand_is_checked(played: Event, team_director: User, client: Client) -> None:
    form = {**pairings(client, played), **BY_HAND, "check": "on"}
    page = client.post(draw_url(played), form)
    assert page.context["lines"][0].warnings == (
        "Teams 1 and 6 meet again.",
        "Teams 1 and 6 float: they have 1 win and no wins.",
    )
    assert "Teams 1 and 6 meet again." in page.content.decode()
    assert [line.home for line in page.context["lines"]] == [1, 2, 4]
    assert page.context["form"]["basis"].value() == form["basis"]
    assert played.rounds.count() == 1


def test_the_best_draw_keeps_its_reasons_when_it_is_checked(
    played: Event, team_director: User, client: Client
) -> None:
    drawn = client.get(draw_url(played))
    page = client.post(draw_url(played), pairings(client, played, check="on"))
    assert page.context["lines"] == drawn.context["lines"]
    assert page.context["certificate"] == drawn.context["certificate"] != ()


def test_a_reason_overrules_what_speaks_against_it(
    played: Event, team_director: User, client: Client
) -> None:
    form = {**pairings(client, played), **BY_HAND, "publish": "on"}
    page = client.post(draw_url(played), form)
    assert "Teams 1 and 6 meet again." in page.context["lines"][0].warnings
    assert "Teams 1 and 6 meet again." in page.content.decode()
    shown = form_faults(page)
    assert shown["__all__"] == [
        "Something speaks against this draw; the page says what. Change it, or give a reason."
    ]
    assert shown["reason"] == ["Give a reason to publish it all the same."]
    assert played.rounds.count() == 1
    assert client.post(draw_url(played), {**form, "reason": "they asked for it"}).status_code == 302
    drawn = played.rounds.get(number=2)
    assert list(drawn.matches.values_list("home__number", "away__number")) == [(1, 6), (2, 3), (4, 5)]
    assert played.log.filter(action="round.drawn").first().reason == "they asked for it"


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"home": ["1", "2", ""], "away": ["6", "3", "5"]}, "Match 3 needs two teams; choose both, or none."),
        ({"home": ["1", "2"], "away": ["6", "3"]}, "Nobody meets team 4, 5"),
        ({"home": ["1", "2", "4"], "away": ["6", "1", "5"]}, "Team 1 is drawn 2 times; once will do."),
        ({"home": ["1", "2", "99"], "away": ["6", "3", "5"]}, "There is no team 99 in this event."),
        ({"home": ["9" * 40, "2", "4"], "away": ["6", "3", "5"]}, "Match 1 needs two teams"),
        ({"home": ["x", "2", "4"], "away": ["6", "3", "5"]}, "Match 1 needs two teams"),
        ({"home": [], "away": []}, "A round has at least one match; choose who meets whom."),
        ({"home": [""], "away": [""]}, "A round has at least one match; choose who meets whom."),
        ({"bye": "4"}, "Team 4 is drawn 2 times"),
    ],
)
@pytest.mark.parametrize("button", ["check", "publish"])
def test_what_cannot_be_played_is_said(
    played: Event, team_director: User, client: Client, typed: dict[str, Any], words: str, button: str
) -> None:
    form = {**pairings(client, played), **BY_HAND, "reason": "as they like", **typed, button: "on"}
    answer = client.post(draw_url(played), form)
    assert any(words in fault for fault in form_faults(answer)["__all__"]), form_faults(answer)
    assert played.rounds.count() == 1


@pytest.mark.parametrize("round_number", ["", "9" * 30, "x", "3", "1"])
def test_a_forged_round_is_refused(
    played: Event, team_director: User, client: Client, round_number: str
) -> None:
    form = {**pairings(client, played), "round_number": round_number, "publish": "on"}
    assert form_faults(client.post(draw_url(played), form))
    assert played.rounds.count() == 1


def test_a_draft_that_results_have_overtaken_is_shown_anew(
    played: Event, team_director: User, client: Client
) -> None:
    form = pairings(client, played, publish="on")
    correct_to(played, 1, 1, ["3 3 10 10"] * 5)
    answer = client.post(draw_url(played), form)
    assert answer.status_code == 409
    assert "look at the new one" in form_faults(answer)["__all__"][0]
    assert played.rounds.count() == 1
    fresh = answer.context["form"]["basis"].value()
    assert fresh not in ("", form["basis"])
    lines = answer.context["lines"]
    sent = {
        **form,
        "basis": fresh,
        "home": [line.home for line in lines],
        "away": [line.away for line in lines],
    }
    assert client.post(draw_url(played), sent).status_code == 302


def test_the_bye_can_be_chosen_and_rematches_allowed(client: Client) -> None:
    event = make_teams(3)
    sign_in(client, event.tournament.club, Role.DIRECTOR)
    assert client.get(draw_url(event)).context["bye"] == 3
    page = client.get(draw_url(event), {"bye": "1"})
    assert (page.context["bye"], pairs_of(page)) == (1, {frozenset((2, 3))})
    for _ in range(3):
        publish(event, reason="all play all")
        finish_round(event, event.rounds.count())
    stuck = client.get(draw_url(event))
    assert "Allow rematches" in form_faults(stuck)["__all__"][0]
    assert len(stuck.context["lines"]) == 1
    allowed = client.get(draw_url(event), {"rematches": "on"})
    assert allowed.context["lines"][0].warnings[0].endswith("meet again.")
    form = pairings(client, event, publish="on", reason="one more")
    lines = allowed.context["lines"]
    form |= {"home": [lines[0].home], "away": [lines[0].away], "bye": allowed.context["bye"]}
    form |= {"basis": allowed.context["form"]["basis"].value(), "rematches": "on"}
    assert client.post(draw_url(event), form).status_code == 302
    assert event.rounds.count() == 4


@pytest.mark.parametrize("query", [{"bye": "x"}, {"bye": "9" * 30}, {"rematches": "[]"}, {"bye": ""}])
def test_nonsense_in_the_address_asks_for_nothing(
    teams: Event, team_director: User, client: Client, query: dict[str, str]
) -> None:
    assert client.get(draw_url(teams), query).status_code == 200


def test_a_chosen_bye_that_cannot_be_is_said_at_its_field(client: Client) -> None:
    event = make_teams(5)
    sign_in(client, event.tournament.club, Role.DIRECTOR)
    page = client.get(draw_url(event), {"bye": "77"})
    assert "77" in form_faults(page)["bye"][0]
    assert "77" in page.content.decode()


def test_a_late_result_that_changes_the_draw_is_told(
    played: Event, team_director: User, client: Client
) -> None:
    publish(played)
    assert "another draw" not in client.get(change_url(played)).content.decode()
    correct_to(played, 1, 1, ["3 3 10 10"] * 5)
    page = client.get(change_url(played))
    told = page.context["difference"]
    assert told["round"] == 2
    assert told["gone"]
    assert told["new"]
    for match in (*told["gone"], *told["new"]):
        assert match in page.content.decode()
    assert told["undo"] == event_deed_url(played, "undo-round")
    play(played, 2, 1, [WIN])
    later = client.get(change_url(played))
    assert later.context["difference"]["undo"] == ""
    assert "its draw stays" in later.content.decode()
    assert f'href="{event_deed_url(played, "undo-round")}"' not in later.content.decode()


def test_the_last_draw_is_undone_with_a_reason(played: Event, team_director: User, client: Client) -> None:
    publish(played)
    url = event_deed_url(played, "undo-round")
    refused = client.post(url, {"reason": ""})
    assert form_faults(refused)["reason"] == ["Undoing a draw needs a reason."]
    page = client.post(url, {"reason": "a late result"}, follow=True)
    assert said(page) == ["The draw of round 2 is undone."]
    assert played.rounds.count() == 1
    gone = client.post(url, {"reason": "again"})
    assert gone.status_code == 409
    assert played.rounds.count() == 1


def test_a_scorer_draws_nothing(played: Event, team_scorer: User, client: Client) -> None:
    for answer in (client.get(draw_url(played)), client.post(draw_url(played), {"publish": "on"})):
        assert answer.status_code in (403, 404)
    assert client.post(event_deed_url(played, "undo-round"), {"reason": "x"}).status_code in (403, 404)
    assert played.rounds.count() == 1


def test_a_director_who_plays_draws_when_all_is_over(
    teams: Event, team_director: User, client: Client
) -> None:
    """A draft tells who has won, which who still plays a match is not to know."""
    seat_person(teams, 1, team_director)
    win_match(teams, 1, 1)
    play(teams, 1, 3, [WIN])
    for answer in (client.get(draw_url(teams)), client.post(draw_url(teams), {"publish": "on"})):
        assert answer.status_code == 403
        assert "You play in this event" in answer.content.decode()
        assert "lines" not in answer.context
    play(teams, 1, 3, [LOSS] * 7, first=2)
    play(teams, 1, 4, [LOSS] * 8)
    win_match(teams, 1, 3)
    recompute_standings(teams.pk)
    assert client.post(draw_url(teams), pairings(client, teams, publish="on")).status_code == 302


def test_names_are_text(teams: Event, team_director: User, client: Client) -> None:
    teams.entries.filter(number=1).update(name="<b>Šimek</b> & Co")
    finish_round(teams, 1)
    publish(teams)
    correct_to(teams, 1, 1, ["3 3 10 10"] * 5)
    for url in (draw_url(teams), change_url(teams)):
        page = client.get(url).content.decode()
        assert "<b>Šimek" not in page
        assert "&lt;b&gt;Šimek&lt;/b&gt; &amp; Co" in page


@pytest.mark.parametrize("what", ["draw", "event"])
def test_queries_do_not_grow_with_the_field(client: Client, what: str) -> None:
    counts = []
    for teams in (4, 12):
        event = make_teams(teams)
        sign_in(client, event.tournament.club, Role.DIRECTOR)
        publish(event)
        finish_round(event, 1)
        url = draw_url(event) if what == "draw" else change_url(event)
        client.get(url)
        with CaptureQueriesContext(connection) as found:
            assert client.get(url).status_code == 200
        counts.append(len(found))
    # some 30 are the frame of every page: who is signed in, and which lists their roles open
    assert counts[0] == counts[1] < 90
