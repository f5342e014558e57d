"""The public pages of a ranked event: the evening, the list of games, a game's score sheet, the wall; and all the
addresses that only other kinds of event have."""

import re

import pytest
from django.test import Client
from django.urls import get_resolver

from tests.pages.ranked.ladder_night import evening
from tests.pages.reading import get, home, row, tags, text
from tests.support.event_builders import ACTOR, make_event, make_member, standings
from tests.support.ranked_builders import (
    EW_MAKES,
    NS_MAKES,
    PHONE,
    START,
    enter,
    finished,
    make_ranked,
    play,
    words,
)
from tests.support.team_builders import make_teams
from tournaments.models import Event, Game, Person, RatedGame, Role
from tournaments.services.ranked.deals import enter_deal, say_deal
from tournaments.services.ranked.games import void_game
from tournaments.services.ranked.leaving import leave
from tournaments.services.ratings.rerating import rebuild

pytestmark = pytest.mark.django_db

PLACES = ("", "projector/", "games/", "games/?page=2", "games/1/", "games/2/", "games/3/", "games/4/")


@pytest.fixture
def event() -> Event:
    return evening()


def test_the_headline_counts_games_in_one_line(client: Client, event: Event) -> None:
    line = re.search(r'class="line">(.*?)</p>', get(client, event), re.DOTALL)
    assert line
    said = text(line[1])
    assert re.fullmatch(r"1 game being played 1 table waits for players 2 over as of \d\d:\d\d", said), said


def test_an_event_that_nobody_has_opened_a_game_in_says_so(client: Client) -> None:
    assert "No game has begun yet." in text(get(client, make_ranked()))


def test_the_evening_shows_games_being_played_with_their_running_score(client: Client, event: Event) -> None:
    html = get(client, event)
    playing = text(html.split('id="game-3"')[1].split('id="game-4"')[0])
    assert "Peter & John 163" in playing
    assert "Mary & Sue 102" in playing
    assert "Deal 2 waits for East-West to confirm it." in playing
    waiting = text(html.split('id="game-4"')[1].split("</section>")[0])
    assert "free & free" in waiting
    assert "free & Ana" in waiting


def test_the_evening_shows_how_its_players_stand(client: Client, event: Event) -> None:
    html = get(client, event)
    peter = Person.objects.get(name="Peter")
    assert re.fullmatch(r"Peter .*1525 1 1 0 \+10 \+25", row(html, f'id="player-{peter.pk}"'))
    quitter = Person.objects.get(name="Ana")
    assert re.fullmatch(r"Ana .*1475 1 0 1 −10 −25", row(html, f'id="player-{quitter.pk}"'))
    # who only sat in was not rated, and is no player of the evening
    assert not re.search(rf'id="player-{Person.objects.get(name="Quinn").pk}"', html)


def test_who_is_not_on_the_leaderboard_has_no_rating_and_no_change_shown(
    client: Client, event: Event
) -> None:
    Person.objects.filter(name="Peter").update(on_leaderboard=False)
    peter = Person.objects.get(name="Peter")
    assert "1525" not in row(get(client, event), f'id="player-{peter.pk}"')
    assert "+25" not in row(get(client, event), f'id="player-{peter.pk}"')
    sheet = text(get(client, event, "games/1/"))
    assert "N Peter" not in sheet
    assert "Whoever is not on the leaderboard is not shown here." in sheet
    assert "25 × (" not in sheet  # from the sum of another's change Peter's rating would follow


def test_finished_games_say_who_won_and_why(client: Client, event: Event) -> None:
    html = get(client, event)
    assert "Peter and John have won. NS reached 200 on deal 3: NS 210, EW 153." in row(html, 'id="line-1"')
    assert "Quinn for Ana & Chidi" in row(html, 'id="line-2"')


def test_a_score_sheet_has_every_deal_with_totals_and_bags(client: Client, event: Event) -> None:
    html = get(client, event, "games/1/")
    assert row(html, 'id="deal-1"').startswith(
        "1 NS 7 7 0 70 70 EW 5 6 1 51 51 how scored North dealt, East bid"
    )
    assert "210 200 reached" in row(html, 'id="deal-3"')
    assert "+70 " in row(html, 'id="deal-1"')  # unfolded to its components
    assert "North-South after each deal: 70, 140, 210" in html


def test_a_bag_penalty_is_shown_where_it_falls(client: Client) -> None:
    event = make_ranked(target=500)
    game = play(event)
    enter(game, *["5 9 4 4"] * 3)
    assert "−100 bags" in row(get(client, event, "games/1/"), 'id="deal-3"')


