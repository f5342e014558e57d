"""Teams that come late, leave and come back, and who may be in one."""

import pytest

from tests.support.event_builders import ACTOR, standings
from tests.support.team_builders import (
    finish_round,
    make_teams,
    publish,
)
from tournaments.models import Event, Match
from tournaments.services.entries import NewEntry, add_entries, withdraw_entry
from tournaments.services.errors import ServiceError
from tournaments.services.team_draft import draft_round
from tournaments.services.team_draws import undo_round

pytestmark = pytest.mark.django_db


def codes(error: pytest.ExceptionInfo[ServiceError]) -> list[str]:
    return [fault.code for fault in error.value.faults]


def pairs(event: Event, number: int) -> set[frozenset[int]]:
    matches = Match.objects.filter(round__event=event, round__number=number).exclude(away=None)
    return {frozenset(pair) for pair in matches.values_list("home__number", "away__number")}


def test_undoing_forgets_who_left_and_who_came_late_for_the_round() -> None:
    event = make_teams(6)
    publish(event, (1, 2), (3, 4), (5, 6))
    finish_round(event, 1)
    publish(event)
    withdraw_entry(event.pk, 2, ACTOR, "went home")
    late = [NewEntry((), "Late", late_losses=0, late_halves=2), NewEntry((), "Later")]
    add_entries(event.pk, late, ACTOR)
    undo_round(event.pk, 2, ACTOR, "a team went home")
    kept = {entry.number: entry for entry in event.entries.all()}
    assert kept[2].withdrawn_after == 1
    assert (kept[7].late_losses, kept[7].late_halves) == (0, 1)
    assert (kept[8].late_losses, kept[8].late_halves) == (1, 0)


def test_a_late_team_a_team_that_leaves_and_one_that_comes_back() -> None:
    event = make_teams(4)
    publish(event)
    finish_round(event, 1)
    add_entries(
        event.pk,
        [
            NewEntry((), "Late"),
            NewEntry((), "Later", late_losses=0, late_halves=1),
        ],
        ACTOR,
    )
    rows = {row["entry"]: row for row in standings(event)["lists"][0]["rows"]}
    assert (rows[5]["losses"], rows[5]["half_wins"]) == (1, 0)
    assert (rows[6]["losses"], rows[6]["half_wins"], rows[6]["halves"]) == (0, 1, 1)
    withdraw_entry(event.pk, 4, ACTOR, "went home")
    withdraw_entry(event.pk, 1, ACTOR, "went home")
    publish(event)
    assert not {1, 4} & {number for pair in pairs(event, 2) for number in pair}
    finish_round(event, 2)
    withdraw_entry(event.pk, 1, ACTOR, "came back", withdrawn=False)
    draft = draft_round(event.pk)
    assert {1} < {number for match in draft.matches for number in (match.home, match.away)} | {draft.bye}
    row = next(row for row in standings(event)["lists"][0]["rows"] if row["entry"] == 1)
    assert (row["missed"], row["byes"]) == (1, 0)


def test_late_losses_have_a_limit() -> None:
    event = make_teams(4)
    with pytest.raises(ServiceError) as error:
        add_entries(event.pk, [NewEntry((), "Late", late_losses=1)], ACTOR)
    assert codes(error) == ["late"]


def test_a_player_in_two_teams_and_teams_of_the_wrong_size() -> None:
    event = make_teams(1)
    with pytest.raises(ServiceError) as error:
        add_entries(
            event.pk,
            [
                NewEntry(("1A", "2B", "2C", "2D")),
                NewEntry(("3A", "3B", "3C")),
                NewEntry(("4A",) * 2 + ("4B",) * 2),
            ],
            ACTOR,
        )
    assert [(fault.code, fault.path) for fault in error.value.faults] == [
        ("players", "entries[1].players"),
        ("players", "entries[2].players"),
        ("in-two-teams", "entries[0].players[0]"),
    ]
