"""A Team-of-Four event from its making to its end at the admin, and its settings and teams along the way."""

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scoring.swiss_standings import SWISS_TIE_BREAKS
from tests.admin.pages import add_url, change_url, faults, fields_on_page, list_url, sign_in
from tests.admin.team_pages import (
    LOST,
    WON,
    draw_url,
    event_deed_url,
    match_deed_url,
    pairings,
    said,
    sheet,
)
from tests.support.event_builders import make_club, make_tournament
from tests.support.team_builders import make_teams, play
from tournaments.models import Entry, Event, Kind, Role, Tournament
from tournaments.services.team_settings import TeamOptions

pytestmark = pytest.mark.django_db


def new_event(client: Client, tournament: Tournament, **typed: object) -> dict[str, object]:
    """The form of a new Teams event with nothing but a name in it."""
    form = fields_on_page(client, add_url("event"))
    return {**form, "tournament": tournament.pk, "name": "Team night", "kind": "teams", **typed}


def test_a_whole_evening_of_two_rounds(client: Client) -> None:
    tournament = make_tournament()
    sign_in(client, tournament.club, Role.OWNER)
    made = client.post(add_url("event"), new_event(client, tournament, rounds="2", first_round="seeded"))
    assert made.status_code == 302
    event = Event.objects.get()
    for number in range(1, 5):
        players = "\r\n".join(f"{number}{letter}" for letter in "ABCD")
        form = {"event": event.pk, "number": "", "players_text": players, "name": f"Team {number}"}
        assert client.post(add_url("entry"), form).status_code == 302
    for number in (1, 2):
        published = client.post(draw_url(event), pairings(client, event, publish="on"), follow=True)
        assert said(published) == [
            f"Round {number} is published: everybody may see it. Open it when play begins."
        ]
        assert client.post(event_deed_url(event, "open"), {}).status_code == 302
        for match in (1, 2):
            for room, lines in (("open-table", WON), ("closed-table", LOST)):
                url = match_deed_url(event, number, match, room)
                assert client.post(url, sheet(*lines)).status_code == 302
        assert client.post(event_deed_url(event, "close"), {"reason": ""}).status_code == 302
    assert client.post(event_deed_url(event, "finalise"), {"reason": ""}).status_code == 302
    event.refresh_from_db()
    assert (event.status, event.rounds.count(), event.results.count()) == ("final", 2, 4 * 13)
    assert event.log.filter(action="round.drawn", door="admin").count() == 2


def test_left_empty_a_new_event_is_what_it_usually_is(client: Client) -> None:
    tournament = make_tournament()
    sign_in(client, tournament.club, Role.DIRECTOR)
    assert client.post(add_url("event"), new_event(client, tournament)).status_code == 302
    event = Event.objects.get()
    assert (event.kind, event.rules) == (Kind.TEAMS, {"preset": "standard"})
    assert event.tie_breaks == list(SWISS_TIE_BREAKS)
    kept = TeamOptions.of(event)
    assert (kept.race_boards, kept.rounds, kept.pairing, kept.first_round) == (8, None, "fold", "random")
    pairs = new_event(client, tournament, kind="pairs", name="Pairs")
    assert client.post(add_url("event"), pairs).status_code == 302
    made = Event.objects.get(name="Pairs")
    assert (made.kind, made.rules, made.tie_breaks) == (Kind.PAIRS, {"preset": "duplicate-pairs"}, [])


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("name", "typed", "words"),
    [
        ("race_boards", "33", "32"),
        ("race_boards", "0", "1"),
        ("rounds", "0", "1"),
        ("pairing", "best", "best"),
        ("first_round", "drawn", "drawn"),
        ("kind", "trios", "trios"),
        ("seed_text", "seven", "whole number"),
        ("seed_text", "9223372036854775808", "9223372036854775807"),
        ("tie_breaks_text", "tops", "no tie-break “tops”"),
        ("rules_text", "Nonsense", "no such preset"),
    ],
)
def test_each_setting_is_refused_at_its_field(client: Client, name: str, typed: str, words: str) -> None:
    tournament = make_tournament()
    sign_in(client, tournament.club, Role.DIRECTOR)
    shown = faults(client.post(add_url("event"), new_event(client, tournament, **{name: typed})))
    assert words in shown[name][0]
    assert not Event.objects.exists()


