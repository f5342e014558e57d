"""Table cards and tents: the codes that open the tables' pages, for the event's director alone.

Owns: which tables and pairs get one. Whoever holds a card enters results of its table, so no public page offers it.
"""

from collections.abc import Iterable
from dataclasses import replace

from django.utils.translation import gettext

from tournaments.models import Event, Kind, Table, TableToken
from tournaments.printing_base import head_of
from tournaments.printing_ranked import ranked_tables
from tournaments.services.actors import Actor
from tournaments.services.errors import refuse_if
from tournaments.services.kinds import faults_of_kind
from tournaments.services.tokens import token_text, tokens_for_entries, tokens_for_tables
from tournaments.sheets import (
    ENGLISH,
    Labels,
    PageSize,
    TableCard,
    TableCards,
    TableTent,
    TableTents,
    render_table_cards,
    render_table_tents,
)


def print_table_cards(
    event: Event, site: str, actor: Actor, page_size: PageSize = PageSize.A4, tables: int = 0
) -> bytes:
    """A card for every table that the event has or will need. `site` is the address that phones reach us under, such as
    "http://192.168.1.20:8000"; `tables` is how many ranked tables there are to be (0: as many as there are). Raises
    `ServiceError` for a final event."""
    tokens = tokens_for_tables(event.pk, table_numbers(event, tables), actor)
    titles = [_table(token.table) for token in tokens]
    return _print(event, site, zip(titles, tokens, strict=True), page_size)


def print_entry_cards(
    event: Event, site: str, actor: Actor, page_size: PageSize = PageSize.A4, _tables: int = 0
) -> bytes:
    """A card for every pair, which opens the page of the table where it sits. Raises `ServiceError` for a final event,
    and for a Teams event, whose teams sit at two tables."""
    refuse_if(faults_of_kind(event, Kind.PAIRS))
    tokens = tokens_for_entries(event.pk, actor)
    numbers = [token.entry.number for token in tokens if token.entry is not None]
    titles = [gettext("Pair %(number)s") % {"number": number} for number in numbers]
    return _print(event, site, zip(titles, tokens, strict=True), page_size)


def print_table_tents(
    event: Event, site: str, actor: Actor, page_size: PageSize = PageSize.A4, tables: int = 0
) -> bytes:
    """A tent for every table that the event has or will need, with the code of its card. Raises `ServiceError` for a
    final event."""
    tokens = tokens_for_tables(event.pk, table_numbers(event, tables), actor)
    tents = tuple(
        TableTent(number=token.table, title=_table(token.table), address=_address(site, token))
        for token in tokens
        if token.table is not None
    )
    return render_table_tents(TableTents(head=head_of(event), tents=tents, labels=_labels(event)), page_size)


def _table(number: int | None) -> str:
    return gettext("Table %(number)s") % {"number": number}


def _address(site: str, token: TableToken) -> str:
    return f"{site.rstrip('/')}/table/{token_text(token)}/"


def _print(event: Event, site: str, named: Iterable[tuple[str, TableToken]], page_size: PageSize) -> bytes:
    cards = tuple(TableCard(title=title, address=_address(site, token)) for title, token in named)
    return render_table_cards(TableCards(head=head_of(event), cards=cards, labels=_labels(event)), page_size)


def _labels(event: Event) -> Labels:
    """What a card says to do there: at ranked tables players sit down by it."""
    if event.kind != Kind.RANKED:
        return ENGLISH
    return replace(ENGLISH, card_help=ENGLISH.card_help_of_games)


def table_numbers(event: Event, tables: int = 0) -> list[int]:
    """The tables of all rounds drawn; before the first, as many as the entries will fill. `tables` is for events of
    ranked tables, where nothing else tells how many there will be."""
    if event.kind == Kind.RANKED:
        return ranked_tables(event, tables)
    numbers = (
        Table.objects.filter(round__event=event)
        .order_by("number")
        .values_list("number", flat=True)
        .distinct()
    )
    if numbers:
        return list(numbers)
    entries = event.entries.filter(withdrawn=False, standby=False).count()
    tables = entries // 2 * 2 if event.kind == Kind.TEAMS else (entries + 1) // 2
    return list(range(1, tables + 1))
