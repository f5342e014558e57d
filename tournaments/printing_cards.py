"""Table cards: the codes that open the tables' pages, for the event's director alone.

Owns: which tables get a card. Whoever holds a card enters results of its table, so no public page offers them.
"""

from django.utils.translation import gettext

from tournaments.models import Event, Kind, Table
from tournaments.printing_base import head_of
from tournaments.services.actors import Actor
from tournaments.services.tokens import token_text, tokens_for_tables
from tournaments.sheets import PageSize, TableCard, TableCards, render_table_cards


def print_table_cards(event: Event, site: str, actor: Actor, page_size: PageSize = PageSize.A4) -> bytes:
    """A card for every table that the event has or will need. `site` is the address that phones reach us under, such as
    "http://192.168.1.20:8000". Raises `ServiceError` for a final event."""
    tokens = tokens_for_tables(event.pk, table_numbers(event), actor)
    cards = tuple(
        TableCard(
            title=gettext("Table %(number)s") % {"number": token.table},
            address=f"{site.rstrip('/')}/table/{token_text(token)}/",
        )
        for token in tokens
    )
    return render_table_cards(TableCards(head=head_of(event), cards=cards), page_size)


def table_numbers(event: Event) -> list[int]:
    """The tables of all rounds drawn; before the first, as many as the entries will fill."""
    numbers = (
        Table.objects.filter(round__event=event)
        .order_by("number")
        .values_list("number", flat=True)
        .distinct()
    )
    if numbers:
        return list(numbers)
    entries = event.entries.filter(withdrawn=False).count()
    tables = entries // 2 * 2 if event.kind == Kind.TEAMS else (entries + 1) // 2
    return list(range(1, tables + 1))
