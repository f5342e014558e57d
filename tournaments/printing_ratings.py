"""The leaderboards of a club on paper.

Owns: their columns, and that the sheet has nobody whom the page of the same reader does not have.
Never does: draw, rate, decide who is shown (services/ratings/shown.py).
"""

from collections.abc import Callable, Iterator, Mapping

from django.utils import formats
from django.utils.translation import gettext, ngettext

from scoring.elo import shown
from tournaments import figures
from tournaments.models import RatingList
from tournaments.printing_base import Order, head_of
from tournaments.services.ratings.reading import RECENT_DAYS, Leader, leaderboard
from tournaments.services.zones import zone_of
from tournaments.sheets import BoardColumn, BoardList, BoardLists, render_board_lists


def leaderboard_sheet(order: Order) -> bytes:
    """The club's leaderboards, list by list, as their pages show them."""
    club = order.event.tournament.club
    first = leaderboard(club, "", order.viewer)
    zone = zone_of(order.event.tournament)
    lead = _who_is_shown(first.minimum_games, first.inactive_days)
    behind = gettext("Ratings are being made anew; print again in a minute.") if first.behind else ""
    lists = []
    for kind in first.lists or (RatingList.RANKED,):
        rows = (
            (
                figures.rank(leader.rank, leader.tied),
                leader.name,
                str(leader.whole),
                str(leader.games),
                leader.skill.text,
                "" if leader.recent is None else figures.signed_points(shown(leader.recent)),
                formats.date_format(leader.last_at.astimezone(zone), "j M Y") if leader.last_at else "",
            )
            for leader in _leaders(order, kind)
        )
        lists.append(
            BoardList(
                title=str(kind.label),
                columns=_leader_columns(),
                rows=tuple(rows),
                lead=lead,
                empty=gettext("Nobody is on this list yet."),
            )
        )
    sheet = BoardLists(
        head=head_of(order.event),
        title=gettext("Leaderboard of %(club)s") % {"club": club.name},
        lists=tuple(lists),
        note=behind,
    )
    return render_board_lists(sheet, order.page_size)


RATING_DOCUMENTS: Mapping[str, Callable[[Order], bytes]] = {"leaderboard": leaderboard_sheet}
"""Those of events that move the club's ratings."""


def _leaders(order: Order, kind: RatingList) -> Iterator[Leader]:
    """Everybody on a list, page after page."""
    number: int | None = 1
    while number is not None:
        page = leaderboard(order.event.tournament.club, kind, order.viewer, number).page
        yield from page.items
        number = page.after


def _leader_columns() -> tuple[BoardColumn, ...]:
    return (
        BoardColumn(heading=gettext("Rank"), share=1.2, strong=True),
        BoardColumn(heading=gettext("Player"), share=6, words=True),
        BoardColumn(heading=gettext("Rating"), share=1.6, strong=True),
        BoardColumn(heading=gettext("Games"), share=1.4),
        BoardColumn(heading=gettext("Skill"), share=2.6),
        BoardColumn(heading=gettext("Last %(n)s days") % {"n": RECENT_DAYS}, share=2),
        BoardColumn(heading=gettext("Last played"), share=2.2),
    )


def _who_is_shown(minimum: int, inactive_days: int | None) -> str:
    """Whom the lists have."""
    words = [
        ngettext(
            "Who has played %(n)s game or more on the list",
            "Who has played %(n)s games or more on the list",
            minimum,
        )
        % {"n": minimum}
    ]
    if inactive_days is not None:
        words.append(
            ngettext("and one in the last %(n)s day", "and one in the last %(n)s days", inactive_days)
            % {"n": inactive_days}
        )
    return f"{' '.join(words)}."
