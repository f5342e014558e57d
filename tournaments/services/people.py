"""The people of a club: found while somebody types, told apart, and who is meant by a name.

Owns: finding people; turning what a door says of a player into a person of the club, or a new one.
Never does: change a person (people_change.py), make two of them one (people_merge.py).
Terms: *namesake*, another person of the same name; *meant*, whom a name stands for; *named*, a player as a door says
it: a name, a name with the membership number behind it ("Ann Lee (12)"), or `Player`.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from unicodedata import combining, normalize

from django.db.models import Count, Max, Q

from scoring.faults import Fault
from tournaments.models import EntryPlayer, Event, Person

MOST_FOUND = 8
LONGEST_SEARCH = 100
_WITH_NUMBER = re.compile(r"(?P<name>.*\S)\s*\((?P<number>[^()]{1,30})\)")


@dataclass(frozen=True, slots=True)
class Player:
    """A player as a door says it: `person` is the key of somebody of the club; `new` says that it is nobody whom the
    club knows, whatever the name."""

    name: str = ""
    person: int | None = None
    new: bool = False


Named = str | Player


@dataclass(frozen=True, slots=True)
class Found:
    """Somebody of the club, with what tells them from a namesake: the membership number, in how many events they have
    played and the name of the last of these; `plays` is the number of their entry in the event asked about."""

    pk: int
    name: str
    number: str
    events: int = 0
    last: str = ""
    plays: int | None = None


def plain(text: str) -> str:
    """`text` for searching: without accents and case, so that "jose" finds "José"."""
    decomposed = normalize("NFKD", text.casefold())
    return "".join(sign for sign in decomposed if not combining(sign))


def tidy(name: str) -> str:
    """Runs of white space, tabs and line ends included, become one space; NUL, which PostgreSQL takes in no text, is
    one of them."""
    return " ".join(name.replace("\0", " ").split())


def find_people(club_id: int, text: str, event: Event | None = None, most: int = MOST_FOUND) -> list[Found]:
    """At most `most` people whose name has every word typed, or whose membership number begins with it; best first:
    the number itself, then names that begin so; whoever plays in `event` already comes last."""
    searched = plain(tidy(text)[:LONGEST_SEARCH])
    words = searched.split()
    if not words:
        return []
    here = (
        set(EntryPlayer.objects.filter(entry__event=event).values_list("person", flat=True))
        if event
        else set()
    )
    ranked = []
    for pk, name, number in _everybody(club_id):
        folded = plain(name)
        if number and plain(number).startswith(searched):
            rank = 0 if plain(number) == searched else 3
        elif all(word in folded for word in words):
            begins = all(f" {folded}".find(f" {word}") >= 0 for word in words)
            rank = 1 if folded.startswith(searched) else 2 if begins else 4
        else:
            continue
        ranked.append((pk in here and rank > 0, rank, folded, pk, name, number))
    ranked.sort()
    return told_apart([row[3:] for row in ranked[:most]], event)


def told_apart(people: Sequence[tuple[int, str, str]], event: Event | None = None) -> list[Found]:
    """The same people (key, name, number) with what else tells them apart, in the same order; two queries."""
    keys = [pk for pk, _, _ in people]
    if not keys:
        return []
    seats = EntryPlayer.objects.filter(person__in=keys).order_by()
    played = {
        row[0]: row[1:]
        for row in seats.values_list("person").annotate(
            Count("entry__event", distinct=True), Max("entry__event")
        )
    }
    names = dict(Event.objects.filter(pk__in=[last for _, last in played.values()]).values_list("pk", "name"))
    plays = dict(seats.filter(entry__event=event).values_list("person", "entry__number")) if event else {}
    found = []
    for pk, name, number in people:
        events, last = played.get(pk, (0, None))
        found.append(Found(pk, name, number, events, names.get(last, ""), plays.get(pk)))
    return found


def meant(club_id: int, named: Sequence[Named]) -> list[Player]:
    """For each player whom they mean: with `person` where the club knows them, as its own name is written.

    A name is that of the person entered first who has it; where nobody has, that of the only one who is written with
    other capitals; with a membership number behind it, that of the person with both. A key that is not of this club is
    left without a name (`faults_of_people`).
    """
    wanted = [
        Player(tidy(one)) if isinstance(one, str) else replace(one, name=tidy(one.name)) for one in named
    ]
    keys = {one.person for one in wanted if one.person is not None}
    numbered = {one.name: _WITH_NUMBER.fullmatch(one.name) for one in wanted if one.person is None}
    numbers = {match["number"].strip() for match in numbered.values() if match}
    names = {one.name for one in wanted if one.person is None and not one.new}
    there = Person.objects.filter(club=club_id).order_by("-pk")
    rows = list(
        there.filter(
            Q(pk__in=keys) | Q(name__in=names) | (Q(number__in=numbers) & ~Q(number=""))
        ).values_list("pk", "name", "number")
    )
    by_key = {pk: name for pk, name, _ in rows}
    by_name = {name: pk for pk, name, _ in rows}
    by_number = {(plain(name), number): (pk, name) for pk, name, number in rows}
    unknown = {plain_case(name) for name in names if name not in by_name}
    written = _written_otherwise(club_id, unknown) if unknown else {}

    def whom(one: Player) -> Player:
        if one.person is not None:
            return Player(by_key.get(one.person, ""), one.person)
        match = numbered[one.name]
        if match and not one.new and (both := by_number.get((plain(match["name"]), match["number"].strip()))):
            return Player(both[1], both[0])
        if one.new:
            return one
        if one.name in by_name:
            return Player(one.name, by_name[one.name])
        others = written.get(plain_case(one.name), [])
        return Player(others[0][1], others[0][0]) if len(others) == 1 else one

    return [whom(one) for one in wanted]


def doubtful(club_id: int, named: Sequence[Named], event: Event | None = None) -> dict[int, list[Found]]:
    """The places of `named` at which a name alone does not say who is meant, with all who may be: it has namesakes, or
    nobody has it and somebody is written with other capitals or accents."""
    asked = {
        place: tidy(one if isinstance(one, str) else one.name)
        for place, one in enumerate(named)
        if isinstance(one, str) or (one.person is None and not one.new)
    }
    if not any(asked.values()):
        return {}
    everybody = _everybody(club_id)
    exact: defaultdict[str, list[tuple[int, str, str]]] = defaultdict(list)
    alike: defaultdict[str, list[tuple[int, str, str]]] = defaultdict(list)
    with_number = set()
    for row in everybody:
        exact[row[1]].append(row)
        alike[plain(row[1])].append(row)
        with_number.add((plain(row[1]), row[2]))
    doubts = {}
    for place, name in asked.items():
        match = _WITH_NUMBER.fullmatch(name)
        if match and (plain(match["name"]), match["number"].strip()) in with_number:
            continue
        there = exact.get(name, [])
        people = alike.get(plain(name), []) if not there else there if len(there) > 1 else []
        if people and name:
            doubts[place] = told_apart(people[:MOST_FOUND], event)
    return doubts


def people_for(club_id: int, players: Sequence[Player]) -> list[int]:
    """The key of each player's person. Whoever is not known is made, once for each name; a `new` one each time."""
    made: dict[object, Person] = {}
    for place, player in enumerate(players):
        if player.person is None:
            made.setdefault(_same(player, place), Person(club_id=club_id, name=player.name))
    Person.objects.bulk_create(made.values())
    return [
        made[_same(player, place)].pk if player.person is None else player.person
        for place, player in enumerate(players)
    ]


def faults_of_people(players: Iterable[Player], path: str) -> list[Fault]:
    """Keys that are nobody's in this club; `path` is where the players stand, such as `entries[3].players`."""
    return [
        Fault("no-person", "That person is not of this club; find them by name again.", f"{path}[{place}]")
        for place, player in enumerate(players)
        if player.person is not None and not player.name
    ]


def plain_case(name: str) -> str:
    """A name without its capitals; accents stay, for with others it is another name."""
    return normalize("NFC", name.casefold())


def _same(player: Player, place: int) -> object:
    return (player.name, place) if player.new else player.name


def _written_otherwise(club_id: int, unknown: set[str]) -> dict[str, list[tuple[int, str, str]]]:
    found: defaultdict[str, list[tuple[int, str, str]]] = defaultdict(list)
    for row in _everybody(club_id):
        if plain_case(row[1]) in unknown:
            found[plain_case(row[1])].append(row)
    return found


def _everybody(club_id: int) -> list[tuple[int, str, str]]:
    # not every database compares without case beyond ASCII, so it is done here
    return list(Person.objects.filter(club=club_id).order_by("pk").values_list("pk", "name", "number"))
