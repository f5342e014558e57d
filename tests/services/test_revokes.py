"""Tricks moved for a revoke, docs/rules.md §1: one to three, across, never below nothing."""

import pytest

from tests.support.event_builders import ACTOR, enter, four_tables, make_event
from tournaments.models import Event, Result
from tournaments.services.errors import ConflictError, ServiceError
from tournaments.services.revokes import Revoke, move_tricks

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    made = make_event(pairs=8)
    four_tables(made)
    return made


def revoke(event: Event, line: str, offender: str, tricks: int, **more: object) -> Result:
    receipt = enter(event, 1, 1, 1, line)
    asked = Revoke(receipt.result_id, 1, offender, tricks, "Revoke in hearts.", **more)  # type: ignore[arg-type]
    move_tricks(event.pk, asked, ACTOR)
    return Result.objects.get(pk=receipt.result_id)


@pytest.mark.parametrize(
    ("line", "offender", "tricks", "after"),
    [
        ("7 8 5 5", "NS", 2, ("6", "7")),
        ("7 8 5 5", "EW", 3, ("11", "2")),
        ("N+4 0+5 6 8", "NS", 1, ("0+4", "9")),
        ("6 8 N+4 0+5", "NS", 2, ("6", "0+7")),
        ("N+4 1+0 6 12", "NS", 1, ("0+0", "13")),
        ("N+N 0+0 8 13", "EW", 1, ("1+0", "12")),
    ],
)
def test_moves_them_to_the_other_side(
    event: Event, line: str, offender: str, tricks: int, after: tuple[str, str]
) -> None:
    ruled = revoke(event, line, offender, tricks)
    assert (ruled.ns_tricks, ruled.ew_tricks) == after
    assert ruled.version == 2
    assert "for a revoke" in ruled.note
    assert event.log.get(action="result.corrected").reason == "Revoke in hearts."


def test_scores_follow(event: Event) -> None:
    ruled = revoke(event, "7 8 5 5", "NS", 2)
    assert (ruled.ns_score, ruled.ew_score) == (-70, 50 + 70 - 2)


@pytest.mark.parametrize(
    ("offender", "tricks", "code"), [("NS", 0, "tricks"), ("NS", 4, "tricks"), ("both", 1, "side")]
)
def test_refuses_what_no_rule_set_knows(event: Event, offender: str, tricks: int, code: str) -> None:
    with pytest.raises(ServiceError) as refused:
        revoke(event, "7 8 5 5", offender, tricks)
    assert refused.value.faults[0].code == code


def test_refuses_more_tricks_than_were_taken_and_a_stale_version(event: Event) -> None:
    receipt = enter(event, 1, 1, 1, "11 12 1 1")
    with pytest.raises(ServiceError) as refused:
        move_tricks(event.pk, Revoke(receipt.result_id, 1, "EW", 2, "Revoke."), ACTOR)
    assert refused.value.faults[0].code == "not-enough-tricks"
    with pytest.raises(ConflictError):
        move_tricks(event.pk, Revoke(receipt.result_id, 7, "NS", 1, "Revoke."), ACTOR)
    assert Result.objects.get(pk=receipt.result_id).version == 1
