"""From an event to its sheets: what the snapshots and the draw say, as the frozen data that `sheets` draws.

Owns: which documents an event has, those of Pairs events, and that a sheet shows its reader no more than a page
would. Those of Teams events are in printing_teams.py, those of ranked tables in printing_ranked.py.
Never does: draw, compute, or format a figure in its own way (tournaments/figures.py).
Terms: *document*, one of the sheets by its name in addresses and commands.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext

from boards.deal import Deal, dealer
from tournaments import figures
from tournaments.models import BoardSnapshot, Event, EventStatus, Kind, Table
from tournaments.printing_base import (
    Order,
    check_round,
    decided_by,
    head_of,
    is_prize,
    prize_note,
    progress_note,
    round_name,
    snapshot_of,
    wanted_boards,
)
from tournaments.printing_hands import HAND_DOCUMENTS
from tournaments.printing_ranked import RANKED_DOCUMENTS
from tournaments.printing_ratings import RATING_DOCUMENTS
from tournaments.printing_recap import RECAP_DOCUMENTS
from tournaments.printing_seats import SEAT_DOCUMENTS
from tournaments.printing_slips import SLIP_DOCUMENTS, entry_form
from tournaments.printing_teams import TEAM_DOCUMENTS
from tournaments.services.deciding import Decision, decisions
from tournaments.services.errors import NotFoundError
from tournaments.services.visibility import Visible, visible_boards
from tournaments.sheets import (
    Compass,
    Hands,
    StandingsRow,
    StandingsSection,
    StandingsSheet,
    Traveller,
    TravellerKind,
    TravellerRow,
    TravellerSheet,
    render_standings,
    render_travellers,
)

__all__ = [
    "CODED_DOCUMENTS",
    "DIRECTOR_DOCUMENTS",
    "DOCUMENTS",
    "DRAW_DOCUMENTS",
    "DUPLEX_DOCUMENTS",
    "PAIRS_DOCUMENTS",
    "TABLE_DOCUMENTS",
    "Order",
    "documents_of",
    "file_name",
    "print_document",
]

_FIELD_TITLES = {"": "", "NS": "North–South", "EW": "East–West"}


def documents_of(event: Event) -> Mapping[str, Callable[[Order], bytes]]:
    """The documents of this kind of event, by name. The leaderboard is offered where the event moves it."""
    rated = RATING_DOCUMENTS if event.rated or event.kind == Kind.RANKED else {}
    if event.kind == Kind.RANKED:
        return {**RANKED_DOCUMENTS, **rated}
    own = TEAM_DOCUMENTS if event.kind == Kind.TEAMS else PAIRS_DOCUMENTS
    others = (name for name in _OTHERS if event.kind in _OTHERS_OF.get(name, Kind.values))
    return {**own, **{name: _OTHERS[name] for name in others}, **rated}


def print_document(name: str, order: Order) -> bytes:
    """A document as PDF. Raises `NotFoundError` for a name that is none of the event's documents."""
    documents = documents_of(order.event)
    if name not in documents:
        message = f"There is no sheet “{name}” of “{order.event.name}”; there are {', '.join(documents)}."
        raise NotFoundError(message, code="no-sheet")
    return documents[name](order)


def file_name(name: str, event: Event) -> str:
    """Such as "club-night-results.pdf"."""
    return f"{event.slug}-{name}.pdf"


def blank_travellers(order: Order) -> bytes:
    """A traveller to write on for each board: a row for every result due."""
    tables = Table.objects.filter(round__event=order.event).select_related("round", "ns", "ew")
    check_round(order)
    if order.round_number is not None:
        tables = tables.filter(round__number=order.round_number)
    rows: defaultdict[int, list[TravellerRow]] = defaultdict(list)
    for table in tables.order_by("round__number", "number"):
        for board in table.boards:
            rows[board].append(
                TravellerRow(
                    round=table.round.number, table=table.number, ns=table.ns.number, ew=table.ew.number
                )
            )
    wanted = wanted_boards(order, rows)
    travellers = tuple(
        Traveller(
            board=board,
            dealer=_dealer(board),
            rows=tuple(rows[board]),
            round_name=round_name(order.round_number),
            address=entry_form(order, "board", board),
        )
        for board in wanted
    )
    sheet = TravellerSheet(head=head_of(order.event), kind=TravellerKind.BLANK, travellers=travellers)
    return render_travellers(sheet, order.page_size)


