"""The score sheets of a Teams event: from its tables to the frozen data that `sheets` draws.

Owns: what stands on a blank sheet and on a filled one, and that a filled one is there only for who may see its boards.
Never does: draw, or run a race.
Terms: *blank*, a score sheet to be written on; *filled*, one to be read; *board* is always a race board here.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext

from boards.deal import dealer, first_bidder
from scoring.race import TARGET, RaceEnd
from tournaments.models import Event, MatchSnapshot, ResultState, Room, Round, Table, TableSeat
from tournaments.printing_base import Order, check_round, head_of, round_of
from tournaments.services.visibility import MatchSight, match_sight
from tournaments.sheets import (
    Compass,
    LineUp,
    RaceRow,
    RaceSide,
    ScoreSheets,
    TableSheet,
    TravellerKind,
    render_score_sheets,
)

_DECIDERS_ON_BLANKS = 2


def match_score_sheets(order: Order) -> bytes:
    """A score sheet to write on for each table of a round, the latest one unless another is asked for."""
    round_ = round_of(order)
    tables = (
        Table.objects.filter(round=round_, match__forfeit=False)
        .select_related("match__home", "ns", "ew")
        .order_by("number")
    )
    players = seated_players(round_)
    sheets = tuple(_blank(order.event, round_, table, players) for table in tables) if round_ else ()
    written = ScoreSheets(head=head_of(order.event), kind=TravellerKind.BLANK, tables=sheets)
    return render_score_sheets(written, order.page_size)


def filled_score_sheets(order: Order) -> bytes:
    """Every table whose boards the reader may see, with its match's result where that may be told."""
    check_round(order)
    sight = match_sight(order.event, order.viewer)
    found = MatchSnapshot.objects.filter(event=order.event).order_by("match__round__number", "match__number")
    if order.round_number is not None:
        found = found.filter(match__round__number=order.round_number)
    names = _names(order.event)
    shown = (
        _filled(order.event, match, name, names, sight)
        for match in found.values_list("data", flat=True)
        for name in match["rooms"]
        if name in sight.rooms(match)
    )
    written = ScoreSheets(head=head_of(order.event), kind=TravellerKind.FILLED, tables=tuple(shown))
    return render_score_sheets(written, order.page_size)


def _names(event: Event) -> dict[int, str]:
    return dict(event.entries.values_list("number", "name"))


def seated_players(round_: Round | None) -> Mapping[tuple[int, str], tuple[str, ...]]:
    """By a table's key and a direction who sits there, North or East first."""
    found: defaultdict[tuple[int, str], tuple[str, ...]] = defaultdict(tuple)
    seats = TableSeat.objects.filter(table__round=round_).order_by("table_id", "direction", "position")
    for table, direction, name in seats.values_list("table_id", "direction", "person__name"):
        found[table, direction] += (name,)
    return found


def _blank(
    event: Event, round_: Round, table: Table, players: Mapping[tuple[int, str], tuple[str, ...]]
) -> TableSheet:
    assert table.match is not None, "tables of a Teams event belong to matches"
    home, length = table.match.home_id, event.teams.race_boards
    sides = {
        seat: LineUp(
            name=team.name,
            number=team.number,
            players=players.get((table.pk, seat), ()),
            home=team.pk == home,
        )
        for seat, team in (("NS", table.ns), ("EW", table.ew))
    }
    deciders = max(_DECIDERS_ON_BLANKS, len(table.boards) - length)
    return TableSheet(
        table=table.number,
        other_table=_other_table(table.number, table.room),
        room=_room_name(table.room),
        round=round_.number,
        match=table.match.number,
        ns=sides["NS"],
        ew=sides["EW"],
        rows=tuple(_race_row(board, length) for board in range(1, length + deciders + 1)),
        target=event.rule_set.target or TARGET,
        length=length,
        rules=(*_rules(event), _notation(event)),
    )


def _filled(
    event: Event, match: Mapping[str, Any], name: str, names: Mapping[int, str], sight: MatchSight
) -> TableSheet:
    room = match["rooms"][name]
    sides = {
        seat: LineUp(
            name=names.get(room[seat], ""),
            number=room[seat],
            players=tuple(room[f"{seat}_players"]),
            home=room[seat] == match["home"],
        )
        for seat in ("ns", "ew")
    }
    return TableSheet(
        table=room["table"],
        other_table=_other_table(room["table"], name),
        room=_room_name(name),
        round=match["round"],
        match=match["match"],
        ns=sides["ns"],
        ew=sides["ew"],
        rows=tuple(_filled_rows(room, match["length"])),
        target=match["target"],
        length=match["length"],
        rules=_rules(event),
        ended=room["text"],
        result=match["text"] if sight.outcome(match) else "",
    )


def _other_table(table: int, room: str) -> int:
    return table + 1 if room == Room.OPEN else table - 1


def _room_name(room: str) -> str:
    return capfirst(str(Room(room).label))


def _race_row(board: int, length: int, **changed: Any) -> RaceRow:
    return RaceRow(
        board=board,
        dealer=Compass(dealer(board).name),
        first_bidder=Compass(first_bidder(board).name),
        decider=board > length,
        **changed,
    )


def _filled_rows(room: Mapping[str, Any], length: int) -> Iterator[RaceRow]:
    """The boards that count, and those that the table did not come to."""
    steps = {step["board"]: step for step in room["steps"]}
    for board in sorted({*room["boards"], *steps}):
        step = steps.get(board)
        if step is not None:
            note = " · ".join(filter(None, (_state(step["state"]), step["note"])))
            yield _race_row(board, length, ns=_side(step["ns"]), ew=_side(step["ew"]), note=note)
        else:
            over = room["end"] != RaceEnd.RUNNING and board <= length
            yield _race_row(board, length, note=gettext("not played") if over else "")


def _state(state: str) -> str:
    return "" if state == ResultState.CONFIRMED else gettext(state)


def _side(side: Mapping[str, Any]) -> RaceSide:
    return RaceSide(
        bid=side["bid"],
        tricks=side["tricks"],
        score=side["score"],
        total=side["total"],
        bags=side["bags"],
        penalty=side["penalty"],
        reached=side["reached"],
    )


def _rules(event: Event) -> tuple[str, ...]:
    """What bags cost, where they cost anything."""
    rules = event.rule_set
    if not rules.bag_penalty or not rules.bag_penalty_every:
        return ()
    sentence = gettext("Every %(every)s bags cost %(points)s points at once; bags beyond are carried on.")
    return (sentence % {"every": rules.bag_penalty_every, "points": rules.bag_penalty},)


def _notation(event: Event) -> str:
    if event.rule_set.blind_nil == "off":
        return gettext("Nil: N. With a nil, write each player’s tricks, such as 0+7.")
    return gettext("Nil: N, blind nil: B. With a nil, write each player’s tricks, such as 0+7.")