def test_the_page_saves_what_it_shows_and_offers_what_is_of_teams(
    teams: Event, team_director: User, client: Client
) -> None:
    form = fields_on_page(client, change_url(teams))
    assert form.keys() >= {"race_boards", "rounds", "pairing", "first_round", "seed_text"}
    assert form.keys().isdisjoint({"kind", "winners", "neuberg", "expected_scores"})
    before = (TeamOptions.of(teams), teams.rules, teams.tie_breaks, teams.winners)
    assert client.post(change_url(teams), form).status_code == 302
    kept = Event.objects.get(pk=teams.pk)
    assert (TeamOptions.of(kept), kept.rules, kept.tie_breaks, kept.winners) == before
    assert not teams.log.filter(action__in=("event.settings", "event.teams")).exists()


def test_what_the_field_holds_is_said(client: Client) -> None:
    event = make_teams(11)
    sign_in(client, event.tournament.club, Role.DIRECTOR)
    words = "11 teams: 4 rounds at least, at most 11 without a rematch."
    assert client.get(change_url(event)).content.decode().count(words) == 2
    assert words in client.get(draw_url(event)).content.decode()
    form = {**fields_on_page(client, change_url(event)), "rounds": "12"}
    assert "at most 11 rounds" in faults(client.post(change_url(event), form))["rounds"][0]
    assert client.post(change_url(event), {**form, "rounds": "6"}).status_code == 302
    assert TeamOptions.of(Event.objects.get()).rounds == 6


def test_what_is_drawn_rests_on_what_was_chosen(teams: Event, team_director: User, client: Client) -> None:
    form = {**fields_on_page(client, change_url(teams)), "race_boards": "6", "seed_text": "8"}
    shown = faults(client.post(change_url(teams), form))
    assert set(shown) == {"race_boards", "seed_text", "reason"}
    kept = fields_on_page(client, change_url(teams)) | {"pairing": "slide"}
    assert set(faults(client.post(change_url(teams), kept))) == {"reason"}
    assert client.post(change_url(teams), {**kept, "reason": "agreed"}).status_code == 302
    assert TeamOptions.of(Event.objects.get()).pairing == "slide"


def test_all_is_changed_or_nothing(teams: Event, team_director: User, client: Client) -> None:
    """The settings and the options of one form are two services."""
    form = fields_on_page(client, change_url(teams)) | {"tie_breaks_text": "", "seed_text": "8"}
    assert set(faults(client.post(change_url(teams), form))) == {"seed_text", "reason"}
    assert Event.objects.get().tie_breaks == teams.tie_breaks != []


def team_form(event: Event, players: str, **typed: object) -> dict[str, object]:
    return {"event": event.pk, "number": "", "players_text": players, "name": "", **typed}


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("typed", "at", "words"),
    [
        ({"players_text": "Ann\nBo\nCy"}, "players_text", "four to six players"),
        ({"players_text": "\n".join("abcdefg")}, "players_text", "four to six players"),
        ({"players_text": "Ann\nBo\nCy\nAnn"}, "players_text", "Ann cannot play with themselves"),
        ({"players_text": "1A\nBo\nCy\nDi"}, "players_text", "1A plays for team 1 already"),
        ({"late_losses": "1", "late_halves": "1"}, "late_losses", "at most one loss or half win"),
        ({"late_losses": "9" * 30}, "late_losses", "32767"),
        ({"late_halves": "-1"}, "late_halves", "0"),
        ({"number": "3"}, "number", "already"),
    ],
)
def test_a_team_is_refused_at_its_field(
    teams: Event, team_director: User, client: Client, typed: dict[str, str], at: str, words: str
) -> None:
    shown = faults(client.post(add_url("entry"), {**team_form(teams, "Ann\nBo\nCy\nDi"), **typed}))
    assert words in shown[at][0]
    assert teams.entries.count() == 6


