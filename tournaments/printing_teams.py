"""The documents of a Teams event: from its matches and standings to the frozen data that `sheets` draws.

Owns: which documents a Teams event has, those about all its matches, and that no reader is told by a sheet what a
page keeps back.
Never does: draw, compute, or rank.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from tournaments import figures
from tournaments.models import Entry, EventStatus, Match, MatchSnapshot, Room, Round, RoundStatus
from tournaments.printing_base import (
    Order,
    decided_by,
    head_of,
    is_prize,
    prize_note,
    round_name,
    round_of,
    snapshot_of,
)
from tournaments.printing_matches import filled_score_sheets, match_score_sheets
from tournaments.services.deciding import Decision, decisions
from tournaments.services.visibility import MatchSight, match_sight
from tournaments.sheets import (
    CrossCell,
    CrossMark,
    CrossRow,
    CrossTable,
    Pairing,
    PairingSheet,
    SwissPlace,
    SwissSheet,
    Team,
    render_cross_table,
    render_pairings,
    render_swiss_standings,
)

_NAMED_AT_MOST = 12
"""Undefeated teams that are named; more are counted."""


def round_pairings(order: Order) -> bytes:
    """Who meets whom at which tables in a round, the latest one unless another is asked for."""
    round_ = round_of(order)
    matches = Match.objects.filter(round=round_).select_related("home", "away").prefetch_related("tables")
    found = list(matches.order_by("number")) if round_ else []
    sheet = PairingSheet(
        head=head_of(order.event),
        title=" · ".join(filter(None, (round_name(round_.number if round_ else None), gettext("Pairings")))),
        pairings=tuple(_pairings(found)),
        byes=tuple(_team(match.home) for match in found if match.away is None),
        notice=_provisional(round_),
        note=gettext(
            "The home team’s first pair sits North–South at the open table, its second pair East–West at the "
            "closed one."
        ),
    )
    return render_pairings(sheet, order.page_size)


def results(order: Order) -> bytes:
    """The standings, and who is undefeated."""
    data = snapshot_of(order.event).data
    breaks = tuple(order.event.tie_breaks)
    level = ("half_wins", "withdrawn")
    decided = {decision.ahead: _decided(decision) for decision in decisions(_rows(data), level)}
    final = order.event.status == EventStatus.FINAL
    sheet = SwissSheet(
        head=head_of(order.event),
        title=gettext("Final results") if final else _title(gettext("Standings"), data),
        rows=tuple(_place(order, row, data["entries"], decided) for row in _rows(data)),
        tie_breaks=tuple(_tie_break(name) for name in breaks),
        lead=_undefeated(data, final=final),
        note=prize_note(order, "" if final else _progress_note(data)),
    )
    return render_swiss_standings(sheet, order.page_size)


def cross_table(order: Order) -> bytes:
    """Every team in every round. A match that the reader is not told of is shown as being played."""
    data = snapshot_of(order.event).data
    sight = match_sight(order.event, order.viewer)
    matches = {
        (match["round"], match["match"]): match
        for match in MatchSnapshot.objects.filter(event=order.event).values_list("data", flat=True)
    }
    rounds = tuple(range(1, data.get("progress", {}).get("rounds", 0) + 1))
    rows = []
    for row in _rows(data):
        cells = {cell["round"]: cell for cell in data["cross"].get(str(row["entry"]), ())}
        rows.append(
            CrossRow(
                rank=row["rank"],
                tied=row["tied"],
                number=row["entry"],
                name=data["entries"][str(row["entry"])]["name"],
                wins=figures.quarters(row["half_wins"] / 2),
                withdrawn=row["withdrawn"],
                cells=tuple(
                    _cell(cells[number], matches, sight) if number in cells else None for number in rounds
                ),
            )
        )
    sheet = CrossTable(
        head=head_of(order.event),
        title=_title(gettext("Cross-table"), data),
        rounds=rounds,
        rows=tuple(rows),
        note="" if order.event.status == EventStatus.FINAL else _progress_note(data),
    )
    return render_cross_table(sheet, order.page_size)


TEAM_DOCUMENTS: Mapping[str, Callable[[Order], bytes]] = {
    "round-pairings": round_pairings,
    "match-score-sheets": match_score_sheets,
    "filled-score-sheets": filled_score_sheets,
    "results": results,
    "cross-table": cross_table,
}


def _team(entry: Entry) -> Team:
    return Team(number=entry.number, name=entry.name)


def _pairings(matches: Sequence[Match]) -> Iterator[Pairing]:
    for match in matches:
        if match.away is not None:
            tables = {table.room: table.number for table in match.tables.all()}
            yield Pairing(
                match=match.number,
                home=_team(match.home),
                away=_team(match.away),
                open_table=tables.get(Room.OPEN),
                closed_table=tables.get(Room.CLOSED),
                note=gettext("forfeit") if match.forfeit else "",
            )


def _provisional(round_: Round | None) -> str:
    """A draw that rests on matches still being played can be made anew until its round is opened."""
    if round_ is None or round_.status != RoundStatus.PLANNED or not (round_.draw or {}).get("provisional"):
        return ""
    return gettext("Provisional: drawn before every match was decided. Pairings may still change.")


def _rows(data: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    return [row for listed in data.get("lists", ()) for row in listed["rows"]]


def _decided(decision: Decision) -> str:
    name = _tie_break(decision.name)
    values = (_value(decision.name, value) for value in (decision.more, decision.less))
    return decided_by(decision, name[:1].lower() + name[1:], *values)


def _place(
    order: Order, row: Mapping[str, Any], entries: Mapping[str, Any], decided: Mapping[int, str]
) -> SwissPlace:
    breaks = order.event.tie_breaks
    # what was not needed to break a tie is told all the same, where every row has it
    values = {name: row[name] for name in breaks if name in row} | dict(row["tie_breaks"])
    return SwissPlace(
        rank=row["rank"],
        tied=row["tied"],
        number=row["entry"],
        name=entries[str(row["entry"])]["name"],
        wins=figures.quarters(row["half_wins"] / 2),
        losses=str(row["losses"]),
        byes=str(row["byes"] or ""),
        missed=str(row["missed"] or ""),
        tie_breaks=tuple(_value(name, values[name]) if name in values else "" for name in breaks),
        difference="" if "points_difference" in breaks else figures.signed_points(row["points_difference"]),
        withdrawn=row["withdrawn"],
        prize=is_prize(order, row),
        decided=decided.get(row["entry"], ""),
    )


def _value(name: str, value: float) -> str:
    if name == "points_difference":
        return figures.signed_points(int(value))
    return figures.decimal(value) if name == "head_to_head" else figures.quarters(value)


def _tie_break(name: str) -> str:
    names = {
        "opponents_wins": gettext("Opponents’ wins"),
        "defeated_opponents_wins": gettext("Defeated opponents’ wins"),
        "head_to_head": gettext("Head to head"),
        "points_difference": gettext("Points difference"),
    }
    return names.get(name, name.replace("_", " "))


def _title(what: str, data: Mapping[str, Any]) -> str:
    """ "Standings after round 3", or during it; nothing more before the first."""
    progress = data.get("progress", {})
    if not progress.get("rounds"):
        return what
    over = progress["matches"] == progress["matches_decided"]
    words = (
        gettext("%(what)s after round %(number)s") if over else gettext("%(what)s during round %(number)s")
    )
    return words % {"what": what, "number": progress["rounds"]}


def _undefeated(data: Mapping[str, Any], *, final: bool) -> str:
    if not data.get("progress", {}).get("rounds"):
        return ""
    numbers = data["undefeated"]
    if not numbers:
        return gettext("No team is undefeated.")
    names = ", ".join(data["entries"][str(number)]["name"] for number in numbers)
    if len(numbers) > _NAMED_AT_MOST:
        return gettext("Still undefeated: %(count)s teams.") % {"count": len(numbers)}
    words = gettext("Undefeated: %(names)s.") if final else gettext("Still undefeated: %(names)s.")
    return words % {"names": names}


def _progress_note(data: Mapping[str, Any]) -> str:
    """How much of the event standings that are not final tell of."""
    progress = data.get("progress")
    if not progress or not progress["rounds"]:
        return ""
    decided = gettext("%(matches_decided)s of %(matches)s matches are decided.") % dict(progress)
    rounds = gettext("Round %(rounds)s of %(planned)s.") % dict(progress)
    return f"{decided} {rounds}" if progress["planned"] >= progress["rounds"] else decided


def _cell(
    cell: Mapping[str, Any], matches: Mapping[tuple[int, int], Mapping[str, Any]], sight: MatchSight
) -> CrossCell:
    """A round of a team as the reader may see it: points only where both tables of the match may be seen."""
    kind, opponent = cell["kind"], cell["opponent"]
    if kind in ("bye", "missed"):
        return CrossCell(mark=CrossMark(kind))
    match = matches.get((cell["round"], cell["match"]))
    if kind == "undecided" or (match is not None and not sight.outcome(match)):
        return CrossCell(mark=CrossMark.PLAYING, opponent=opponent)
    mark = (CrossMark.LOST, CrossMark.TIED, CrossMark.WON)[cell["half_wins"]]
    forfeit = kind == "forfeit"
    seen = match is not None and bool(match["rooms"]) and len(sight.rooms(match)) == len(match["rooms"])
    points = cell["points"] - cell["opponent_points"] if seen and not forfeit else None
    difference = "" if points is None else figures.signed_points(points)
    return CrossCell(mark=mark, opponent=opponent, difference=difference, forfeit=forfeit)
