"""A preview of a ruling is the ruling, rolled back: `services.rulings.preview_ruling`."""

from decimal import Decimal
from fractions import Fraction

import pytest
from django.db import transaction

from tests.support.event_builders import ACTOR, enter, four_tables, make_event, standings
from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import Event, Result
from tournaments.services.errors import ServiceError
from tournaments.services.events import add_penalty
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.reading import forget
from tournaments.services.results import Entered, record_result
from tournaments.services.rulings import preview_ruling

pytestmark = pytest.mark.django_db

LINES = ("7 8 5 5", "7 6 5 7", "6 7 5 6", "8 8 4 5")


@pytest.fixture
def event() -> Event:
    """Four tables have played boards 1 and 2 of one round."""
    made = make_event(pairs=8)
    four_tables(made)
    for board in (1, 2):
        for table, line in enumerate(LINES, start=1):
            enter(made, 1, table, board, line)
    return made


def adjust(event: Event, table: int, board: int, **ruling: str) -> Entered:
    there = Result.objects.get(event=event, table__number=table, board=board)
    fields = ResultFields(round=1, table=table, board=board, **ruling)
    return Entered(fields, version=there.version, reason="Cards were seen.")


def rows(event: Event) -> list[dict[str, object]]:
    return [row for one in standings(event)["lists"] for row in one["rows"]]  # type: ignore[attr-defined]


def places(event: Event) -> dict[int, tuple[int, float]]:
    return {row["entry"]: (row["rank"], row["percentage"]) for row in rows(event)}


def test_tells_the_places_that_the_ruling_then_brings(event: Event) -> None:
    before = places(event)
    ruling = adjust(event, 2, 1, ns_adjusted="A+", ew_adjusted="A-")
    effect = preview_ruling(event.pk, lambda: record_result(event.pk, ruling, ACTOR))
    assert places(event) == before

    record_result(event.pk, ruling, ACTOR)
    after = places(event)
    moved = {entry for entry in after if after[entry] != before[entry]}
    assert {move.entry for move in effect.places} == moved != set()
    for move in effect.places:
        assert (move.rank_before, move.rank_after) == (before[move.entry][0], after[move.entry][0])
        assert float(move.after or 0) == pytest.approx(after[move.entry][1])


def test_tells_each_percentage_of_the_board(event: Event) -> None:
    ruling = adjust(event, 2, 1, ns_adjusted="62.5", ew_adjusted="40")
    effect = preview_ruling(event.pk, lambda: record_result(event.pk, ruling, ACTOR))
    own = {move.entry: move for move in effect.boards if move.board == 1}
    assert (own[2].after, own[6].after) == (Fraction("62.5"), Fraction(40))
    assert own[2].before == 0  # −70 lost to every other score
    assert {move.board for move in effect.boards} == {1}


def test_changes_nothing_and_leaves_nothing_behind_for_the_next_recompute(event: Event) -> None:
    """What a preview read must not be kept: the same version comes again, with another change."""
    event.refresh_from_db()
    version, lines = event.results_version, event.log.count()
    preview_ruling(
        event.pk,
        lambda: record_result(event.pk, adjust(event, 1, 1, ns_adjusted="A", ew_adjusted="A"), ACTOR),
    )
    event.refresh_from_db()
    assert (event.results_version, event.log.count()) == (version, lines)

    record_result(event.pk, adjust(event, 3, 2, ns_adjusted="A+", ew_adjusted="A+"), ACTOR)
    kept = rows(event)
    forget()  # read from nothing but the rows
    with transaction.atomic():
        raise_version(lock_event(event.pk), all_boards=True)
    assert rows(event) == kept


def test_a_penalty_moves_a_place_and_no_board(event: Event) -> None:
    effect = preview_ruling(event.pk, lambda: add_penalty(event.pk, 4, Decimal("60"), "Late.", ACTOR))
    assert effect.boards == ()
    assert {move.entry for move in effect.places} >= {4}
    own = next(move for move in effect.places if move.entry == 4)
    assert own.before is not None
    assert own.after == own.before - 60


def test_a_refusal_is_the_service_s_own(event: Event) -> None:
    with pytest.raises(ServiceError) as refused:
        preview_ruling(
            event.pk,
            lambda: record_result(event.pk, adjust(event, 1, 1, ns_adjusted="140", ew_adjusted="A"), ACTOR),
        )
    assert "percentage from 0 to 100" in str(refused.value.faults[0].message)
