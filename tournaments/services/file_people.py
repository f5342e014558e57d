"""Whom the names of an event file mean in a club.

Owns: which name is which person, and that whom the club does not know yet is made, as the file has them.
"""

from tournaments.eventfile import model as file
from tournaments.models import Club, Person

BATCH = 500


def people_of_file(document: file.EventFile, club: Club) -> dict[str, Person]:
    """Each name's person: the one of the club with that name and membership number, or a new one."""
    told = {person.name: person for person in document.people}
    numbers = {person.name: person.number for person in document.people}
    named = {name for entry in document.entries for name in entry.players}
    named |= {
        name for entry in document.entries for made in entry.substitutes for name in (made.out, made.into)
    }
    for match in document.matches:
        for room in (match.line_up.open, match.line_up.closed):
            named |= {*room.ns, *room.ew}  # who played a match may have left the team since
    for game in document.games:
        named |= {*game.seats.values(), *(row.player for row in game.stand_ins)}
    meant = {name: _bare(name, numbers.get(name, "")) for name in named}
    wanted = set(meant.values())
    found: dict[tuple[str, str], Person] = {}
    names = {name for name, _ in wanted}
    for person in Person.objects.filter(club=club, name__in=names).order_by("-pk"):
        found[person.name, person.number] = person
        found[person.name, ""] = person
    known = {both: told[name] for name, both in meant.items() if name in told}
    missing = [_person(club, both, known.get(both)) for both in sorted(wanted - set(found))]
    made = Person.objects.bulk_create(missing, batch_size=BATCH)
    found.update({(person.name, person.number): person for person in made})
    return {name: found[both] for name, both in meant.items()}


def _person(club: Club, both: tuple[str, str], told: file.Person | None) -> Person:
    """Somebody the club does not know yet, by name and number, as the file has them."""
    name, number = both
    if told is None:
        return Person(club=club, name=name, number=number)
    return Person(
        club=club,
        name=name,
        number=number,
        is_bot=told.bot,
        is_guest=told.guest,
        on_leaderboard=told.leaderboard,
    )


def _bare(name: str, number: str) -> tuple[str, str]:
    """Name and number; of namesakes the file writes the number behind the name too."""
    return (name.removesuffix(f" ({number})") or name if number else name, number)
