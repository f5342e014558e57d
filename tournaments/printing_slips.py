"""Slips and cards that are written on at the table, and the labels of its boards.

Owns: travellers’ companions: pick-up slips, personal score cards, board labels; and the form of the desk a code opens.
Never does: draw, or offer what opens a table's page (printing_cards.py).
Terms: in a Teams event *board* is the race board, as the players count.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext

from boards.deal import dealer
from tournaments import figures
from tournaments.models import Entry, Event, Kind, Match, Room, Table
from tournaments.printing_base import Order, check_round, head_of, round_name, round_of, wanted_boards
from tournaments.printing_matches import seated_players
from tournaments.services.errors import NotFoundError
from tournaments.services.race_boards import RaceBoards
from tournaments.services.team_progress import planned_rounds
from tournaments.services.visibility import draw_released
from tournaments.sheets import (
    BoardLabel,
    BoardLabels,
    CardRound,
    Compass,
    ScoreCard,
    ScoreCards,
    Slip,
    SlipGroup,
    SlipRow,
    SlipSheet,
    SlipSide,
    render_board_labels,
    render_score_cards,
    render_slips,
)

_BOARDS_ON_SPARES = 3
"""Where no table says how many there are."""
_Players = Mapping[tuple[int, str], tuple[str, ...]]
"""By a table's key and a direction who sits there."""


def pick_up_slips(order: Order) -> bytes:
    """A slip for each table of each round, in a Teams event of the latest round unless another is asked for; spares."""
    tables = _tables(order)
    players: _Players = {}
    if order.event.kind == Kind.TEAMS:
        round_ = round_of(order)
        tables, players = tables.filter(round=round_, match__forfeit=False), seated_players(round_)
    found: defaultdict[int, list[Slip]] = defaultdict(list)
    for table in tables:
        found[table.round.number].append(_slip(order, table, players))
    groups = [_of_round(order, number, slips) for number, slips in found.items()]
    if groups:
        most = max(len(group.spare.rows) for group in groups) or _BOARDS_ON_SPARES
        groups.append(SlipGroup(title=gettext("Spare slips"), spare=Slip(rows=(SlipRow(),) * most)))
    return render_slips(SlipSheet(head=head_of(order.event), groups=tuple(groups)), order.page_size)


def score_cards(order: Order) -> bytes:
    """A card for each pair, or for each of a team's two tables; rounds that are not drawn yet are there to be written
    in."""
    entries = list(order.event.entries.filter(withdrawn=False, standby=False).order_by("number"))
    teams = order.event.kind == Kind.TEAMS
    cards = _team_cards(order, entries) if teams else _pair_cards(order, entries)
    sheet = ScoreCards(head=head_of(order.event), cards=tuple(cards), totals=teams, duplex=order.duplex)
    return render_score_cards(sheet, order.page_size)


def board_labels(order: Order) -> bytes:
    """A label for each board that is played, and each that was dealt for the event and is not; in a Teams event for
    each board of each round drawn."""
    tables = list(_tables(order))
    teams = order.event.kind == Kind.TEAMS
    labels = list(_race_labels(order.event, tables) if teams else _labels(order, tables))
    wanted = set(wanted_boards(order, {label.board: label for label in labels}))
    sheet = BoardLabels(
        head=head_of(order.event), boards=tuple(label for label in labels if label.board in wanted)
    )
    return render_board_labels(sheet, order.page_size)


SLIP_DOCUMENTS: Mapping[str, Callable[[Order], bytes]] = {
    "pick-up-slips": pick_up_slips,
    "score-cards": score_cards,
    "board-labels": board_labels,
}
"""By name; those of both kinds of event: each checks for itself which it is for."""


def entry_form(order: Order, paper: str, *which: int) -> str:
    """The address at which the desk enters that paper: "board" and its number, "round" and its number, "table" and its
    key. Without a site there is no address."""
    if not order.site:
        return ""
    return order.site.rstrip("/") + reverse(f"desk:paper-{paper}", args=[order.event.pk, *which])


def _tables(order: Order) -> QuerySet[Table]:
    """The tables asked for. Raises `NotFoundError` for a round that is not there, or while the draw is not out."""
    check_round(order)
    if not draw_released(order.event, order.viewer):
        raise NotFoundError("The draw has not been published yet.", code="no-draw")
    tables = Table.objects.filter(round__event=order.event).select_related("round", "ns", "ew")
    if order.round_number is not None:
        tables = tables.filter(round__number=order.round_number)
    return tables.order_by("round__number", "number")


def _shown(event: Event, boards: Sequence[int]) -> tuple[int, ...]:
    """The numbers by which the players know the boards."""
    if event.kind != Kind.TEAMS:
        return tuple(boards)
    races = RaceBoards(event.teams.race_boards)
    return tuple(races.race_board(board) for board in boards)


def _dealer(board: int) -> Compass:
    return Compass(dealer(board).name)


def _room(table: Table) -> str:
    return capfirst(str(Room(table.room).label)) if table.room else ""


def _slip(order: Order, table: Table, players: _Players) -> Slip:
    ns, ew = (
        SlipSide(number=side.number, name=_who(side, players.get((table.pk, seat), ())))
        for side, seat in ((table.ns, "NS"), (table.ew, "EW"))
    )
    return Slip(
        round_name=round_name(table.round.number),
        table=table.number,
        place=_room(table),
        ns=ns,
        ew=ew,
        rows=tuple(
            SlipRow(board=board, dealer=_dealer(board)) for board in _shown(order.event, table.boards)
        ),
        address=entry_form(order, "table", table.pk),
    )


def _who(entry: Entry, players: Sequence[str]) -> str:
    """A pair's name; a team's with the two who sit there, once that is known."""
    return f"{entry.name}: {' – '.join(players)}" if players else entry.name


