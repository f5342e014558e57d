"""Ranked tables in the admin: an event's form and page, games, bans and stakes, each for its own club alone."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.admin.pages import add_url, change_url, faults, fields_on_page, list_url, sign_in
from tests.support.event_builders import make_club
from tests.support.ranked_builders import (
    PHONE,
    enter,
    finished,
    leave_and_quit,
    make_ranked,
    play,
    player,
)
from tournaments.admin.event_deeds import EVENT_DEEDS
from tournaments.admin.event_panel import panel
from tournaments.models import (
    Ban,
    BanReason,
    Dealing,
    Event,
    EventStatus,
    GameSeat,
    GameStatus,
    Kind,
    Leaving,
    Role,
    StakeLine,
)
from tournaments.services.ranked.games import open_game, sit
from tournaments.services.ranked.options import RankedOptions

pytestmark = [pytest.mark.django_db, pytest.mark.one_engine]


@pytest.fixture
def ladder(db: None) -> Event:
    return make_ranked(stake=10)


@pytest.fixture
def director(ladder: Event, client: Client) -> User:
    return sign_in(client, ladder.tournament.club, Role.DIRECTOR)


def text(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200
    return answer.content.decode()


class TestEvent:
    def test_one_is_made_with_its_options(self, ladder: Event, director: User, client: Client) -> None:
        form = {
            **fields_on_page(client, add_url("event")),
            **{
                "tournament": ladder.tournament_id,
                "name": "Friday ladder",
                "kind": Kind.RANKED,
                "rated": "on",
            },
            **{"lowest_rating": "1400", "highest_rating": "1800", "open_seating": "", "stake": "5"},
            **{"leaving": Leaving.FORFEIT, "dealing": Dealing.SYSTEM, "rules_text": ""},
        }
        answer = client.post(add_url("event"), form, follow=True)
        made = Event.objects.get(name="Friday ladder")
        assert RankedOptions.of(made) == RankedOptions(
            rated=True,
            lowest_rating=1400,
            highest_rating=1800,
            open_seating=False,
            leaving=Leaving.FORFEIT,
            dealing=Dealing.SYSTEM,
            stake=5,
        )
        assert made.rules["preset"] == "puzzle-pirates"
        assert "Next come its table cards" in answer.content.decode()

    def test_every_fault_of_the_options_stands_at_its_field(
        self, ladder: Event, director: User, client: Client
    ) -> None:
        form = {
            **fields_on_page(client, change_url(ladder)),
            "lowest_rating": "1800",
            "highest_rating": "1400",
        }
        assert "highest_rating" in faults(client.post(change_url(ladder), form))
        form = {**fields_on_page(client, change_url(ladder)), "rules_text": "duplicate-pairs"}
        assert faults(client.post(change_url(ladder), form))

    def test_its_page_saves_what_it_shows_and_shows_nothing_of_other_kinds(
        self, ladder: Event, director: User, client: Client
    ) -> None:
        form = fields_on_page(client, change_url(ladder))
        assert {"leaving", "dealing", "stake", "rated", "rules_text"} <= set(form)
        assert {"winners", "race_boards", "tie_breaks_text", "traveller_secrecy"}.isdisjoint(form)
        before = RankedOptions.of(ladder)
        assert client.post(change_url(ladder), form).status_code == 302
        ladder = Event.objects.get(pk=ladder.pk)
        assert RankedOptions.of(ladder) == before
        assert ladder.rule_set.target == 200

    def test_once_games_are_opened_a_change_needs_a_reason(
        self, ladder: Event, director: User, client: Client
    ) -> None:
        play(ladder)
        form = {**fields_on_page(client, change_url(ladder)), "stake": "20"}
        assert "reason" in faults(client.post(change_url(ladder), form))
        assert client.post(change_url(ladder), {**form, "reason": "agreed"}).status_code == 302
        assert RankedOptions.of(Event.objects.get(pk=ladder.pk)).stake == 20

    def test_its_page_offers_what_fits_and_leads_to_games(
        self, ladder: Event, director: User, client: Client
    ) -> None:
        offered = {name for name, deed in EVENT_DEEDS.items() if deed.is_offered(ladder)}
        assert offered == {"recompute"}
        play(ladder)
        assert {name for name, deed in EVENT_DEEDS.items() if deed.is_offered(ladder)} == {
            "recompute",
            "finalise",
        }
        page = text(client, change_url(ladder))
        assert reverse("desk:games", args=[ladder.pk]) in page
        for name, linked in (("game", True), ("entry", False), ("result", False), ("penalty", False)):
            assert (f"{list_url(name)}?event__id__exact={ladder.pk}" in page) is linked, name
        assert {"table-sheets", "results"} <= set(panel(ladder, director)["documents"])

    def test_sheets_and_cards_can_be_had_from_it(self, ladder: Event, director: User, client: Client) -> None:
        for name in ("table-sheets", "game-sheets", "results", "leaderboard"):
            answer = client.get(reverse("admin:tournaments_event_print", args=[ladder.pk, name]))
            assert answer["Content-Type"] == "application/pdf"
        cards = reverse("admin:tournaments_event_cards", args=[ladder.pk])
        answer = client.post(cards, {"site": "http://192.168.1.20:8000", "per": "tables", "paper": "A4"})
        assert answer["Content-Type"] == "application/pdf"

    def test_it_is_made_final_when_its_games_are_over(
        self, ladder: Event, director: User, client: Client
    ) -> None:
        finished(ladder)
        url = reverse("admin:tournaments_event_do", args=[ladder.pk, "finalise"])
        assert client.post(url, {"reason": ""}).status_code == 302
        ladder.refresh_from_db()
        assert ladder.status == EventStatus.FINAL

    def test_the_list_counts_games(self, ladder: Event, director: User, client: Client) -> None:
        assert "0 of 0 games" in text(client, list_url("event"))


class TestGames:
    def test_a_game_s_page_has_seats_deals_and_the_way_to_the_desk(
        self, ladder: Event, director: User, client: Client
    ) -> None:
        game = play(ladder)
        enter(game, "7 7 5 6")
        leave_and_quit(game, "W")
        page = text(client, change_url(game))
        for piece in ("Peter", "quit after deal 1", "70", "51", "Ban of Sue"):
            assert piece in page
        assert reverse("desk:game", args=[ladder.pk, game.number]) in page
        assert "Peter &amp; John – Mary &amp; Sue" in text(client, list_url("game"))

    def test_a_game_that_is_over_tells_why_and_its_stakes(
        self, ladder: Event, director: User, client: Client
    ) -> None:
        game = finished(ladder)
        page = text(client, change_url(game))
        assert "North-South have won: the target was reached" in page
        assert "Stakes" in page
        assert StakeLine.objects.filter(game=game).exists()
        assert "Peter" in text(client, list_url("stakeline"))

    def test_games_are_not_changed_here(self, ladder: Event, director: User, client: Client) -> None:
        game = play(ladder)
        assert client.post(change_url(game), {"table": "9"}).status_code == 403
        assert client.get(add_url("game")).status_code == 403
        game.refresh_from_db()
        assert game.table == 1

    def test_another_club_s_directors_are_told_nothing(self, ladder: Event, client: Client) -> None:
        game = finished(ladder)
        line = StakeLine.objects.filter(game=game).first()
        assert line is not None
        sign_in(client, make_club("Lakeside"), Role.DIRECTOR)
        for name in ("game", "ban", "stakeline"):
            assert "Peter" not in text(client, list_url(name))
        assert client.get(change_url(game)).status_code == 404
        assert client.get(change_url(line)).status_code == 302

    def test_scorers_have_none_of_it(self, ladder: Event, client: Client) -> None:
        game = finished(ladder)
        sign_in(client, ladder.tournament.club, Role.SCORER)
        assert client.get(list_url("game")).status_code == 403
        assert client.get(change_url(game)).status_code == 404

    def test_cards_and_keys_are_on_no_page_and_cannot_be_asked_for(self, client: Client) -> None:
        ladder = make_ranked(dealing=Dealing.SYSTEM)
        sign_in(client, ladder.tournament.club, Role.DIRECTOR)
        game = open_game(ladder.pk, 1, PHONE)
        for seat, name in zip("NESW", ("Peter", "Mary", "John", "Sue"), strict=True):
            sit(game.pk, seat, player(ladder, name).pk, PHONE)
        game.refresh_from_db()
        assert game.status == GameStatus.PLAYING
        assert game.board_set is not None
        keys = GameSeat.objects.filter(game=game).values_list("key_hash", flat=True)
        secrets = [key for key in keys if key] + [game.board_set.secret]
        secrets += [hand for board in game.board_set.boards.all() for hand in board.pbn.split()]
        assert len(secrets) > 5
        for url in (change_url(game), list_url("game"), change_url(ladder)):
            page = text(client, url)
            assert not [secret for secret in secrets if secret in page]
        for lookup in (
            "seats__key_hash__startswith",
            "board_set__secret__startswith",
            "board_set__boards__pbn",
        ):
            assert client.get(list_url("game"), {lookup: "a"}).status_code == 400
        searched = client.get(list_url("game"), {"q": keys[0]})
        assert searched.context["cl"].result_count == 0

    def test_the_cards_of_a_game_have_no_page_whatever_one_s_rights(self, client: Client) -> None:
        ladder = make_ranked(dealing=Dealing.SYSTEM)
        game = play(ladder)
        assert game.board_set is not None
        board = game.board_set.boards.first()
        assert board is not None
        hand = board.pbn.removeprefix("N:").split()[0]
        client.force_login(User.objects.create_superuser("chief"))
        assert client.get(change_url(board)).status_code == 403
        assert hand not in text(client, list_url("boards_board"))
        sign_in(client, ladder.tournament.club, Role.DIRECTOR)
        assert client.get(list_url("boards_board")).context["cl"].result_count == 0


class TestBans:
    @pytest.fixture
    def ban(self, ladder: Event) -> Ban:
        person = player(ladder, "Sue")
        now = timezone.now()
        return Ban.objects.create(
            person=person, reason=BanReason.QUIT, since=now, until=now + timezone.timedelta(hours=1)
        )

    def test_one_is_lifted_with_a_reason(self, ban: Ban, director: User, client: Client) -> None:
        url = reverse("admin:tournaments_ban_lift", args=[ban.pk])
        assert url in text(client, change_url(ban))
        refused = client.post(url, {"reason": ""})
        assert refused.context["form"].errors
        ban.refresh_from_db()
        assert ban.lifted_at is None
        assert client.post(url, {"reason": "a fire alarm"}).status_code == 302
        ban.refresh_from_db()
        assert (ban.lifted_by, ban.lift_reason) == (director.username, "a fire alarm")
        assert url not in text(client, change_url(ban))
        assert client.post(url, {"reason": "again"}).status_code == 409

    def test_only_by_a_director_of_the_club(self, ladder: Event, ban: Ban, client: Client) -> None:
        url = reverse("admin:tournaments_ban_lift", args=[ban.pk])
        for club, role in ((make_club("Lakeside"), Role.OWNER), (ladder.tournament.club, Role.SCORER)):
            sign_in(client, club, role)
            assert client.post(url, {"reason": "please"}).status_code == 404
        ban.refresh_from_db()
        assert ban.lifted_at is None


def test_what_ranked_play_asks_of_a_person_is_shown_and_changed_at_the_desk(
    ladder: Event, director: User, client: Client
) -> None:
    person = player(ladder, "Robot", is_bot=True)
    page = text(client, change_url(person))
    assert "bot, 10 finished games elsewhere" in page
    assert reverse("desk:player-ranked", args=[ladder.tournament.club.slug, person.pk]) in page
    form = {**fields_on_page(client, change_url(person)), "on_leaderboard": "", "is_bot": ""}
    assert client.post(change_url(person), form).status_code == 302
    person.refresh_from_db()
    assert (person.is_bot, person.on_leaderboard) == (True, True)
