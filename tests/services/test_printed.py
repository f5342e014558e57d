"""What was printed, and what of it no longer holds."""

import pytest

from tests.support.event_builders import ACTOR, enter, four_tables, make_event, seat, standings
from tests.support.team_builders import make_teams, publish
from tournaments.models import Event
from tournaments.services.boards import deal_for_event
from tournaments.services.entries import rename_entry
from tournaments.services.lineups import LineUp, set_line_up
from tournaments.services.printed import note_printed, sheet_states
from tournaments.services.substitutes import substitute
from tournaments.services.tokens import revoke, tokens_for_tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    made = make_event(pairs=8)
    four_tables(made)
    standings(made)
    return made


def stale(event: Event) -> dict[tuple[str, str], bool]:
    return {(state.kind, state.part): state.stale for state in sheet_states(event)}


def test_results_make_standings_stale_and_leave_the_draw(event: Event) -> None:
    note_printed(event.pk, "results", "", ACTOR)
    note_printed(event.pk, "blank-travellers", "", ACTOR)
    assert set(stale(event).values()) == {False}
    enter(event, 1, 1, 1, "7 8 5 5")
    standings(event)
    assert stale(event) == {("results", ""): True, ("blank-travellers", ""): False}
    note_printed(event.pk, "results", "", ACTOR)
    assert stale(event)["results", ""] is False


def test_a_round_s_sheets_are_stale_when_that_round_changes(event: Event) -> None:
    seat(event, [(1, 6, [3])])
    for part in ("round 1", "round 2", ""):
        note_printed(event.pk, "blank-travellers", part, ACTOR)
    table = event.rounds.get(number=2).tables.get()
    table.boards = [4]
    table.save()
    kinds = stale(event)
    assert [kinds["blank-travellers", part] for part in ("round 1", "round 2", "")] == [False, True, True]


def test_another_name_makes_what_bears_names_stale(event: Event) -> None:
    note_printed(event.pk, "round-pairings", "round 1", ACTOR)
    rename_entry(event.pk, 3, "Lee & Diaz", ACTOR, "Spelling.")
    (state,) = sheet_states(event)
    assert state.stale
    assert "name" in state.why


def test_a_substitute_makes_stale_what_says_who_sits(event: Event) -> None:
    kinds = ("seating-by-name", "guide-cards-entries", "name-badges", "blank-travellers")
    for kind in kinds:
        note_printed(event.pk, kind, "", ACTOR)
    assert set(stale(event).values()) == {False}
    out = event.entries.get(number=1).seats.get(position=1).person_id
    substitute(event.pk, 1, out, "Flo Sub", 1, None, ACTOR, "ill")
    assert [stale(event)[kind, ""] for kind in kinds] == [True, True, True, False]


def test_another_line_up_makes_stale_what_says_who_sits() -> None:
    event = make_teams(2)
    publish(event, (1, 2))
    note_printed(event.pk, "seating-by-table", "round 1", ACTOR)
    assert stale(event) == {("seating-by-table", "round 1"): False}
    set_line_up(event.pk, (1, 1, 1), LineUp(("1C", "1D"), ("1A", "1B")), ACTOR)
    assert stale(event) == {("seating-by-table", "round 1"): True}


def test_cards_are_stale_when_a_code_is_revoked(event: Event) -> None:
    tokens = tokens_for_tables(event.pk, [1, 2], ACTOR)
    note_printed(event.pk, "table-cards", "", ACTOR)
    assert stale(event)["table-cards", ""] is False
    revoke(event.pk, [tokens[0].pk], ACTOR, "Lost.")
    assert stale(event)["table-cards", ""] is True


def test_costs_no_more_for_more_prints(
    event: Event, django_assert_max_num_queries: pytest.FixtureRequest
) -> None:
    """The prints, the tables, the names, the snapshot's version, the codes; and for who sits the entries' states, their
    players, substitutes and line-ups."""
    for kind in ("results", "filled-travellers", "round-pairings", "blank-travellers", "table-cards"):
        for part in ("", "round 1"):
            note_printed(event.pk, kind, part, ACTOR)
    with django_assert_max_num_queries(9):  # type: ignore[operator]
        assert len(sheet_states(event)) == 10


def test_boards_dealt_anew_make_what_holds_deals_stale(event: Event) -> None:
    deal_for_event(event.pk, 4, ACTOR)
    for kind in ("curtain-cards", "dealing-sheets", "blank-travellers"):
        note_printed(event.pk, kind, "", ACTOR)
    deal_for_event(event.pk, 4, ACTOR)
    event.refresh_from_db()
    kinds = stale(event)
    assert [kinds[kind, ""] for kind in ("curtain-cards", "dealing-sheets", "blank-travellers")] == [
        True,
        True,
        False,
    ]
