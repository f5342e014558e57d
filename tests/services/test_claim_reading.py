"""Which words still stand: not those about a result that a director has changed, nor for pairs that sat elsewhere."""

from dataclasses import replace

import pytest

from tests.services.test_phone import said
from tests.support.event_builders import ACTOR, four_tables, make_event
from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import Claim, ClaimState, Event, Result, ResultState, TableToken
from tournaments.services.claims import dismiss, disputes, settle
from tournaments.services.errors import ConflictError
from tournaments.services.phone import say, take_back
from tournaments.services.results import Entered, record_result, remove_result
from tournaments.services.rounds import close_round, open_round
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


def correct(event: Event, version: int, tricks: str = "7 6") -> None:
    """The director's own result, at the desk."""
    ns_tricks, ew_tricks = tricks.split()
    fields = ResultFields(
        round=1, table=1, board=1, ns_bid="7", ns_tricks=ns_tricks, ew_bid="5", ew_tricks=ew_tricks
    )
    record_result(event.pk, Entered(fields, version=version, reason="looked at the cards"), ACTOR)


def turn(token: TableToken) -> None:
    say_who_sits(token, SaidSitting(round=1, turned=True))


def stands() -> tuple[int, int, str, str]:
    result = Result.objects.select_related("ns", "ew").get()
    return result.ns.number, result.ew.number, result.ns_tricks, result.state


def test_a_side_cannot_bring_back_what_a_director_corrected(event: Event, token: TableToken) -> None:
    say(token, said("NS"))
    correct(event, 1)
    for word in (said("EW"), said("NS", key="again")):
        with pytest.raises(ConflictError, match="The director has entered board 1"):
            say(token, word)
    with pytest.raises(ConflictError, match="Only the director"):
        take_back(token, said("NS", key="back"), 2)
    assert stands() == (1, 5, "7", ResultState.CONFIRMED)
    # the director's own may be confirmed, and then taken back like any other
    assert say(token, said("EW", "7 7 5 6")).state == "agreed"
    assert Claim.objects.get(side="NS").state == ClaimState.SETTLED
    assert take_back(token, said("EW", key="back"), 3).state == "taken-back"


def test_what_both_sides_agreed_on_and_a_director_corrected_is_the_directors(
    event: Event, token: TableToken
) -> None:
    say(token, said("NS"))
    say(token, said("EW"))
    correct(event, 2)
    with pytest.raises(ConflictError, match="Only the director"):
        take_back(token, said("NS", key="back"), 3)
    assert stands() == (1, 5, "7", ResultState.CONFIRMED)


def test_a_board_that_a_director_took_back_begins_anew(event: Event, token: TableToken) -> None:
    say(token, said("NS"))
    say(token, said("EW"))
    remove_result(event.pk, (1, 1, 1), 2, "the wrong board", ACTOR)
    assert say(token, said("NS", "7 7 5 6")).state == "waiting"
    assert say(token, said("EW", "7 9 5 4")).state == "differs"
    assert say(token, said("EW", "7 7 5 6")).state == "agreed"
    assert stands() == (1, 5, "7", ResultState.CONFIRMED)


def test_a_late_entry_that_was_ruled_on_stays_so_when_the_round_opens_again(
    event: Event, token: TableToken
) -> None:
    say(token, said("NS"))
    close_round(event.pk, 1, ACTOR, "time")
    say(token, said("EW", "7 7 5 6"))
    settle(event.pk, Claim.objects.get(state=ClaimState.LATE).pk, ACTOR, "East was right")
    open_round(event.pk, 1, ACTOR, "once more")
    with pytest.raises(ConflictError, match="The director has entered board 1"):
        say(token, said("NS", key="again"))
    assert stands() == (1, 5, "7", ResultState.CONFIRMED)


def test_a_dispute_that_was_ruled_on_elsewhere_cannot_be_settled_again(
    event: Event, token: TableToken
) -> None:
    say(token, said("NS"))
    say(token, said("EW", "7 7 5 6"))
    [dispute] = disputes(event)
    correct(event, 2, "9 4")
    with pytest.raises(ConflictError, match="ruled on meanwhile"):
        settle(event.pk, dispute.claims[0].pk, ACTOR, "from a page an hour old")
    assert stands() == (1, 5, "9", ResultState.CONFIRMED)


def test_one_side_alone_does_not_take_a_dispute_away(event: Event, token: TableToken) -> None:
    say(token, said("NS"))
    say(token, said("EW", "7 7 5 6"))
    with pytest.raises(ConflictError, match="Only the director"):
        take_back(token, said("NS", key="back"), 2)
    assert len(disputes(event)) == 1


@pytest.mark.parametrize(("line", "state"), [("7 8 5 5", "confirmed"), ("7 7 5 6", "disputed")])
def test_changing_places_changes_no_board_that_was_entered_before(
    event: Event, token: TableToken, line: str, state: str
) -> None:
    say(token, said("NS"))
    turn(token)
    say(token, said("EW", line))
    assert stands() == (1, 5, "8", state)
    if state == "disputed":
        settle(event.pk, Claim.objects.get(side="EW").pk, ACTOR, "East was right")
        assert stands() == (1, 5, "7", ResultState.CONFIRMED)


def test_an_entry_that_was_kept_while_they_changed_places_is_looked_at_again(
    event: Event, token: TableToken
) -> None:
    kept = replace(said("NS"), ns=1, ew=5)
    turn(token)
    with pytest.raises(ConflictError, match="now 5 sits North-South and 1 East-West") as refused:
        say(token, kept)
    assert refused.value.faults[0].code == "other-pairs"
    assert not Result.objects.exists()
    say(token, replace(said("NS", key="looked"), ns=5, ew=1))
    assert stands() == (5, 1, "8", ResultState.PROVISIONAL)


def test_an_entry_for_pairs_that_do_not_sit_there_confirms_nothing(event: Event, token: TableToken) -> None:
    say(token, said("NS"))
    with pytest.raises(ConflictError, match="now 1 sits North-South"):
        say(token, replace(said("EW"), ns=2, ew=6))
    turn(token)
    # whoever confirms what is shown has heard of the change, or not: the pairs are the same two
    assert say(token, replace(said("EW"), ns=1, ew=5)).state == "agreed"


def test_tapping_a_side_leaves_what_was_said_about_who_sits(token: TableToken) -> None:
    tapped = SaidSitting(round=1, as_shown=True)
    first = say_who_sits(token, tapped)
    assert (first.players["N"], first.turned) == ("North 1", False)
    say_who_sits(token, SaidSitting(round=1, players={"N": "Nora"}, turned=True))
    kept_for_an_hour = say_who_sits(token, tapped)
    assert (kept_for_an_hour.players["N"], kept_for_an_hour.turned) == ("Nora", True)


def test_a_dismissed_entry_is_a_change_that_pages_hear_of(event: Event, token: TableToken) -> None:
    close_round(event.pk, 1, ACTOR, "time")
    say(token, said("NS"))
    before = Event.objects.get().results_version
    dismiss(event.pk, Claim.objects.get().pk, ACTOR, "not played in time")
    assert Event.objects.get().results_version == before + 1
