"""People of a club added before they play: one a line, all of them or none."""

import pytest
from django.contrib.auth.models import User

from tests.support.event_builders import make_club
from tournaments.models import Club, Door, Person
from tournaments.services.actors import Actor
from tournaments.services.errors import ServiceError
from tournaments.services.members import book_of
from tournaments.services.people_add import MOST_ADDED, add_people

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def actor() -> Actor:
    user = User.objects.create_user("dora")
    return Actor("dora", Door.DESK, user_id=user.pk)


def people(club: Club) -> list[tuple[str, str]]:
    return list(Person.objects.filter(club=club).order_by("pk").values_list("name", "number"))


def test_each_line_is_a_person_with_the_number_in_brackets(club: Club, actor: Actor) -> None:
    made = add_people(club.pk, " Ann   Lee (12)\n\nBo Diaz\r\nCy Ōta ( A-7 )\n", actor)
    assert people(club) == [("Ann Lee", "12"), ("Bo Diaz", ""), ("Cy Ōta", "A-7")]
    assert [person.name for person in made] == ["Ann Lee", "Bo Diaz", "Cy Ōta"]
    assert "Players added: 3, from Ann Lee to Cy Ōta." in [line.change_message for line in book_of(club)]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "name-missing"),
        ("(12)", "name-missing"),
        ("bo diaz", "name-taken"),
        ("Eve Fox\neve fox", "name-taken"),
        ("Eve Fox (45)", "number-taken"),
        ("Eve Fox (1)\nFlo Gray (1)", "number-taken"),
        ("Eve Fox (" + "1" * 31 + ")", "number"),
        ("\n".join(f"Player {n}" for n in range(MOST_ADDED + 1)), "too-many"),
    ],
)
def test_a_line_that_cannot_be_adds_nobody(club: Club, actor: Actor, text: str, code: str) -> None:
    Person.objects.create(club=club, name="Bo Diaz", number="45")
    with pytest.raises(ServiceError) as refused:
        add_people(
            club.pk, f"{text}\nNew Player" if code not in {"too-many", "name-missing"} else text, actor
        )
    assert [(fault.code, fault.path) for fault in refused.value.faults] == [(code, "names")]
    assert people(club) == [("Bo Diaz", "45")]


def test_the_faults_of_all_lines_are_told_at_once(club: Club, actor: Actor) -> None:
    Person.objects.create(club=club, name="Bo Diaz", number="45")
    with pytest.raises(ServiceError) as refused:
        add_people(club.pk, "Bo Diaz\nEve Fox (45)", actor)
    assert len(refused.value.faults) == 2


def test_two_of_one_name_are_told_apart_by_a_number(club: Club, actor: Actor) -> None:
    Person.objects.create(club=club, name="Bo Diaz")
    add_people(club.pk, "Bo Diaz (46)", actor)
    assert people(club) == [("Bo Diaz", ""), ("Bo Diaz", "46")]
