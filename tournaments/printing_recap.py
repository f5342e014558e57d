"""Results on one sheet: the recap (entries × boards, teams × matches) and the cross-table of a Pairs event.

Owns: which columns these sheets have, and that no reader is told by a cell what a page keeps back.
Never does: draw, average (services.recap) or rank.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from tournaments import figures
from tournaments.models import Kind, MatchSnapshot
from tournaments.printing_base import Order, head_of, progress_note, snapshot_of, wanted_boards
from tournaments.services.recap import Line, averages_met, lines_by_entry
from tournaments.services.visibility import MatchSight, match_sight, visible_boards
from tournaments.sheets import MatrixCell, MatrixRow, MatrixSection, MatrixSheet, render_matrix

_FIELD_TITLES = {"": "", "NS": "North–South", "EW": "East–West"}
_SELF = "·"


def recap(order: Order) -> bytes:
    """What every pair got on every board that the reader may see; of teams what they scored in every match."""
    if order.event.kind == Kind.TEAMS:
        return render_matrix(_team_recap(order), order.page_size)
    lines, boards = _lines(order)
    columns = {board: str(board) for board in boards}
    cells = {number: _by_board(own) for number, own in lines.items()}
    sheet = MatrixSheet(
        head=head_of(order.event),
        title=gettext("Recap"),
        sections=tuple(_sections(order, lambda _: columns, cells)),
        legend=gettext(
            "Percentages by board. * adjusted, or given by the director; – not played; blank: not due or not in."
        ),
        note=progress_note(order),
        empty=gettext("No board can be shown yet."),
    )
    return render_matrix(sheet, order.page_size)


def cross_table(order: Order) -> bytes:
    """The average of every pair against every opponent, on the boards that the reader may see."""
    lines, _ = _lines(order)
    met = {number: averages_met(own) for number, own in lines.items()}
    cells = {
        number: {
            number: MatrixCell(text=_SELF),
            **{
                opponent: MatrixCell(text=figures.percent(average), heat=average)
                for opponent, average in averages.items()
            },
        }
        for number, averages in met.items()
    }

    def opponents(entries: Iterable[int]) -> dict[int, str]:
        numbers = {opponent for number in entries for opponent in met.get(number, ())}
        return {number: str(number) for number in sorted(numbers)}

    sheet = MatrixSheet(
        head=head_of(order.event),
        title=gettext("Cross-table"),
        sections=tuple(_sections(order, opponents, cells)),
        legend=gettext(
            "Average percentage against the pair of that number; the darker, the higher. Blank: they did not meet."
        ),
        note=progress_note(order),
        empty=gettext("No board can be shown yet."),
    )
    return render_matrix(sheet, order.page_size)


RECAP_DOCUMENTS: Mapping[str, Callable[[Order], bytes]] = {"recap": recap, "cross-table": cross_table}
"""By name; those of both kinds of event: each checks for itself which it is for."""


def _lines(order: Order) -> tuple[dict[int, list[Line]], Sequence[int]]:
    """The lines of every entry, and the boards that they are of."""
    visible = visible_boards(order.event, order.viewer)
    lines = lines_by_entry(order.event, visible.scores)
    there = dict.fromkeys(line.board for own in lines.values() for line in own)
    boards = wanted_boards(order, there)
    kept = frozenset(boards)
    return {number: [line for line in own if line.board in kept] for number, own in lines.items()}, boards


def _sections(
    order: Order,
    columns_of: Callable[[Iterable[int]], Mapping[int, str]],
    cells: Mapping[int, Mapping[int, MatrixCell]],
) -> Iterator[MatrixSection]:
    """A section for each list of the standings; `columns_of` names the columns of the entries of one."""
    data = snapshot_of(order.event).data
    for listed in data.get("lists", ()):
        rows = [row for row in listed["rows"] if row["boards"]]
        columns = columns_of([row["entry"] for row in rows])
        penalties = any(row["penalty"] for row in rows)
        yield MatrixSection(
            title=gettext(_FIELD_TITLES[listed["field"]]) if listed["field"] else "",
            columns=tuple(columns.values()),
            totals=(gettext("Boards"), *((gettext("Penalty"),) if penalties else ()), "%"),
            rows=tuple(
                MatrixRow(
                    number=row["entry"],
                    name=data["entries"][str(row["entry"])]["name"],
                    rank=row["rank"],
                    tied=row["tied"],
                    cells=tuple(cells.get(row["entry"], {}).get(column) for column in columns),
                    totals=tuple(_totals(row, penalties=penalties)),
                )
                for row in rows
            ),
        )


def _totals(row: Mapping[str, Any], *, penalties: bool) -> Iterator[str]:
    yield str(row["boards"])
    if penalties:
        yield figures.decimal(-row["penalty"]) if row["penalty"] else ""
    yield figures.percent(row["percentage"])


def _by_board(lines: Iterable[Line]) -> dict[int, MatrixCell]:
    """A pair that has a board twice, which a ruling can leave it with, has both figures in its cell."""
    texts: dict[int, str] = {}
    for line in lines:
        mark = "*" if line.given and line.percentage is not None else ""
        said = figures.percent(line.percentage) + mark
        texts[line.board] = f"{texts[line.board]} {said}" if line.board in texts else said
    return {board: MatrixCell(text=text) for board, text in texts.items()}


def _team_recap(order: Order) -> MatrixSheet:
    """Teams × rounds: the points of both teams of a match where its reader may see both its tables."""
    data = snapshot_of(order.event).data
    sight = match_sight(order.event, order.viewer)
    matches = {
        (match["round"], match["match"]): match
        for match in MatchSnapshot.objects.filter(event=order.event).values_list("data", flat=True)
    }
    rounds = range(1, data.get("progress", {}).get("rounds", 0) + 1)
    rows = []
    for row in (row for listed in data.get("lists", ()) for row in listed["rows"]):
        met = {cell["round"]: cell for cell in data["cross"].get(str(row["entry"]), ())}
        rows.append(
            MatrixRow(
                number=row["entry"],
                name=data["entries"][str(row["entry"])]["name"],
                rank=row["rank"],
                tied=row["tied"],
                cells=tuple(
                    _match_cell(met[number], matches, sight) if number in met else None for number in rounds
                ),
                totals=(
                    figures.quarters(row["half_wins"] / 2),
                    figures.signed_points(row["points_difference"]),
                ),
            )
        )
    return MatrixSheet(
        head=head_of(order.event),
        title=gettext("Recap"),
        sections=(
            MatrixSection(
                columns=tuple(gettext("Rd %(number)s") % {"number": number} for number in rounds),
                totals=(gettext("Wins"), gettext("Points ±")),
                rows=tuple(rows),
            ),
        ),
        entry=gettext("Team"),
        legend=gettext(
            "Own points : the opponents’ points; below W won, L lost, ½ tied, with the opponents’ number. "
            "… not decided, or not told yet; – no match."
        ),
        empty=gettext("No match can be shown yet."),
    )


def _match_cell(
    cell: Mapping[str, Any], matches: Mapping[tuple[int, int], Mapping[str, Any]], sight: MatchSight
) -> MatrixCell:
    kind, opponent = cell["kind"], cell["opponent"]
    if kind in ("bye", "missed"):
        return MatrixCell(text=gettext("bye") if kind == "bye" else figures.NONE)
    match = matches.get((cell["round"], cell["match"]))
    if kind == "undecided" or (match is not None and not sight.outcome(match)):
        return MatrixCell(text="…", below=str(opponent))
    won = ("L", "½", "W")[cell["half_wins"]]
    below = f"{won} {opponent}"
    seen = match is not None and bool(match["rooms"]) and len(sight.rooms(match)) == len(match["rooms"])
    if kind == "forfeit" or not seen:
        return MatrixCell(text=gettext("forfeit") if kind == "forfeit" else "…", below=below)
    points = (figures.points(cell[name]) for name in ("points", "opponent_points"))
    return MatrixCell(text=" : ".join(points), below=below, bold=cell["half_wins"] == 2)
