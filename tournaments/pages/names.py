"""Entries as pages show them."""

from dataclasses import dataclass

from tournaments.models import Entry, Event


@dataclass(frozen=True, slots=True)
class Named:
    """An entry: its number in the event, its name, its field ("NS", "EW" or "")."""

    number: int
    name: str
    field: str = ""
    withdrawn: bool = False


def names_of(event: Event) -> dict[int, Named]:
    """All entries of an event by number; one query."""
    rows = Entry.objects.filter(event=event).values_list("number", "name", "field", "withdrawn")
    return {number: Named(number, name, field, withdrawn) for number, name, field, withdrawn in rows}


def named(names: dict[int, Named], number: int) -> Named:
    """The entry of that number, by its number alone when it has gone since the snapshot was made."""
    return names.get(number) or Named(number, "")