def test_provisional_and_disputed_deals_are_marked_with_both_words(client: Client, event: Event) -> None:
    assert "not confirmed · how scored" in row(get(client, event, "games/3/"), 'id="deal-2"')
    game = Game.objects.get(number=3)
    say_deal(game.pk, 2, "EW", words("N+4 1+6 5 6"), PHONE)
    shown = row(get(client, event, "games/3/"), 'id="deal-2"')
    assert shown.count("disputed") == 1
    assert "North-South says: NS N+4, took 0+7; EW 5, took 6" in shown
    assert "East-West says: NS N+4, took 1+6; EW 5, took 6" in shown


def test_deals_beyond_the_end_are_struck_out(client: Client) -> None:
    event = make_ranked()
    game = play(event)
    enter(game, NS_MAKES, EW_MAKES, NS_MAKES)
    enter_deal(game.pk, 1, words("13 13 1 0"), ACTOR, version=1, reason="misread")
    enter_deal(game.pk, 2, words("8 8 5 5"), ACTOR, version=1, reason="misread")
    html = get(client, event, "games/1/")
    assert re.search(r'<tbody id="deal-3"[^>]*class="struck"', html)
    assert "Beyond the end of the game: counts for nothing." in row(html, 'id="deal-3"')


def test_quits_and_stand_ins_are_told(client: Client, event: Event) -> None:
    sheet = text(get(client, event, "games/2/"))
    assert "Ana left after 1 deal, and had quit at 20:08." in sheet
    assert "Quinn sat in for Ana from deal 2 on, unrated." in sheet


def test_who_is_away_is_told_with_the_moment_they_have_to_be_back(client: Client, event: Event) -> None:
    leave(Game.objects.get(number=3).pk, "E", ACTOR)
    sheet = text(get(client, event, "games/3/"))
    assert re.search(r"Mary is away, and has time to come back until \d\d:\d\d:\d\d\.", sheet)


def test_ratings_stand_on_the_sheet_with_their_reasons(client: Client, event: Event) -> None:
    sheet = text(get(client, event, "games/2/"))
    assert "N Ana −25 1500 → 1475 why −25 quit, and so lost to Bo and Dina" in sheet
    assert "Quinn sat in for somebody who quit, and is not rated." in sheet


def test_a_rated_game_whose_ratings_are_not_made_yet_says_so(client: Client) -> None:
    event = make_ranked()
    finished(event)
    assert RatedGame.objects.exists()
    assert "The ratings are being made" in get(client, event, "games/1/")
    rebuild(event.tournament.club_id)
    assert "why +25" in get(client, event, "games/1/")  # though no result has changed


def test_stakes_stand_on_the_sheet_and_add_up_to_nought(client: Client, event: Event) -> None:
    html = get(client, event, "games/2/").split('class="stakes"')[1]
    found = [int(points.replace("−", "-")) for points in re.findall(r'class="percent">([^<]+)<', html)]
    assert len(found) == 4
    assert sum(found) == 0


def test_a_void_game_says_why(client: Client) -> None:
    event = make_ranked()
    game = play(event)
    void_game(game.pk, "cards were <seen>", ACTOR, START)
    sheet = text(get(client, event, "games/1/"))
    assert "Void, and counts for nothing: cards were <seen>" in sheet


def test_cards_of_a_deal_are_shown_once_both_sides_have_agreed_on_it(client: Client) -> None:
    event = make_ranked(dealing="system")
    game = play(event)
    assert "The four hands" not in get(client, event, "games/1/")
    say_deal(game.pk, 1, "NS", words(NS_MAKES), PHONE)
    assert "The four hands" not in get(client, event, "games/1/")
    say_deal(game.pk, 1, "EW", words(NS_MAKES), PHONE)
    assert get(client, event, "games/1/").count("The four hands of deal 1") == 1


def test_the_wall_shows_games_and_players_to_everybody_alike(client: Client, event: Event) -> None:
    director = Client()
    director.force_login(make_member(event.tournament.club, Role.DIRECTOR))
    for viewer in (client, director):
        wall = text(get(viewer, event, "projector/"))
        assert "Peter & John 163" in wall
        assert "You direct this event" not in wall


