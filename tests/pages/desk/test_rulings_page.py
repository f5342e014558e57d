"""Penalties, fouled boards and the diary, as a director works with them."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.support.event_builders import enter, seat, standings
from tournaments.models import Event, LogEntry, Penalty, Result
from tournaments.services.fouled import played_in_order

pytestmark = pytest.mark.django_db


def url(name: str, event: Event, *more: object) -> str:
    return reverse(f"desk:{name}", args=[event.pk, *more])


@pytest.fixture
def played(event: Event) -> Event:
    for number, line in enumerate(("7 8 5 5", "7 6 5 7", "6 7 5 6", "8 8 4 5"), start=1):
        enter(event, 1, number, 1, line)
    standings(event)
    return event


PENALTY = {"entry": "2", "amount": "2.5", "unit": "percent", "reason": "Late.", "private_note": "Third time."}


def test_a_penalty_is_seen_first_then_given_and_taken_back(
    played: Event, director: User, client: Client
) -> None:
    seen = client.post(url("penalty", played), PENALTY | {"preview": "on"})
    assert "Nothing is saved yet" in seen.content.decode()
    assert not Penalty.objects.exists()
    client.post(url("penalty", played), PENALTY)
    penalty = Penalty.objects.get()
    assert (penalty.entry.number, str(penalty.amount), penalty.private_note) == (2, "2.500", "Third time.")
    page = client.get(url("rulings", played)).content.decode()
    assert "2.5 %" in page
    assert client.post(url("penalty-back", played, penalty.pk), {"reason": ""}).status_code == 422
    client.post(url("penalty-back", played, penalty.pk), {"reason": "The bus."})
    assert not Penalty.objects.exists()
    assert client.post(url("penalty-back", played, penalty.pk), {"reason": "x"}).status_code == 404


@pytest.mark.one_engine
@pytest.mark.parametrize(
    "change",
    [
        {"amount": "140"},
        {"amount": "0"},
        {"amount": "NaN"},
        {"amount": "lots"},
        {"entry": "99"},
        {"reason": " "},
        {"unit": "eggs"},
    ],
)
def test_a_penalty_that_is_none_is_refused_with_what_was_typed(
    played: Event, director: User, client: Client, change: dict[str, str]
) -> None:
    answer = client.post(url("penalty", played), PENALTY | change)
    assert answer.status_code == 422
    assert "Third time." in answer.content.decode()
    assert not Penalty.objects.exists()


def test_a_private_note_is_on_no_public_page(played: Event, director: User, client: Client) -> None:
    client.post(url("penalty", played), PENALTY)
    standings(played)
    client.logout()
    tournament = played.tournament.slug
    for name in ("standings", "boards"):
        assert (
            "Third time."
            not in client.get(reverse(f"pages:{name}", args=[tournament, played.slug])).content.decode()
        )


def test_a_fouled_board_by_a_proposal(event: Event, director: User, client: Client) -> None:
    seat(event, [(1, 6, [3]), (2, 7, [3])], [(3, 8, [3]), (4, 5, [3])])
    for round_number, number, line in (
        (2, 1, "7 8 5 5"),
        (2, 2, "7 6 5 7"),
        (3, 1, "7 8 5 5"),
        (3, 2, "7 8 5 5"),
    ):
        enter(event, round_number, number, 3, line)
    page = client.get(url("fouled", event, 3)).content.decode()
    assert '<td class="number">−70</td>' in page
    assert "from round 3, table 1 on (2 + 2)" in page
    proposed = client.get(url("fouled", event, 3) + "?from=3-1").content.decode()
    assert proposed.count('value="2"') >= 2
    order = played_in_order(event, 3)
    given = {f"group_{item.result_id}": 1 if place < 2 else 2 for place, item in enumerate(order)}
    given |= {f"version_{item.result_id}": item.version for item in order}
    assert client.post(url("fouled", event, 3), given | {"reason": ""}).status_code == 422
    assert (
        "Nothing is saved"
        in client.post(
            url("fouled", event, 3), given | {"reason": "A card lay on the floor.", "preview": "on"}
        ).content.decode()
    )
    assert (
        client.post(url("fouled", event, 3), given | {"reason": "A card lay on the floor."}).status_code
        == 302
    )
    assert sorted(Result.objects.filter(board=3).values_list("group", flat=True)) == [1, 1, 2, 2]
    assert (
        client.post(
            url("fouled", event, 3), given | {"reason": "x", f"group_{order[0].result_id}": 3}
        ).status_code
        == 409
    )
    assert client.get(url("fouled", event, 1)).status_code == 404


def test_a_penalty_sent_twice_is_given_once_and_a_second_one_when_it_is_meant(
    event: Event, director: User, client: Client
) -> None:
    known = client.get(url("rulings", event)).context["form"]["known"].value()
    given = {"known": known, "entry": "3", "amount": "2.5", "unit": "percent", "reason": "Late."}
    assert client.post(url("penalty", event), given).status_code == 302
    twice = client.post(url("penalty", event), given)
    assert twice.status_code == 409
    assert "only if it is a second one" in twice.content.decode()
    assert event.penalties.count() == 1
    meant = {**given, "known": twice.context["form"]["known"].value()}
    assert client.post(url("penalty", event), meant).status_code == 302
    assert event.penalties.count() == 2


def test_the_diary_reads_filters_and_undoes(played: Event, director: User, client: Client) -> None:
    enter(played, 1, 1, 1, "7 9 5 4", version=1, reason="Misread the slip.")
    page = client.get(url("log", played)).content.decode()
    assert "NS tricks 8 → 9" in page
    assert "Misread the slip." in page
    only = client.get(url("log", played), {"about": "changes"}).content.decode()
    assert "Misread the slip." in only
    assert "7 6 5 7" not in only
    other = client.get(url("log", played), {"words": "table 2, board 1"}).content.decode()
    assert "Misread" not in other
    assert "7 6 5 7" in other
    line = LogEntry.objects.get(action="result.corrected")
    assert client.post(url("undo", played, line.pk), {"reason": ""}).status_code == 422
    client.post(url("undo", played, line.pk), {"reason": "It was an 8."})
    assert Result.objects.get(table__number=1, board=1).ns_tricks == "8"
    assert "Undone: It was an 8." in client.get(url("log", played)).content.decode()
    again = client.post(url("undo", played, line.pk), {"reason": "Again."})
    assert again.status_code == 409
    assert "was changed since" in again.content.decode()


def test_words_find_a_table_and_not_one_that_begins_alike(
    played: Event, director: User, client: Client
) -> None:
    LogEntry.objects.filter(subject__startswith="round 1, table 2").update(
        subject="round 1, table 12, board 1"
    )
    page = client.get(url("log", played), {"words": "table 1"}).content.decode()
    assert "round 1, table 12" not in page
    assert "table 1, board 1" in page


def test_pages_of_the_diary(played: Event, director: User, client: Client) -> None:
    LogEntry.objects.bulk_create(
        LogEntry(
            event=played,
            at=played.created_at,
            actor="x",
            door="desk",
            action="round.opened",
            subject=f"round {n}",
        )
        for n in range(250)
    )
    first = client.get(url("log", played)).content.decode()
    assert "Page 1 of 3" in first
    assert "Page 3 of 3" in client.get(url("log", played), {"page": "99"}).content.decode()
    assert client.get(url("log", played), {"page": "x", "about": "nonsense"}).status_code == 200


def test_who_plays_here_reads_no_log(played: Event, playing_director: User, client: Client) -> None:
    page = client.get(url("log", played)).content.decode()
    assert "7 6 5 7" not in page
    assert client.post(url("undo", played, LogEntry.objects.last().pk), {"reason": "x"}).status_code == 403


def test_the_pages_cost_the_same_however_many_tables(
    played: Event, director: User, client: Client, django_assert_max_num_queries: pytest.FixtureRequest
) -> None:
    """Rulings: session, user, event with club, role, penalties, six for what the reader may see, ruled results, boards
    played, role for the parts. The log: session, user, event, role, whether the reader plays, lines and their number,
    role for the parts."""
    for number in range(1, 5):
        enter(played, 1, number, 2, "7 8 5 5", note="Seen.")
    with django_assert_max_num_queries(16):  # type: ignore[operator]
        client.get(url("rulings", played))
    with django_assert_max_num_queries(9):  # type: ignore[operator]
        client.get(url("log", played))
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        client.get(url("fouled", played, 1))
