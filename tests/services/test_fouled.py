"""A fouled board: who held the same cards is compared among themselves (docs/rules.md §2)."""

import pytest

from tests.support.event_builders import ACTOR, enter, make_event, seat, traveller
from tournaments.models import Event, Result
from tournaments.services.errors import ConflictError, NotFoundError, ServiceError
from tournaments.services.fouled import played_in_order, propose_groups, set_groups

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Board 1 is played at two tables in round 1, and at two others in round 2."""
    made = make_event(pairs=8)
    seat(
        made,
        [(1, 5, [1]), (2, 6, [1]), (3, 7, [2]), (4, 8, [2])],
        [(3, 8, [1]), (4, 7, [1]), (1, 6, [2]), (2, 5, [2])],
    )
    for round_number, table, line in (
        (2, 1, "7 6 5 7"),
        (1, 1, "7 8 5 5"),
        (2, 2, "8 8 4 5"),
        (1, 2, "6 7 5 6"),
    ):
        enter(made, round_number, table, 1, line)
    return made


def test_proposals_follow_the_order_of_play(event: Event) -> None:
    played = played_in_order(event, 1)
    assert [(item.round, item.table) for item in played] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    proposals = propose_groups(played)
    assert [(each.round, each.table, each.sizes) for each in proposals] == [
        (1, 2, (1, 3)),
        (2, 1, (2, 2)),
        (2, 2, (3, 1)),
    ]
    assert propose_groups(played[:1]) == []


def test_groups_are_compared_in_themselves(event: Event) -> None:
    played = played_in_order(event, 1)
    proposal = propose_groups(played)[1]
    changed = set_groups(
        event.pk,
        1,
        proposal.groups,
        {item.result_id: item.version for item in played},
        "A card was found.",
        ACTOR,
    )
    assert changed == 4
    compared = {(row["round"], row["table"]): row["ns"]["compared"] for row in traveller(event, 1)["rows"]}
    assert set(compared.values()) == {1}
    assert event.log.filter(action="result.corrected", reason="A card was found.").count() == 4


def test_all_or_none(event: Event) -> None:
    played = played_in_order(event, 1)
    versions = {item.result_id: item.version for item in played}
    groups = dict.fromkeys(versions, 2)
    with pytest.raises(ConflictError):
        set_groups(event.pk, 1, groups, {**versions, played[-1].result_id: 9}, "Fouled.", ACTOR)
    with pytest.raises(NotFoundError):
        set_groups(event.pk, 2, groups, versions, "Fouled.", ACTOR)
    with pytest.raises(ServiceError) as refused:
        set_groups(event.pk, 1, groups, versions, "", ACTOR)
    assert refused.value.faults[0].path == "reason"
    assert set(Result.objects.filter(event=event).values_list("group", flat=True)) == {0}
