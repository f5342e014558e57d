"""Who meets whom in a round, for the wall: by match, and again by team.

Owns: the two lists and their order. Never does: pair; see `team_data`.
"""

from tournaments.sheets.data import PageSize
from tournaments.sheets.fonts import Style
from tournaments.sheets.furniture import (
    FOOTER_HEIGHT,
    NOTE_HEIGHT,
    STRIP_HEIGHT,
    TITLE_HEIGHT,
    figure,
    joined,
)
from tournaments.sheets.grid import Column
from tournaments.sheets.labels import Labels
from tournaments.sheets.lists import (
    NAME_ROWS,
    NOTICE_HEIGHT,
    ROWS,
    Around,
    WallList,
    alphabetical,
    print_lists,
)
from tournaments.sheets.paper import MM, Align, Paper
from tournaments.sheets.team_data import Pairing, PairingSheet

_ROW_ACROSS = 13 * MM


def render_pairings(sheet: PairingSheet, page_size: PageSize = PageSize.A4) -> bytes:
    """The pairings as PDF. The same sheet gives the same bytes; without matches, one page says so."""
    paper = Paper(
        page_size, sheet.head, joined(sheet.head.event, sheet.title), landscape=_across(sheet, page_size)
    )
    around = Around(
        head=sheet.head,
        title=sheet.title,
        sentence=sheet.labels.no_matches,
        notice=sheet.notice,
        note=sheet.note,
    )
    width = paper.live.width
    print_lists(paper, around, (_matches(sheet, width), _by_name(sheet, width)), sheet.labels)
    return paper.finish()


def _across(sheet: PairingSheet, page_size: PageSize) -> bool:
    """Whether all matches fit one page across, where names have more room, without being set smaller for it."""
    live = Paper(page_size, sheet.head, sheet.title, landscape=True).live
    around = STRIP_HEIGHT + TITLE_HEIGHT + NOTICE_HEIGHT + NOTE_HEIGHT + FOOTER_HEIGHT + 10 * MM
    rows = len(sheet.pairings) + len(sheet.byes)
    return 0 < rows * _ROW_ACROSS <= live.height - around


def _matches(sheet: PairingSheet, width: float) -> WallList:
    labels = sheet.labels
    rows = [
        (
            figure(pairing.match),
            *_tables(pairing),
            str(pairing.home.number),
            pairing.home.name,
            str(pairing.away.number),
            joined(pairing.away.name, pairing.note),
        )
        for pairing in sheet.pairings
    ]
    rows.extend(("", "", "", str(team.number), team.name, "", labels.bye_row) for team in sheet.byes)
    place, number = 17 * MM, 13 * MM
    name = (width - 3 * place - 2 * number) / 2
    columns = (
        Column(labels.match_short, place, Align.CENTRE, style=Style.BOLD),
        *_table_columns(labels, place),
        Column("", number, group=labels.home_team),
        Column("", name, Align.LEFT, group=labels.home_team),
        Column("", number, group=labels.away_team),
        Column("", name, Align.LEFT, group=labels.away_team),
    )
    return WallList(sheet.title, columns, tuple(rows), ROWS, frozenset({4, 6}))


def _by_name(sheet: PairingSheet, width: float) -> WallList:
    """Every team in the order of names."""
    labels = sheet.labels
    entries = [
        (team, other, _tables(pairing))
        for pairing in sheet.pairings
        for team, other in ((pairing.home, pairing.away), (pairing.away, pairing.home))
    ]
    rows = [
        (team, (team.name, str(team.number), *tables, str(other.number), other.name))
        for team, other, tables in entries
    ]
    rows.extend((team, (team.name, str(team.number), "", "", "", labels.bye_row)) for team in sheet.byes)
    rows.sort(key=lambda row: (alphabetical(row[0].name), row[0].number))
    place, number = 17 * MM, 13 * MM
    name = (width - 2 * place - 2 * number) / 2
    columns = (
        Column("", name, Align.LEFT, labels.team, style=Style.BOLD),
        Column("", number, group=labels.team),
        *_table_columns(labels, place),
        Column("", number, group=labels.plays),
        Column("", name, Align.LEFT, labels.plays),
    )
    return WallList(labels.by_name, columns, tuple(cells for _, cells in rows), NAME_ROWS, frozenset({0, 5}))


def _table_columns(labels: Labels, width: float) -> tuple[Column, ...]:
    return tuple(
        Column(room, width, Align.CENTRE, labels.tables, style=Style.BOLD)
        for room in (labels.open_room, labels.closed_room)
    )


def _tables(pairing: Pairing) -> tuple[str, str]:
    return figure(pairing.open_table), figure(pairing.closed_table)