def filled_travellers(order: Order) -> bytes:
    """Each board's results, and its hands, as far as the reader may see them; other boards are left out."""
    visible = visible_boards(order.event, order.viewer)
    snapshot = snapshot_of(order.event)
    names = {int(number): entry["name"] for number, entry in snapshot.data.get("entries", {}).items()}
    boards = {
        board.board: board.data
        for board in BoardSnapshot.objects.filter(event=order.event, board__in=visible.scores)
    }
    deals = _deals(order.event, visible)
    travellers = tuple(
        Traveller(
            board=board,
            dealer=_dealer(board),
            rows=tuple(_filled_row(row, names) for row in boards[board]["rows"]),
            hands=deals.get(board),
            address=entry_form(order, "board", board),
        )
        for board in wanted_boards(order, boards)
    )
    sheet = TravellerSheet(head=head_of(order.event), kind=TravellerKind.FILLED, travellers=travellers)
    return render_travellers(sheet, order.page_size)


def results(order: Order) -> bytes:
    """The standings, one list or two."""
    data = snapshot_of(order.event).data
    tie_breaks = tuple(order.event.tie_breaks)
    decided = {
        decision.ahead: _decided(decision)
        for listed in data.get("lists", ())
        for decision in decisions(listed["rows"], ("percentage",))
    }
    sections = tuple(
        StandingsSection(
            title=gettext(_FIELD_TITLES[listed["field"]]) if listed["field"] else "",
            rows=tuple(
                _standings_row(order, row, data["entries"], decided)
                for row in listed["rows"]
                if row["boards"]
            ),
            tie_breaks=tuple(name.replace("_", " ") for name in tie_breaks),
        )
        for listed in data.get("lists", ())
    )
    final = order.event.status == EventStatus.FINAL
    sheet = StandingsSheet(
        head=head_of(order.event),
        title=gettext("Final results") if final else gettext("Standings"),
        sections=sections,
        note=prize_note(order, progress_note(order)),
    )
    return render_standings(sheet, order.page_size)


PAIRS_DOCUMENTS: Mapping[str, Callable[[Order], bytes]] = {
    "blank-travellers": blank_travellers,
    "filled-travellers": filled_travellers,
    "results": results,
}
_OTHERS: Mapping[str, Callable[[Order], bytes]] = {
    **SLIP_DOCUMENTS,
    **SEAT_DOCUMENTS,
    **HAND_DOCUMENTS,
    **RECAP_DOCUMENTS,
}
_OTHERS_OF: Mapping[str, tuple[str, ...]] = {
    "cross-table": (Kind.PAIRS,),
    "round-pairings": (Kind.PAIRS,),
}
"""Of documents that one kind of event alone has: that kind."""
DOCUMENTS: tuple[str, ...] = tuple(
    dict.fromkeys((*PAIRS_DOCUMENTS, *TEAM_DOCUMENTS, *_OTHERS, *RANKED_DOCUMENTS, *RATING_DOCUMENTS))
)
"""The names of all documents, whatever the kind of event."""
DIRECTOR_DOCUMENTS = frozenset({"curtain-cards", "dealing-sheets"})
"""Those that show deals before they are played: for directors who do not play in the event."""
DRAW_DOCUMENTS = frozenset(
    {
        *("blank-travellers", "match-score-sheets", "round-pairings"),
        *("pick-up-slips", "score-cards", "board-labels"),
        *("guide-cards-tables", "guide-cards-entries", "seating-by-name", "seating-by-table", "place-cards"),
    }
)
"""Those that show who meets whom, or what is played when, and wait for the draw to be released."""
CODED_DOCUMENTS = frozenset({"blank-travellers", "filled-travellers", "pick-up-slips", "table-sheets"})
"""Those with a code, where `Order.site` is given: it opens a form of the desk, or a ranked table's page."""
TABLE_DOCUMENTS = frozenset({"table-sheets"})
"""Those of as many ranked tables as `Order.tables` says."""
DUPLEX_DOCUMENTS = frozenset(
    {
        "score-cards",
        *("guide-cards-tables", "guide-cards-entries", "place-cards", "name-badges", "certificates"),
    }
)
"""Those that are laid out for two-sided paper, where `Order.duplex` is set."""


