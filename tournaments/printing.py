"""From an event to its sheets: what the snapshots and the draw say, as the frozen data that `sheets` draws.

Owns: which documents there are, and that a sheet shows its reader no more than a page would.
Never does: draw, compute, or format a figure in its own way (tournaments/figures.py).
Terms: *document*, one of the sheets by its name in addresses and commands.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils import formats, timezone, translation
from django.utils.translation import gettext

from boards.deal import Deal, dealer
from tournaments import figures
from tournaments.models import BoardSnapshot, Event, EventStatus, StandingsSnapshot, Table
from tournaments.services.errors import NotFoundError, ServiceError
from tournaments.services.visibility import Visible, visible_boards
from tournaments.services.zones import zone_of
from tournaments.sheets import (
    Compass,
    Hands,
    PageSize,
    SheetHead,
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

Viewer = AbstractBaseUser | AnonymousUser
_FIELD_TITLES = {"": "", "NS": "North–South", "EW": "East–West"}


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be printed: `boards` empty means all of them; `round_number` limits blanks to one round."""

    event: Event
    viewer: Viewer
    page_size: PageSize = PageSize.A4
    boards: tuple[int, ...] = ()
    round_number: int | None = None


def print_document(name: str, order: Order) -> bytes:
    """A document as PDF. Raises `NotFoundError` for a name that is none of `DOCUMENTS`."""
    if name not in DOCUMENTS:
        raise NotFoundError(f"There is no sheet “{name}”; there are {', '.join(DOCUMENTS)}.", code="no-sheet")
    return DOCUMENTS[name](order)


def file_name(name: str, event: Event) -> str:
    """Such as "club-night-results.pdf"."""
    return f"{event.slug}-{name}.pdf"


def blank_travellers(order: Order) -> bytes:
    """A traveller to write on for each board: a row for every result due."""
    tables = Table.objects.filter(round__event=order.event).select_related("round", "ns", "ew")
    if order.round_number is not None:
        if not order.event.rounds.filter(number=order.round_number).exists():
            raise NotFoundError(f"There is no round {order.round_number}.", code="no-round")
        tables = tables.filter(round__number=order.round_number)
    rows: defaultdict[int, list[TravellerRow]] = defaultdict(list)
    for table in tables.order_by("round__number", "number"):
        for board in table.boards:
            rows[board].append(
                TravellerRow(
                    round=table.round.number, table=table.number, ns=table.ns.number, ew=table.ew.number
                )
            )
    wanted = _wanted(order, rows)
    travellers = tuple(
        Traveller(board=board, dealer=_dealer(board), rows=tuple(rows[board]), round_name=_round_name(order))
        for board in wanted
    )
    sheet = TravellerSheet(head=_head(order.event), kind=TravellerKind.BLANK, travellers=travellers)
    return render_travellers(sheet, order.page_size)


def filled_travellers(order: Order) -> bytes:
    """Each board's results, and its hands, as far as the reader may see them; other boards are left out."""
    visible = visible_boards(order.event, order.viewer)
    snapshot = _snapshot(order.event)
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
        )
        for board in _wanted(order, boards)
    )
    sheet = TravellerSheet(head=_head(order.event), kind=TravellerKind.FILLED, travellers=travellers)
    return render_travellers(sheet, order.page_size)


def results(order: Order) -> bytes:
    """The standings, one list or two."""
    data = _snapshot(order.event).data
    tie_breaks = tuple(order.event.tie_breaks)
    sections = tuple(
        StandingsSection(
            title=gettext(_FIELD_TITLES[listed["field"]]) if listed["field"] else "",
            rows=tuple(
                _standings_row(row, data["entries"], tie_breaks) for row in listed["rows"] if row["boards"]
            ),
            tie_breaks=tuple(name.replace("_", " ") for name in tie_breaks),
        )
        for listed in data.get("lists", ())
    )
    final = order.event.status == EventStatus.FINAL
    sheet = StandingsSheet(
        head=_head(order.event),
        title=gettext("Final results") if final else gettext("Standings"),
        sections=sections,
        note=_progress_note(data, final=final),
    )
    return render_standings(sheet, order.page_size)


DOCUMENTS: Mapping[str, Callable[[Order], bytes]] = {
    "blank-travellers": blank_travellers,
    "filled-travellers": filled_travellers,
    "results": results,
}


def _snapshot(event: Event) -> StandingsSnapshot:
    return StandingsSnapshot.objects.filter(event=event).first() or StandingsSnapshot(event=event)


def _head(event: Event) -> SheetHead:
    tournament = event.tournament
    snapshot = _snapshot(event)
    now = timezone.now().astimezone(zone_of(tournament))
    starts = formats.date_format(tournament.starts_on, "DATE_FORMAT")
    return SheetHead(
        event=event.name,
        tournament=tournament.name,
        place=" · ".join(filter(None, (tournament.place, starts))),
        revision=snapshot.version,
        made_at=formats.date_format(now, "Y-m-d H:i"),
        language=translation.get_language() or "en",
        author=tournament.club.name,
    )


def _wanted(order: Order, there: Mapping[int, Any]) -> Sequence[int]:
    """The boards asked for, or all; one that is asked for and not there is refused."""
    missing = sorted(set(order.boards) - set(there))
    if missing:
        raise ServiceError(f"Board {missing[0]} cannot be printed here: it is not played, or not shown yet.")
    return sorted(order.boards or there)


def _dealer(board: int) -> Compass:
    return Compass(dealer(board).name)


def _round_name(order: Order) -> str:
    return "" if order.round_number is None else gettext("Round %(number)s") % {"number": order.round_number}


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


def _standings_row(
    row: Mapping[str, Any], entries: Mapping[str, Any], tie_breaks: Sequence[str]
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
        penalty=figures.percent(row["penalty"]) if row["penalty"] else "",
        tie_breaks=tuple(figures.decimal(values[name]) if name in values else "" for name in tie_breaks),
    )


def _progress_note(data: Mapping[str, Any], *, final: bool) -> str:
    """Under standings that are not final: how much of the event they tell of."""
    progress = data.get("progress")
    if final or not progress:
        return ""
    return gettext("%(entered)s of %(due)s results are in.") % dict(progress)
