"""Players of an entry, changed after it was entered."""

import pytest

from tests.support.event_builders import ACTOR, make_event, make_member, seat_person, standings
from tests.support.team_builders import make_teams, publish, win_match
from tournaments.models import Door, EntryPlayer, Event, LogEntry, Role
from tournaments.services.actors import Actor
from tournaments.services.errors import NotFoundError, ServiceError
from tournaments.services.lineups import LineUp, set_line_up
from tournaments.services.matches import give_match, take_back
from tournaments.services.players import change_players

pytestmark = pytest.mark.django_db


def names(event: Event, number: int) -> list[str]:
    return list(
        EntryPlayer.objects.filter(entry__event=event, entry__number=number)
        .order_by("position")
        .values_list("person__name", flat=True)
    )


def test_a_team_gets_a_fifth_player_who_may_then_sit() -> None:
    event = make_teams(2)
    publish(event)
    change_players(event.pk, 1, ["1A", "1B", "1C", "1D", "Eve  Ode"], ACTOR, "came later")
    assert names(event, 1) == ["1A", "1B", "1C", "1D", "Eve Ode"]
    set_line_up(event.pk, (1, 1, 1), LineUp(("Eve Ode", "1B"), ("1C", "1D")), ACTOR)
    assert standings(event)["entries"]["1"]["players"][-1] == "Eve Ode"
    assert LogEntry.objects.filter(action="entry.players").get().before == {
        "players": ["1A", "1B", "1C", "1D"]
    }


def test_who_stays_is_the_same_person() -> None:
    event = make_teams(2)
    before = dict(EntryPlayer.objects.filter(entry__number=1).values_list("person__name", "person"))
    change_players(event.pk, 1, ["1D", "1C", "1B", "New"], ACTOR, "1A is ill")
    after = dict(EntryPlayer.objects.filter(entry__number=1).values_list("person__name", "person"))
    assert {name: after[name] for name in ("1B", "1C", "1D")} == {
        name: before[name] for name in ("1B", "1C", "1D")
    }


@pytest.mark.parametrize(
    ("players", "code"),
    [
        (["1A", "1B", "1C"], "players"),
        (["1A", "1A", "1C", "1D"], "players"),
        (["1A", "1B", "1C", "2D"], "in-two-teams"),
        (["1A", "1B", "1C", " "], "name-missing"),
        ([f"P{number}" for number in range(7)], "players"),
    ],
)
def test_impossible_teams(players: list[str], code: str) -> None:
    event = make_teams(2)
    with pytest.raises(ServiceError) as error:
        change_players(event.pk, 1, players, ACTOR, "why")
    assert code in {fault.code for fault in error.value.faults}
    assert names(event, 1) == ["1A", "1B", "1C", "1D"]


def test_nobody_leaves_a_match_that_runs() -> None:
    event = make_teams(2)
    publish(event)
    for _ in range(2):  # at once, and after its standings were computed
        with pytest.raises(ServiceError, match="1A sits in match 1 of round 1; change its line-up first"):
            change_players(event.pk, 1, ["New", "1B", "1C", "1D"], ACTOR, "1A is ill")
        standings(event)
    win_match(event, 1, 1)
    standings(event)
    change_players(event.pk, 1, ["New", "1B", "1C", "1D"], ACTOR, "1A is ill")
    assert names(event, 1)[0] == "New"


def test_a_pair_named_after_its_players_is_renamed_with_them() -> None:
    event = make_event(pairs=2)
    entry = change_players(event.pk, 1, ["Ann Lee", "South 1"], ACTOR, "misspelt")
    assert entry.name == "Ann Lee & South 1"
    with pytest.raises(ServiceError):
        change_players(event.pk, 1, ["Ann Lee"], ACTOR, "why")
    with pytest.raises(ServiceError, match="needs a reason"):
        change_players(event.pk, 1, ["Bo", "Cy"], ACTOR, " ")
    with pytest.raises(NotFoundError):
        change_players(event.pk, 9, ["Bo", "Cy"], ACTOR, "why")


def test_nobody_decides_the_match_of_their_own_team() -> None:
    event = make_teams(4)
    publish(event, (1, 2), (3, 4))
    user = make_member(event.tournament.club, Role.DIRECTOR)
    seat_person(event, 1, user)
    actor = Actor.of(user, Door.ADMIN)
    with pytest.raises(ServiceError, match="another director has to"):
        give_match(event.pk, (1, 1), "home", "they are late", actor, forfeit=True)
    give_match(event.pk, (1, 2), "home", "they are late", actor, forfeit=True)
    give_match(event.pk, (1, 1), "away", "they are late", ACTOR, forfeit=True)
    with pytest.raises(ServiceError, match="another director has to"):
        take_back(event.pk, (1, 1), "they came", actor)
