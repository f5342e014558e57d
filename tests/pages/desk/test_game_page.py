"""Deals of a ranked game at the desk: entered and corrected, disputes ruled on, recorded plays."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.pages.desk.game_desk import deal, do, shown, status_of, url
from tests.support.ranked_builders import (
    EVEN,
    NS_MAKES,
    NS_SET,
    PHONE,
    enter,
    finished,
    play,
    words,
)
from tournaments.models import (
    DealState,
    Event,
    Game,
    GameStatus,
    LogEntry,
    RatedGame,
    StakeLine,
)
from tournaments.services.ranked.deals import say_deal

pytestmark = pytest.mark.django_db


# --- deals -----------------------------------------------------------------------------------------------------


def test_deals_are_entered_one_after_another_until_the_game_is_over(
    game: Game, ladder_director: User, client: Client
) -> None:
    page = client.get(url(game)).content.decode()
    assert 'name="deal-number" value="1"' in page
    for number in (1, 2):
        assert deal(client, game, number, NS_MAKES).status_code == 302
    assert "in all NS 140, EW 102" in shown(client.get(url(game)))
    answer = deal(client, game, 3, NS_MAKES)
    page = shown(client.get(answer["Location"]))
    assert "The game is over." in page
    assert "North-South have won : the target was reached" in page
    assert "Stakes: Peter +5, John +5, Mary −5, Sue −5" in page
    assert "The next deal" not in page
    assert game.deals.filter(state=DealState.CONFIRMED).count() == 3


@pytest.mark.parametrize(
    ("line", "stored"),
    [
        ("N4|0 4|6|9", ("N+4", "0+4", "6", "9")),
        ("4n|4 0|6|9", ("4+N", "4+0", "6", "9")),
        ("4 + N|4+0|6|9", ("4+N", "4+0", "6", "9")),
        ("6|9|N 3|1 3", ("6", "9", "N+3", "1+3")),
    ],
)
def test_a_nil_is_typed_as_on_the_paper_page(
    game: Game, ladder_director: User, client: Client, line: str, stored: tuple[str, ...]
) -> None:
    assert deal(client, game, 1, line).status_code == 302
    row = game.deals.get()
    assert (row.ns_bid, row.ns_tricks, row.ew_bid, row.ew_tricks) == stored


@pytest.mark.parametrize(
    ("number", "line", "words"),
    [
        (1, "7 8 5 6", "13"),
        (1, "0 8 5 5", "A bid of 0 is nil"),
        (1, "x 8 5 5", "is not a bid"),
        (1, "|8|5|5", "Write what was bid"),
        (2, "7 8 5 5", "enter that first"),
        (0, "7 8 5 5", "greater than or equal to 1"),
    ],
)
def test_what_is_impossible_is_said_and_what_was_typed_stays(
    game: Game, ladder_director: User, client: Client, number: int, line: str, words: str
) -> None:
    answer = deal(client, game, number, line)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert words in shown(answer)
    assert 'value="8"' in page
    assert "data-still" in page  # nothing is fetched over it
    assert not game.deals.exists()


def test_a_correction_needs_a_reason_and_the_page_says_first_what_it_would_do(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    game = finished(ladder)
    rated = RatedGame.objects.get(game=game)
    assert not rated.pending
    row = game.deals.get(number=1)
    page = client.get(f"{url(game)}?deal=1").content.decode()
    assert "Correct deal 1" in page
    assert f'name="correct-version" value="{row.version}"' in page
    before = (LogEntry.objects.count(), StakeLine.objects.count())
    answer = deal(client, game, 1, EVEN, "correct", version=row.version, reason="misread", preview="on")
    assert answer.status_code == 200
    said = shown(answer)
    assert "now over: North-South have won (the target was reached); NS 210, EW 153" in said
    assert "then being played; NS 200, EW 172" in said or "then over: North-South have won" in said
    assert (LogEntry.objects.count(), StakeLine.objects.count()) == before
    assert game.deals.get(number=1).ns_bid == row.ns_bid
    assert deal(client, game, 1, EVEN, "correct", version=row.version, reason=" ").status_code == 422
    assert deal(client, game, 1, EVEN, "correct", version=row.version, reason="misread").status_code == 302
    assert game.deals.get(number=1).ns_bid == "6"
    assert LogEntry.objects.filter(reason="misread", door="desk", subject="game 1, deal 1").exists()


def test_a_correction_may_have_a_game_run_again_and_takes_back_what_it_brought(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    game = finished(ladder)
    version = game.deals.get(number=3).version
    answer = deal(client, game, 3, NS_SET, "correct", version=version, reason="a revoke", preview="on")
    said = shown(answer)
    assert "The game runs again, and waits for its next deal." in said
    assert "what it did to the ratings of Peter, John, Mary, Sue is taken back" in said
    assert "Stakes of Peter: +5 → 0." in said
    assert status_of(game) == GameStatus.OVER
    assert RatedGame.objects.filter(game=game).exists()
    deal(client, game, 3, NS_SET, "correct", version=version, reason="a revoke")
    assert status_of(game) == GameStatus.PLAYING
    assert not RatedGame.objects.filter(game=game).exists()
    assert sum(StakeLine.objects.filter(person__name="Peter").values_list("points", flat=True)) == 0


def test_a_game_that_was_over_earlier_strikes_the_deals_behind(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    game = play(ladder, now=timezone.now())
    enter(game, "10 10 3 3", NS_SET, EVEN)
    version = game.deals.get(number=2).version
    answer = deal(client, game, 2, "10 10 3 3", "correct", version=version, reason="misread", preview="on")
    assert "Deal 3 comes after the end of the game then, and counts for nothing." in shown(answer)
    assert "It is rated: it changes the ratings of Peter, John, Mary, Sue." in shown(answer)
    deal(client, game, 2, "10 10 3 3", "correct", version=version, reason="misread")
    page = client.get(url(game)).content.decode()
    assert "struck" in page
    assert "counts for nothing" in page


def test_whoever_saves_second_is_shown_both_versions_and_may_save_all_the_same(
    game: Game, ladder_director: User, client: Client
) -> None:
    enter(game, NS_MAKES)
    answer = deal(client, game, 1, EVEN)  # typed while somebody else entered it
    assert answer.status_code == 409
    said = shown(answer)
    assert "Somebody saved before you" in said
    assert "NS bid 7 6 differs" in said
    assert 'name="deal-version" value="1"' in answer.content.decode()
    assert 'name="deal-reason"' in answer.content.decode()
    again = deal(client, game, 1, EVEN, version=1, reason="mine is right")
    assert again.status_code == 302
    assert game.deals.get().ns_bid == "6"
    stale = deal(client, game, 1, NS_MAKES, "correct", version=1, reason="old page")
    assert stale.status_code == 409


def test_the_last_deal_is_taken_back_and_no_other(game: Game, ladder_director: User, client: Client) -> None:
    enter(game, NS_MAKES, EVEN)
    assert do(client, game, "take-back", number=1, version=1, reason="x").status_code == 422
    assert do(client, game, "take-back", number=2, version=1, reason="").status_code == 422
    preview = do(client, game, "take-back", number=2, version=1, reason="x", preview="on")
    assert "then being played; NS 70, EW 51" in shown(preview)
    assert game.deals.count() == 2
    assert do(client, game, "take-back", number=2, version=1, reason="not played").status_code == 302
    assert game.deals.count() == 1


# --- disputes --------------------------------------------------------------------------------------------------


@pytest.fixture
def disputed(game: Game) -> Game:
    say_deal(game.pk, 1, "NS", words(NS_MAKES), PHONE)
    say_deal(game.pk, 1, "EW", words(EVEN), PHONE)
    return game


def test_both_words_are_shown_and_one_is_chosen_with_a_reason(
    disputed: Game, ladder_director: User, client: Client
) -> None:
    page = shown(client.get(url(disputed)))
    assert "Deal 1: the sides differ" in page
    assert "NS says 7 7 – 5 6" in page
    assert "EW says 6 6 – 7 7" in page
    version = disputed.deals.get().version
    refused = do(client, disputed, "word", number=1, version=version, side="EW", reason="")
    assert refused.status_code == 422
    assert "needs a reason" in shown(refused)
    preview = do(client, disputed, "word", number=1, version=version, side="EW", reason="", preview="on")
    assert preview.status_code == 200  # a look needs no reason; the ruling does
    assert "then being played; NS 60, EW 70" in shown(preview)
    assert "Looked at." not in preview.content.decode()
    assert do(client, disputed, "word", number=1, version=version, side="EW", reason="").status_code == 422
    done = do(
        client, disputed, "word", number=1, version=version, side="EW", reason="the tricks were counted"
    )
    assert done.status_code == 302
    row = disputed.deals.get()
    assert (row.state, row.ns_bid) == (DealState.CONFIRMED, "6")
    assert set(row.said) == {"NS", "EW"}  # both words are kept


def test_what_one_side_has_said_is_confirmed_without_a_reason(
    game: Game, ladder_director: User, client: Client
) -> None:
    say_deal(game.pk, 1, "NS", words(NS_MAKES), PHONE)
    assert "Deal 1: one side has entered it" in shown(client.get(url(game)))
    assert (
        do(client, game, "word", number=1, version=1, side="EW").status_code == 422
    )  # which has said nothing
    assert do(client, game, "word", number=1, version=1, side="NS").status_code == 302
    assert game.deals.get().state == DealState.CONFIRMED


def test_a_scorer_enters_deals_and_rules_nothing(disputed: Game, ladder_scorer: User, client: Client) -> None:
    assert "Rule so" not in client.get(url(disputed)).content.decode()
    for deed in ("word", "take-back", "void", "decide", "end", "leave", "vote-all", "sit", "fill-in"):
        assert do(client, disputed, deed, number=1, side="NS", reason="x").status_code == 403
    barred = deal(client, disputed, 1, EVEN, "correct", version=2, reason="x")
    assert barred.status_code == 403
    assert "only a director may rule on it" in shown(barred)
    assert deal(client, disputed, 2, EVEN).status_code == 302
    version = disputed.deals.get(number=2).version
    assert deal(client, disputed, 2, NS_MAKES, "correct", version=version, reason="typo").status_code == 302


def test_a_scorer_corrects_nothing_in_a_game_that_is_over(
    ladder: Event, ladder_scorer: User, client: Client
) -> None:
    game = finished(ladder)
    assert "Correct it" not in client.get(url(game)).content.decode()
    assert deal(client, game, 3, NS_SET, "correct", version=1, reason="x").status_code == 403
    assert status_of(game) == GameStatus.OVER


# --- a recorded play -------------------------------------------------------------------------------------------

PLAY = """bids: 4 3 3 3
E: H2 H3 H4 HA
"""


def test_a_record_that_is_none_says_why_and_keeps_the_text(
    game: Game, ladder_director: User, client: Client
) -> None:
    answer = do(client, game, "play", number=1, play=PLAY)
    assert answer.status_code == 422
    assert "E: H2 H3 H4 HA" in answer.content.decode()
    assert not game.deals.exists()


def test_a_record_fills_in_the_deal_and_saves_nothing_yet(
    game: Game, ladder_director: User, client: Client
) -> None:
    answer = do(client, game, "play", number=1, play=recorded())
    assert answer.status_code == 200, shown(answer)
    page = answer.content.decode()
    assert "Read, and nothing in it is irregular." in page or "for a director to rule on" in page
    assert 'name="deal-play"' in page
    assert not game.deals.exists()
    form = answer.context["entry"]
    sent = {f"deal-{name}": form[name].value() or "" for name in form.fields}
    assert client.post(reverse("desk:game-do", args=[game.event_id, 1, "deal"]), sent).status_code == 302
    assert game.deals.get().play.startswith("bids:")


def recorded() -> str:
    """Deal 1 of somebody who has every suit from the top: North takes all with spades."""
    suits = "SHDC"
    ranks = "AKQJT98765432"
    # E leads; each holds one suit whole: E hearts, S diamonds, W clubs, N spades
    lines = ["bids: 12 1 1 1"]
    holders = {"E": "H", "S": "D", "W": "C", "N": "S"}
    assert sorted(holders.values()) == sorted(suits)
    for place, rank in enumerate(ranks):
        order = "ESWN" if place == 0 else "NESW"
        lines.append(f"{order[0]}: " + " ".join(f"{holders[seat]}{rank}" for seat in order))
    return "\n".join(lines)