def test_games_are_turned_over_newest_first(
    client: Client, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.pages.ranked_evening.A_PAGE", 3)
    first, second = get(client, event, "games/"), get(client, event, "games/?page=2")
    assert [number for number in "1234" if f'id="line-{number}"' in first] == ["2", "3", "4"]
    assert 'id="line-1"' in second
    assert get(client, event, "games/?page=nonsense")


def test_what_only_other_events_have_leads_to_what_stands_in_its_place(client: Client, event: Event) -> None:
    for place, target in (
        ("where/", ""),
        ("rounds/", "games/"),
        ("boards/", "games/"),
        ("progress/", "games/"),
    ):
        response = client.get(home(event) + place)
        assert (response.status_code, response.headers["Location"]) == (302, home(event) + target), place


def test_what_a_ranked_event_does_not_have_is_not_there(client: Client, event: Event) -> None:
    places = ("rounds/1/", "rounds/1/matches/1/", "cross/", "teams/1/", "boards/1/", "pairs/1/", "hands.pbn")
    numbers = [f"games/{number}/" for number in (0, 99, "9" * 20)]
    for place in (*places, *numbers):
        assert client.get(home(event) + place).status_code == 404, place
    assert client.post(home(event) + "pairs/1/own/").status_code == 404


def test_other_events_have_no_games(client: Client) -> None:
    for other in (make_event(pairs=4), make_teams(4)):
        for place in ("games/", "games/1/"):
            assert client.get(home(other) + place).status_code == 404, place


def test_every_address_of_an_event_is_in_these_tests_or_answers_sensibly(
    client: Client, event: Event
) -> None:
    """Nothing that another kind of event has fails here with an error of ours."""
    resolver = next(
        found for found in get_resolver().url_patterns if getattr(found, "app_name", "") == "pages"
    )
    values = {"tournament": event.tournament.slug, "event": event.slug, "number": "1", "match": "1"}
    walked = 0
    for found in resolver.url_patterns:
        pattern = str(found.pattern)
        if "<slug:event>" not in pattern:
            continue
        for kind in ("results", "recap", "cross-table", "hand-records", "blank-travellers", "nonsense"):
            place = pattern
            for name, value in {**values, "kind": kind}.items():
                place = re.sub(rf"<\w+:{name}>", value, place)
            assert client.get(f"/{place}").status_code in (200, 302, 404, 405), place
        walked += 1
    assert walked > 15


def test_pages_are_only_read(event: Event) -> None:
    client = Client(enforce_csrf_checks=True)
    for place in PLACES:
        for method in ("POST", "PUT", "DELETE"):
            assert client.generic(method, home(event) + place).status_code == 405, (method, place)
        assert client.head(home(event) + place).status_code == 200, place


def test_markup_is_sound_and_needs_nothing_inline(client: Client, event: Event) -> None:
    for place in PLACES:
        read = tags(get(client, event, place))
        assert not read.faults, (place, read.faults)
        assert not read.open, place
        for tag, attributes in read.tags:
            assert "style" not in attributes, (place, tag, attributes)
            assert not [name for name in attributes if name.startswith(("on", "hx-on"))], place
            assert tag != "script" or (attributes["src"] or "").startswith("/static/")
        identifiers = [attributes["id"] for _, attributes in read.tags if "id" in attributes]
        assert len(identifiers) == len(set(identifiers)), place


def test_every_link_leads_somewhere_and_every_page_is_linked(client: Client, event: Event) -> None:
    seen: set[str] = set()
    for place in PLACES:
        read = tags(get(client, event, place))
        seen |= {
            str(attributes["href"]) for tag, attributes in read.tags if tag == "a" and "href" in attributes
        }
    inside = sorted(link for link in seen if link.startswith(("/t/", "/clubs/")))
    assert {home(event) + place for place in PLACES if "?" not in place} <= set(inside)
    for link in inside:
        assert client.get(link).status_code == 200, link


def test_titles_say_what_the_page_is(client: Client, event: Event) -> None:
    for place, title in {"": "Standings", "games/": "Games", "games/3/": "Game 3"}.items():
        match = re.search(r"<title>(.*?)</title>", get(client, event, place))
        assert match
        assert text(match[1]) == f"{title} · Ladder · Thursday"


def test_names_of_every_kind_are_shown_as_they_are(client: Client) -> None:
    names = ('"><script>alert(1)</script>', "{{ event }} {% now 'Y' %}", "محمد & <b>bold</b>", "' onload='x")
    event = make_ranked()
    finished(event, names=names)
    play(event, 2, names[::-1])
    standings(event)
    for place in ("", "projector/", "games/", "games/1/", "games/2/"):
        html = get(client, event, place)
        assert "<script>alert" not in html
        assert "<b>bold" not in html
        assert "{{ event }} {% now" in text(html)
        assert not tags(html).faults, place


def test_a_tournament_counts_its_games(client: Client, event: Event) -> None:
    for place in ("/", f"/t/{event.tournament.slug}/"):
        assert "Ladder 4 games running" in text(client.get(place).content.decode())
