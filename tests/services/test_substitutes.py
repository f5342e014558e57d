"""Substitutes: who plays for an entry from a round or a board on."""

import pytest

from tests.support.event_builders import ACTOR, make_event, make_member, seat, seat_person
from tests.support.team_builders import make_teams, publish
from tournaments.models import Door, Event, Person, Role, Table
from tournaments.services.actors import Actor, directs
from tournaments.services.errors import ServiceError
from tournaments.services.lineups import LineUp, set_line_up
from tournaments.services.matches import give_match
from tournaments.services.people import Player
from tournaments.services.sitting import drawn_players
from tournaments.services.substitutes import end_substitute, players_at, substitute
from tournaments.services.visibility import plays

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Pairs 1–3 and 2–4 play boards 2, 1; in the second round 1–4 and 2–3 boards 3, 4. Pair 5 sits out."""
    made = make_event(pairs=5)
    seat(made, [(1, 3, (2, 1)), (2, 4, (2, 1))], [(1, 4, (3, 4)), (2, 3, (3, 4))])
    return made


def person(event: Event, name: str) -> int:
    return Person.objects.get(club=event.tournament.club, name=name).pk


def who(event: Event, number: int, round_number: int, board: int | None = None) -> list[str]:
    entry = event.entries.get(number=number)
    return [person.name for person in players_at(event)(entry.pk, round_number, board)]


def codes(error: pytest.ExceptionInfo[ServiceError]) -> set[str]:
    return {fault.code for fault in error.value.faults}


def test_a_substitute_for_a_round_takes_the_same_chair(event: Event) -> None:
    substitute(event.pk, 1, person(event, "North 1"), "Flo Sub", 1, None, ACTOR, "ill", last_round=1)
    assert who(event, 1, 1) == ["Flo Sub", "South 1"]
    assert who(event, 1, 2) == ["North 1", "South 1"]
    assert event.entries.get(number=1).name == "North 1 & South 1"
    line = event.log.get(action="substitute.added")
    assert (line.after["out"], line.after["into"], line.reason) == ("North 1", "Flo Sub", "ill")


def test_from_a_board_on_goes_by_the_order_of_play(event: Event) -> None:
    # the tables play board 2 first, then board 1
    substitute(event.pk, 1, person(event, "South 1"), "Flo", 1, 1, ACTOR, "a call from home")
    assert who(event, 1, 1, 2) == ["North 1", "South 1"]
    assert who(event, 1, 1, 1) == ["North 1", "Flo"]
    assert who(event, 1, 1) == ["North 1", "South 1"]
    assert who(event, 1, 2, 3) == ["North 1", "Flo"]


def test_a_substitute_is_replaced_in_turn(event: Event) -> None:
    substitute(event.pk, 1, person(event, "North 1"), "Flo", 1, None, ACTOR, "ill")
    substitute(event.pk, 1, person(event, "Flo"), "Gus", 2, None, ACTOR, "ill too")
    assert (who(event, 1, 1), who(event, 1, 2)) == (["Flo", "South 1"], ["Gus", "South 1"])
    table = Table.objects.get(round__event=event, round__number=2, number=1)
    assert drawn_players(table)["N"] == "Gus"
    with pytest.raises(ServiceError, match="among those who play for North 1 & South 1 then: Gus, South 1"):
        substitute(event.pk, 1, person(event, "North 1"), "Ida", 2, None, ACTOR, "why")


def test_nobody_plays_in_two_places_at_once(event: Event) -> None:
    with pytest.raises(ServiceError, match="North 2 plays at table 2 in round 1"):
        substitute(event.pk, 1, person(event, "North 1"), "North 2", 1, None, ACTOR, "ill")
    with pytest.raises(ServiceError, match="plays for North 1 & South 1 then already"):
        substitute(event.pk, 1, person(event, "North 1"), "South 1", 1, None, ACTOR, "ill")
    with pytest.raises(ServiceError, match="North 3 plays at table 1"):
        substitute(event.pk, 1, person(event, "North 1"), "North 3", 1, None, ACTOR, "ill")
    # whoever sits out may help
    substitute(event.pk, 1, person(event, "North 1"), "North 5", 1, None, ACTOR, "ill", last_round=1)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"first_round": 3}, "no-round"),
        ({"first_round": 0}, "no-round"),
        ({"first_board": 9}, "no-board"),
        ({"first_board": 3}, "no-board"),
        ({"last_round": 1, "first_round": 2}, "round-order"),
        ({"reason": " "}, "reason-missing"),
        ({"into": " "}, "name-missing"),
        ({"into": Player(person=999_999)}, "no-person"),
        ({"out": 999_999}, "not-in-entry"),
    ],
)
def test_what_cannot_be_is_refused(event: Event, given: dict[str, object], code: str) -> None:
    whole: dict[str, object] = {
        "out": person(event, "North 1"),
        "into": "Flo",
        "first_round": 1,
        "first_board": None,
        "reason": "ill",
        **given,
    }
    with pytest.raises(ServiceError) as error:
        substitute(event.pk, 1, actor=ACTOR, **whole)
    assert codes(error) == {code}
    assert not Person.objects.filter(name="Flo").exists()


def test_before_the_draw_players_are_changed_instead() -> None:
    event = make_event(pairs=2)
    with pytest.raises(ServiceError, match="change the players of the entry instead"):
        substitute(event.pk, 1, person(event, "North 1"), "Flo", 1, None, ACTOR, "ill")


def test_a_substitute_is_taken_back(event: Event) -> None:
    made = substitute(event.pk, 1, person(event, "North 1"), "Flo", 1, None, ACTOR, "ill")
    with pytest.raises(ServiceError, match="needs a reason"):
        end_substitute(event.pk, made.pk, ACTOR, " ")
    end_substitute(event.pk, made.pk, ACTOR, "came after all")
    assert who(event, 1, 1) == ["North 1", "South 1"]
    with pytest.raises(ServiceError, match="gone already"):
        end_substitute(event.pk, made.pk, ACTOR, "again")


def test_a_director_who_steps_in_is_a_player(event: Event) -> None:
    user = make_member(event.tournament.club, Role.DIRECTOR)
    own = Person.objects.create(club=event.tournament.club, name="Dora", user=user)
    assert directs(user, event)
    made = substitute(event.pk, 1, person(event, "North 1"), Player(person=own.pk), 2, None, ACTOR, "ill")
    assert plays(user, event)
    assert not directs(user, event)
    with pytest.raises(ServiceError, match="another director has to"):
        end_substitute(event.pk, made.pk, Actor.of(user, Door.DESK), "enough")


def test_a_director_does_not_replace_themselves(event: Event) -> None:
    user = make_member(event.tournament.club, Role.DIRECTOR)
    own = seat_person(event, 1, user)
    with pytest.raises(ServiceError, match="another director has to"):
        substitute(event.pk, 1, own.pk, "Flo", 1, None, Actor.of(user, Door.DESK), "ill")


def seated(event: Event, round_number: int) -> set[str]:
    tables = Table.objects.filter(round__event=event, round__number=round_number)
    return set(tables.values_list("seats__person__name", flat=True))


def test_a_team_lines_its_substitute_up_and_the_next_draw_does_too() -> None:
    event = make_teams(4)
    publish(event, (1, 2), (3, 4))
    substitute(event.pk, 1, person(event, "1B"), "Flo", 1, None, ACTOR, "ill")
    assert "Flo" in seated(event, 1)
    assert "1B" not in seated(event, 1)
    set_line_up(event.pk, (1, 1, 1), LineUp(("1A", "1C"), ("Flo", "1D")), ACTOR)
    publish(event, (1, 3), (2, 4))
    assert "Flo" in seated(event, 2)
    assert "1B" not in seated(event, 2)


def test_a_team_whose_substitute_came_for_one_round_is_itself_again() -> None:
    event = make_teams(4)
    publish(event, (1, 2), (3, 4))
    substitute(event.pk, 1, person(event, "1B"), "Flo", 1, None, ACTOR, "late", last_round=1)
    publish(event, (1, 3), (2, 4))
    assert "Flo" not in seated(event, 2)
    assert {"1A", "1B", "1C", "1D"} <= seated(event, 2)
    with pytest.raises(ServiceError, match="Flo does not play for"):
        set_line_up(event.pk, (2, 1, 1), LineUp(("1A", "Flo"), ("1C", "1D")), ACTOR)


def test_whoever_steps_in_decides_no_match_of_the_team() -> None:
    teams = make_teams(4)
    publish(teams)
    user = make_member(teams.tournament.club, Role.DIRECTOR)
    own = Person.objects.create(club=teams.tournament.club, name="Dora", user=user)
    substitute(teams.pk, 1, person(teams, "1A"), Player(person=own.pk), 1, None, ACTOR, "ill")
    with pytest.raises(ServiceError) as error:
        give_match(teams.pk, (1, 1), "home", "They left.", Actor.of(user, Door.DESK))
    assert "plays-here" in codes(error)
    give_match(teams.pk, (1, 1), "home", "They left.", ACTOR)