def _dealer(board: int) -> Compass:
    return Compass(dealer(board).name)


def _deals(event: Event, visible: Visible) -> dict[int, Hands]:
    if event.board_set is None:
        return {}
    found = event.board_set.boards.filter(number__in=visible.deals)
    return {board.number: _hands(Deal.parse(board.pbn)) for board in found}


def _hands(deal: Deal) -> Hands:
    north, east, south, west = deal.pbn.removeprefix("N:").split()
    return Hands(north=north, east=east, south=south, west=west)


def _filled_row(row: Mapping[str, Any], names: Mapping[int, str]) -> TravellerRow:
    ns, ew = row["ns"], row["ew"]
    return TravellerRow(
        round=row["round"],
        table=row["table"],
        ns=ns["entry"],
        ew=ew["entry"],
        ns_name=names.get(ns["entry"], ""),
        ew_name=names.get(ew["entry"], ""),
        ns_bid=ns["bid"] or "",
        ew_bid=ew["bid"] or "",
        ns_tricks=ns["tricks"] or "",
        ew_tricks=ew["tricks"] or "",
        ns_score=ns["score"],
        ew_score=ew["score"],
        ns_matchpoints=_matchpoints(ns),
        ew_matchpoints=_matchpoints(ew),
        ns_percentage=_percent(ns),
        ew_percentage=_percent(ew),
        note=" · ".join(filter(None, (_ruling(row), row["note"]))),
    )


def _matchpoints(side: Mapping[str, Any]) -> str:
    return "" if side["matchpoints"] is None else figures.matchpoints(side["matchpoints"])


def _percent(side: Mapping[str, Any]) -> str:
    return "" if side["percentage"] is None else figures.percent(side["percentage"])


def _ruling(row: Mapping[str, Any]) -> str:
    """In words what makes a row unlike the others."""
    if row["not_played"]:
        return gettext("not played")
    words = []
    for side, letters in ((row["ns"], "NS"), (row["ew"], "EW")):
        if side["adjusted"]:
            words.append(f"{letters} {_adjustment(side['adjusted'])}")
        elif side["kind"] == "weighted":
            words.append(f"{letters} {gettext('weighted')}")
    if not words and row["ns"]["bid"] is None:
        words.append(gettext("director’s score"))
    if row["state"] != "confirmed":
        words.append(gettext(row["state"]))
    return ", ".join(words)


def _adjustment(text: str) -> str:
    return text.replace("-", figures.MINUS) if text.startswith("A") else f"{text} %"


def _decided(decision: Decision) -> str:
    values = (figures.decimal(value) for value in (decision.more, decision.less))
    return decided_by(decision, decision.name.replace("_", " "), *values)


def _standings_row(
    order: Order, row: Mapping[str, Any], entries: Mapping[str, Any], decided: Mapping[int, str]
) -> StandingsRow:
    values = dict(row["tie_breaks"])
    return StandingsRow(
        rank=row["rank"],
        tied=row["tied"],
        name=entries[str(row["entry"])]["name"],
        percentage=figures.percent(row["percentage"]),
        number=row["entry"],
        boards=row["boards"],
        total=figures.percent(row["sum"]),
        penalty=figures.percent(-row["penalty"]) if row["penalty"] else "",
        tie_breaks=tuple(
            figures.decimal(values[name]) if name in values else "" for name in order.event.tie_breaks
        ),
        prize=is_prize(order, row),
        decided=decided.get(row["entry"], ""),
    )
