"""People whom a club knows before they play: members typed in, so that they can sit down at a table by their name.

Owns: which lines are people, and which may not be added. Never does: change somebody who is there (people_change.py).
Terms: a *line* is a name, or a name with the membership number behind it, "Ann Lee (12)".
"""

import re
from typing import Final

from django.db import transaction

from scoring.faults import Fault
from tournaments.models import Club, Person
from tournaments.services.actors import Actor
from tournaments.services.errors import refuse_if
from tournaments.services.members import note
from tournaments.services.people import plain_case, tidy
from tournaments.services.people_change import LONGEST_NUMBER
from tournaments.services.texts import faults_of_name

MOST_ADDED: Final = 500
"""Lines at once."""
_LINE: Final = re.compile(r"(?P<name>.*?)\s*(?:\((?P<number>[^()]*)\))?")


def add_people(club_id: int, text: str, actor: Actor) -> list[Person]:
    """Make a person of the club of each line that is not empty: all of them or none, noted in the club's book.

    A name that somebody has, in whatever capitals, needs a membership number to tell the two apart; a number is one
    person's. Raises `ServiceError` with the faults of all lines, under `names`.
    """
    lines = [line for line in map(tidy, text.splitlines()) if line]
    if not lines:
        refuse_if([Fault("name-missing", "Type at least one name.", "names")])
    if len(lines) > MOST_ADDED:
        message = f"At most {MOST_ADDED} people are added at once; these are {len(lines)}."
        refuse_if([Fault("too-many", message, "names")])
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=club_id)
        there = list(Person.objects.filter(club=club).values_list("name", "number"))
        names = {plain_case(name) for name, _ in there}
        numbers = {number: name for name, number in there if number}
        faults: list[Fault] = []
        made: list[Person] = []
        for line in lines:
            name, number = _parts(line)
            faults += _faults(line, name, number, names, numbers)
            names.add(plain_case(name))
            if number:
                numbers.setdefault(number, name)
            made.append(Person(club=club, name=name, number=number))
        refuse_if(faults)
        Person.objects.bulk_create(made)
        note(club, actor, f"Players added: {len(made)}, from {made[0].name} to {made[-1].name}.")
    return made


def _parts(line: str) -> tuple[str, str]:
    """The name and the membership number of a line; without a number it is empty."""
    found = _LINE.fullmatch(line)
    return (found["name"], (found["number"] or "").strip()) if found else (line, "")


def _faults(line: str, name: str, number: str, names: set[str], numbers: dict[str, str]) -> list[Fault]:
    wrong = faults_of_name(name, "names")
    if wrong:
        return [Fault(one.code, f"“{line}”: {one.message}", "names") for one in wrong]
    if len(number) > LONGEST_NUMBER or not number.isprintable():
        message = f"“{line}”: a membership number has at most {LONGEST_NUMBER} characters."
        return [Fault("number", message, "names")]
    if number in numbers:
        return [Fault("number-taken", f"“{line}”: {numbers[number]} has that number.", "names")]
    if not number and plain_case(name) in names:
        message = f"“{line}” is there already; of two of one name, write the number behind: {name} (12)."
        return [Fault("name-taken", message, "names")]
    return []
