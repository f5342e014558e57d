"""What the table could not settle is the director's to choose from."""

import pytest

from tests.services.test_phone import said
from tests.support.event_builders import ACTOR, four_tables, make_event
from tournaments.models import Claim, ClaimState, Event, LogEntry, Result, ResultState, TableToken
from tournaments.services.claims import dismiss, disputes, settle
from tournaments.services.errors import ConflictError, NotFoundError, ServiceError
from tournaments.services.phone import late_claims, say
from tournaments.services.rounds import close_round
from tournaments.services.sitting import SaidSitting, say_who_sits
from tournaments.services.tokens import tokens_for_tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    made = make_event(pairs=8)
    four_tables(made)
    return made


@pytest.fixture
def token(event: Event) -> TableToken:
    return tokens_for_tables(event.pk, [1], ACTOR)[0]


def test_one_of_two_words_is_chosen(event: Event, token: TableToken) -> None:
    say(token, said("NS"))
    say(token, said("EW", "7 7 5 6"))
    [dispute] = disputes(event)
    assert (dispute.board, [(claim.side, claim.ns_tricks) for claim in dispute.claims]) == (
        1,
        [("NS", "8"), ("EW", "7")],
    )
    with pytest.raises(ServiceError, match="Say why"):
        settle(event.pk, dispute.claims[1].pk, ACTOR, " ")
    settle(event.pk, dispute.claims[1].pk, ACTOR, "counted the quitted tricks")
    result = Result.objects.get()
    assert (result.state, result.ns_tricks, result.ew_tricks) == (ResultState.CONFIRMED, "7", "6")
    assert disputes(event) == []
    assert set(Claim.objects.values_list("state", flat=True)) == {ClaimState.SETTLED}
    with pytest.raises(ConflictError, match="settled already"):
        settle(event.pk, dispute.claims[0].pk, ACTOR, "no, the other")


def test_a_late_entry_is_taken_or_dismissed(event: Event, token: TableToken) -> None:
    close_round(event.pk, 1, ACTOR, "late")
    say(token, said("NS"))
    say(token, said("NS", board=2))
    first, second = late_claims(event)
    settle(event.pk, first.pk, ACTOR, "they had played it in time")
    assert Result.objects.get().board == first.board
    dismiss(event.pk, second.pk, ACTOR, "played after time")
    assert late_claims(event) == []
    assert LogEntry.objects.latest("pk").action == "claim.dismissed"
    assert Result.objects.count() == 1


def test_a_dispute_cannot_be_dismissed(event: Event, token: TableToken) -> None:
    say(token, said("NS"))
    say(token, said("EW", "7 7 5 6"))
    with pytest.raises(ServiceError, match="one has to be chosen"):
        dismiss(event.pk, disputes(event)[0].claims[0].pk, ACTOR, "why")
    with pytest.raises(NotFoundError):
        settle(event.pk, 10_000, ACTOR, "why")


def test_a_word_of_a_table_that_sat_the_other_way_round_is_for_who_sat_there(
    event: Event, token: TableToken
) -> None:
    say_who_sits(token, SaidSitting(round=1, turned=True))
    say(token, said("NS"))
    say(token, said("EW", "7 7 5 6"))
    settle(event.pk, disputes(event)[0].claims[0].pk, ACTOR, "North was right")
    result = Result.objects.select_related("ns", "ew").get()
    assert (result.ns.number, result.ew.number, result.ns_tricks) == (5, 1, "8")