def test_a_late_team_comes_and_another_leaves_and_returns(
    teams: Event, team_director: User, client: Client
) -> None:
    late = team_form(teams, "Ann & Bo & Cy & Di", late_halves="1")
    assert client.post(add_url("entry"), late).status_code == 302
    entry = Entry.objects.get(number=7)
    assert (entry.name, entry.late_losses, entry.late_halves) == ("Team Ann", 0, 1)
    first = Entry.objects.get(number=1)
    gone = {**fields_on_page(client, change_url(first)), "withdrawn": "on"}
    assert "reason" in faults(client.post(change_url(first), gone))
    assert client.post(change_url(first), {**gone, "reason": "ill"}).status_code == 302
    first.refresh_from_db()
    assert (first.withdrawn, first.withdrawn_after) == (True, 1)
    back = {key: value for key, value in gone.items() if key != "withdrawn"}
    assert client.post(change_url(first), {**back, "reason": "well again"}).status_code == 302
    first.refresh_from_db()
    assert (first.withdrawn, first.withdrawn_after) == (False, None)


def test_teams_come_from_a_table(client: Client) -> None:
    event = make_teams(0)
    sign_in(client, event.tournament.club, Role.DIRECTOR)
    lines = (
        b"name,player 1,player 2,player 3,player 4,player 5\nSharks,Ann,Bo,Cy,Di,Ed\nBags,Flo,Gus,Hal,Ida,\n"
    )
    upload = SimpleUploadedFile("teams.csv", lines)
    assert client.post(event_deed_url(event, "entries"), {"file": upload}).status_code == 302
    assert [entry.players.count() for entry in event.entries.order_by("number")] == [5, 4]


PAIRS_ONLY = {
    "deal": {"count": 8},
    "pbn": {"file": SimpleUploadedFile("boards.pbn", b"not looked at")},
    "draw": {"kind": "howell"},
    "remove-draw": {},
}


def test_what_belongs_to_pairs_is_not_offered_and_is_refused(
    teams: Event, team_director: User, client: Client
) -> None:
    page = client.get(change_url(teams)).content.decode()
    for name, typed in PAIRS_ONLY.items():
        assert event_deed_url(teams, name) not in page
        shown = client.post(event_deed_url(teams, name), typed).context["form"].non_field_errors()
        assert shown == ["“Team night” is a Team-of-Four event; this is for Pairs events only."]
    assert f"{list_url('penalty')}?event" not in page
    penalty = {"entry": teams.entries.first().pk, "unit": "percent", "amount": "5", "reason": "late"}
    answer = client.post(add_url("penalty"), penalty)
    assert "for Pairs events only" in faults(answer)["__all__"][0]


def test_what_belongs_to_teams_is_not_offered_and_is_refused(
    event: Event, director: User, client: Client
) -> None:
    page = client.get(change_url(event)).content.decode()
    for url in (draw_url(event), event_deed_url(event, "undo-round"), f"{list_url('match')}?round"):
        assert url not in page
    assert client.get(draw_url(event)).status_code == 404
    shown = client.post(event_deed_url(event, "undo-round"), {"reason": "x"}).context["form"]
    assert shown.non_field_errors() == [
        "“Club night” is a Pairs event; this is for Team-of-Four events only."
    ]


def test_missing_boards_lead_to_their_table(teams: Event, team_director: User, client: Client) -> None:
    play(teams, 1, 2, LOST[:3])
    play(teams, 1, 1, WON)
    page = client.get(change_url(teams)).content.decode()
    assert "37 results are missing" in page
    link = f'href="{match_deed_url(teams, 1, 1, "closed-table")}">round 1, table 2, boards 4–8<'
    assert link in page
    assert "round 1, table 1," not in page


def test_a_stranger_finds_no_page_of_it(teams: Event, client: Client) -> None:
    sign_in(client, make_club("Elsewhere"), Role.OWNER)
    urls = (draw_url(teams), event_deed_url(teams, "undo-round"), match_deed_url(teams, 1, 1, "give"))
    for url in urls:
        assert client.get(url).status_code == 404
        assert client.post(url, {"reason": "mine", "outcome": "home"}).status_code == 404
    assert client.get(list_url("match")).context["cl"].result_count == 0
    assert teams.rounds.count() == 1