def _of_round(order: Order, number: int, slips: Sequence[Slip]) -> SlipGroup:
    """A round's slips. Its spares name the boards where all tables play the same."""
    rows = max((slip.rows for slip in slips), key=len)
    alike = all(slip.rows == rows for slip in slips)
    spare = Slip(
        round_name=round_name(number),
        rows=rows if alike else (SlipRow(),) * len(rows),
        address=entry_form(order, "round", number),
    )
    return SlipGroup(title=round_name(number), slips=tuple(slips), spare=spare)


def _card_round(event: Event, table: Table, entry: int) -> CardRound:
    """A table as the entry with that key sees it."""
    sits_ns = table.ns_id == entry
    against = table.ew if sits_ns else table.ns
    return CardRound(
        round=table.round.number,
        table=str(table.number),
        direction="NS" if sits_ns else "EW",
        against=against.number,
        opponents=against.name,
        boards=_shown(event, table.boards),
    )


def _pair_cards(order: Order, entries: Sequence[Entry]) -> Iterator[ScoreCard]:
    rounds: dict[int, dict[int, CardRound]] = {entry.pk: {} for entry in entries}
    drawn: set[int] = set()
    for table in _tables(order):
        drawn.add(table.round.number)
        for entry in (table.ns_id, table.ew_id):
            if entry in rounds:
                rounds[entry][table.round.number] = _card_round(order.event, table, entry)
    for one in entries:
        own = rounds[one.pk]
        idle = gettext("sits out")
        yield ScoreCard(
            title=gettext("Pair %(number)s") % {"number": one.number},
            name=one.name,
            rounds=tuple(own.get(number) or CardRound(round=number, idle=idle) for number in sorted(drawn)),
        )


def _team_cards(order: Order, entries: Sequence[Entry]) -> Iterator[ScoreCard]:
    """Two cards a team, one for each room: its two pairs sit apart."""
    event = order.event
    sits: dict[tuple[int, str, int], CardRound] = {}
    drawn: set[int] = set()
    for table in _tables(order):
        drawn.add(table.round.number)
        for entry in (table.ns_id, table.ew_id):
            sits[entry, table.room, table.round.number] = _card_round(event, table, entry)
    idle = _idle_rounds(event)
    numbers = _rounds_of_cards(order, drawn, len(entries))
    boards = tuple(range(1, event.teams.race_boards + 1))
    for one in entries:
        for room in Room:
            yield ScoreCard(
                title=gettext("Team %(number)s") % {"number": one.number},
                name=one.name,
                place=capfirst(str(room.label)),
                rounds=tuple(
                    sits.get((one.pk, room, number))
                    or CardRound(
                        round=number,
                        idle=idle.get((one.pk, number), gettext("no match") if number in drawn else ""),
                        boards=() if number in drawn else boards,
                    )
                    for number in numbers
                ),
            )


def _rounds_of_cards(order: Order, drawn: set[int], teams: int) -> list[int]:
    """The rounds drawn, and those still foreseen; or the one asked for."""
    if order.round_number is not None:
        return [order.round_number]
    return list(range(1, max(planned_rounds(order.event.teams, teams), *drawn, 0) + 1))


def _idle_rounds(event: Event) -> dict[tuple[int, int], str]:
    """By a team's key and a round: why it plays at no table."""
    found = {}
    idle = Match.objects.filter(Q(away=None) | Q(forfeit=True), round__event=event).select_related("round")
    for match in idle:
        words = gettext("forfeit") if match.away_id else gettext("bye")
        for team in (match.home_id, match.away_id):
            if team is not None:
                found[team, match.round.number] = words
    return found


def _labels(order: Order, tables: Sequence[Table]) -> Iterator[BoardLabel]:
    """Boards with those that always travel with them, and the rounds of those that are not played in every one."""
    blocks: defaultdict[int, set[tuple[int, ...]]] = defaultdict(set)
    rounds: defaultdict[int, set[int]] = defaultdict(set)
    for table in tables:
        for board in table.boards:
            blocks[board].add(tuple(sorted(table.boards)))
            rounds[board].add(table.round.number)
    dealt = set()
    if order.event.board_set is not None and order.round_number is None:
        dealt = set(order.event.board_set.boards.values_list("number", flat=True))
    every = {table.round.number for table in tables}
    for board in sorted(dealt | set(blocks)):
        together = next(iter(blocks[board])) if len(blocks[board]) == 1 else ()
        yield BoardLabel(
            board=board,
            dealer=_dealer(board),
            block=_block(together),
            when=_when(rounds[board]) if rounds[board] < every else "",
        )


def _race_labels(event: Event, tables: Sequence[Table]) -> Iterator[BoardLabel]:
    """All matches of a round play the same boards; each round has its own, counted from 1."""
    rounds: defaultdict[int, set[int]] = defaultdict(set)
    for table in tables:
        rounds[table.round.number].update(_shown(event, table.boards))
    for number, boards in rounds.items():
        block = _block(sorted(boards))
        for board in sorted(boards):
            yield BoardLabel(board=board, dealer=_dealer(board), block=block, when=round_name(number))


def _block(boards: Sequence[int]) -> str:
    """ "Boards 1–3"; nothing where a board travels alone."""
    return gettext("Boards %(numbers)s") % {"numbers": figures.runs(boards)} if len(boards) > 1 else ""


def _when(rounds: Collection[int]) -> str:
    """ "Rounds 1–3, 7"; nothing for a board that no round plays."""
    if len(rounds) > 1:
        return gettext("Rounds %(numbers)s") % {"numbers": figures.runs(sorted(rounds))}
    return round_name(next(iter(rounds), None))
