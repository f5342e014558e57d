"""One result at the desk: everything that may be ruled on it, by whom, with its preview and its two versions."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.pages.desk.conftest import sign_in
from tests.support.event_builders import ACTOR, enter, make_club, seat
from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import Event, Result, ResultState, Role, Table
from tournaments.services.results import Entered, record_result
from tournaments.services.rounds import close_round

pytestmark = pytest.mark.django_db


def table(event: Event, number: int = 1) -> Table:
    return Table.objects.get(round__event=event, round__number=1, number=number)


def address(event: Event, deed: str = "", *, number: int = 1, board: int = 1) -> str:
    args = [event.pk, table(event, number).pk, board]
    return reverse("desk:ruling", args=[*args, deed]) if deed else reverse("desk:result", args=args)


def post(client: Client, event: Event, deed: str, preview: bool = False, **given: object) -> object:
    typed = {f"{deed}-{name}": value for name, value in given.items()}
    return client.post(address(event, deed), typed | ({"preview": "on"} if preview else {}))


def result(event: Event, number: int = 1) -> Result:
    return Result.objects.get(event=event, table__number=number, board=1)


BIDS = {"ns_bid": "7", "ns_tricks": "8", "ew_bid": "5", "ew_tricks": "5"}


def test_a_scorer_enters_and_corrects_and_is_offered_no_ruling(
    event: Event, scorer: User, client: Client
) -> None:
    page = client.get(address(event)).content.decode()
    assert "Bids and tricks" in page
    assert "Adjusted score" not in page
    assert "What happened to it" not in page
    assert post(client, event, "bids", **BIDS).status_code == 302
    assert result(event).ns_score == 71 - 2  # 7 made with a bag: 70 − 1
    assert (
        post(client, event, "bids", version=1, reason="Misread.", **BIDS | {"ew_bid": "4"}).status_code == 302
    )
    assert post(client, event, "adjust", ns_adjusted="A+", ew_adjusted="A").status_code == 404
    assert result(event).version == 2


def test_a_scorer_leaves_a_ruling_and_a_closed_round_alone(
    event: Event, scorer: User, client: Client
) -> None:
    fields = ResultFields(round=1, table=1, board=1, ns_adjusted="A", ew_adjusted="A")
    record_result(event.pk, Entered(fields), ACTOR)
    refused = post(client, event, "bids", version=1, reason="Misread.", **BIDS)
    assert refused.status_code == 422
    assert "Only a director may change a ruling" in refused.content.decode()
    close_round(event.pk, 1, ACTOR, "Time.")
    late = client.post(
        address(event, "bids", number=2), {f"bids-{name}": value for name, value in BIDS.items()}
    )
    assert late.status_code == 422


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("deed", "given", "stored"),
    [
        (
            "adjust",
            {"ns_adjusted": "a+", "ew_adjusted": "62,5 %"},
            {"ns_adjusted": "A+", "ew_adjusted": "62.5"},
        ),
        ("adjust", {"ns_adjusted": "A−", "ew_adjusted": ""}, {"ns_adjusted": "A-", "ew_score": 50}),
        ("weighted", {"outcomes": "60 70 49\n40 −70 118"}, {"ns_adjusted": ""}),
        ("not-played", {}, {"not_played": True, "ns_bid": ""}),
        ("by-hand", {"ns_score": "55", "ew_score": "-20"}, {"ns_score": 55, "ew_score": -20, "ns_bid": ""}),
        ("revoke", {"offender": "NS", "tricks": "2"}, {"ns_tricks": "6", "ew_tricks": "7"}),
        ("pairs", {"ns": "5", "ew": "1"}, {"ns_tricks": "8"}),
        ("dispute", {}, {"state": ResultState.DISPUTED}),
        ("take-back", {}, {"state": ResultState.REMOVED}),
    ],
)
def test_each_ruling_is_stored_with_its_notes(
    event: Event, director: User, client: Client, deed: str, given: dict[str, str], stored: dict[str, object]
) -> None:
    enter(event, 1, 1, 1, "7 8 5 5")
    notes = {"note": "Cards were seen.", "private_note": "Warned before."} if "note" in _fields(deed) else {}
    answer = post(client, event, deed, version=1, reason="Ruled.", **given, **notes)
    assert answer.status_code == 302, answer.content.decode()
    ruled = result(event)
    assert {name: getattr(ruled, name) for name in stored} == stored
    if notes:
        assert (ruled.note, ruled.private_note) == ("Cards were seen.", "Warned before.")
    if deed == "weighted":
        assert [outcome["weight"] for outcome in ruled.weighted] == [60, 40]
    if deed == "pairs":
        assert (ruled.ns.number, ruled.ew.number) == (5, 1)
    assert event.log.order_by("-pk").first().reason == "Ruled."


def _fields(deed: str) -> frozenset[str]:
    return frozenset() if deed in ("revoke", "dispute", "take-back") else frozenset({"note"})


def test_what_was_bid_stays_on_record_beside_an_adjustment_and_it_can_be_taken_off(
    event: Event, director: User, client: Client
) -> None:
    enter(event, 1, 1, 1, "7 8 5 5")
    post(client, event, "adjust", version=1, reason="Ruled.", ns_adjusted="40", ew_adjusted="60")
    assert (result(event).ns_bid, result(event).ew_adjusted) == ("7", "60")
    post(client, event, "adjust", version=2, reason="Appeal.", ns_adjusted="", ew_adjusted="")
    assert (result(event).ns_adjusted, result(event).ns_score) == ("", 69)


def test_a_preview_saves_nothing_and_tells_the_places(event: Event, director: User, client: Client) -> None:
    for number, line in enumerate(("7 8 5 5", "7 6 5 7", "6 7 5 6", "8 8 4 5"), start=1):
        enter(event, 1, number, 1, line)
    answer = post(
        client, event, "adjust", preview=True, version=1, reason="Ruled.", ns_adjusted="A+", ew_adjusted="A-"
    )
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "Nothing is saved yet" in page
    assert "Board 1, pair 1" in page
    assert "North 1" in page.split('id="effect"')[1]
    assert 'value="A+"' in page
    assert result(event).version == 1


def test_a_ruling_of_140_percent_is_refused_in_words(event: Event, director: User, client: Client) -> None:
    enter(event, 1, 1, 1, "7 8 5 5")
    for preview in (False, True):
        refused = post(
            client,
            event,
            "adjust",
            preview=preview,
            version=1,
            reason="Ruled.",
            ns_adjusted="140",
            ew_adjusted="A",
        )
        assert refused.status_code == 422
        assert "a percentage from 0 to 100" in refused.content.decode()
    assert result(event).version == 1


@pytest.mark.parametrize("outcomes", ["60 70", "60 70 49", "sixty 70 49\n40 1 2", "0 1 2\n1 2 3"])
def test_outcomes_that_are_none_are_refused(
    event: Event, director: User, client: Client, outcomes: str
) -> None:
    enter(event, 1, 1, 1, "7 8 5 5")
    assert post(client, event, "weighted", version=1, reason="R.", outcomes=outcomes).status_code == 422
    assert result(event).version == 1


def test_a_save_over_somebody_s_save_is_refused_with_both_side_by_side(
    event: Event, director: User, client: Client
) -> None:
    enter(event, 1, 1, 1, "7 8 5 5")
    enter(event, 1, 1, 1, "7 9 5 4", version=1, reason="Misread.")
    answer = post(
        client, event, "bids", version=1, reason="Mine.", **BIDS | {"ns_tricks": "7", "ew_tricks": "6"}
    )
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Somebody saved before you" in page
    assert "<bdi>9</bdi></td><td><bdi>7</bdi>" in page
    assert result(event).ns_tricks == "9"
    assert 'value="Mine."' in page
    assert 'name="bids-version" value="2"' in page  # who has seen both may save theirs


def test_another_board_played_is_due_then_and_is_entered(
    event: Event, director: User, client: Client
) -> None:
    seat(event, [(1, 6, [3])], status="planned")
    answer = client.post(
        address(event, "wrong-board", board=2),
        {"wrong-board-played": "3", "wrong-board-reason": "Took the wrong one."},
        follow=True,
    )
    page = answer.content.decode()
    assert table(event).boards == [1, 3]
    assert "Round 2, table 1 was to play board 3 too" in page
    assert answer.redirect_chain[-1][0] == reverse("desk:result", args=[event.pk, table(event).pk, 3])


def test_addresses_that_are_none(event: Event, director: User, client: Client) -> None:
    assert client.get(reverse("desk:result", args=[event.pk, table(event).pk, 9])).status_code == 404
    assert client.get(reverse("desk:result", args=[event.pk, 999_999, 1])).status_code == 404
    assert client.get(address(event, "bids")).status_code == 405
    assert post(client, event, "burn").status_code == 404


def test_who_plays_here_sees_no_hidden_board(event: Event, playing_director: User, client: Client) -> None:
    enter(event, 1, 2, 1, "7 8 5 5")
    answer = client.get(address(event, number=2))
    assert answer.status_code == 403
    assert "7 8" not in answer.content.decode()
    refused = client.post(
        address(event, "take-back", number=2), {"take-back-version": 1, "take-back-reason": "x"}
    )
    assert refused.status_code == 403
    assert result(event, 2).state == ResultState.CONFIRMED


def test_a_stranger_s_director_is_refused(event: Event, client: Client) -> None:
    sign_in(client, make_club(), Role.DIRECTOR)
    assert client.get(address(event)).status_code == 403


def test_scripts_in_names_and_notes_are_text(event: Event, director: User, client: Client) -> None:
    event.entries.filter(number=1).update(name="<script>alert(1)</script>")
    enter(event, 1, 1, 1, "7 8 5 5", note="<img src=x onerror=alert(1)>")
    page = client.get(address(event)).content.decode()
    assert "<script>alert" not in page
    assert "<img src=x" not in page


@pytest.mark.parametrize("size", [1, 3])
def test_a_page_costs_the_same_however_much_is_in(
    event: Event,
    director: User,
    client: Client,
    size: int,
    django_assert_max_num_queries: pytest.FixtureRequest,
) -> None:
    """Session, user, event with club, role, table, result, three for what the reader may see (entries of theirs twice,
    tables of their own), role again for rulings and for the parts, the log of the place, the words of a dispute."""
    for number in range(1, size + 1):
        enter(event, 1, number, 1, "7 8 5 5")
    with django_assert_max_num_queries(14):  # type: ignore[operator]
        assert client.get(address(event)).status_code == 200
