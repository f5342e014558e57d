"""The evening of a ranked event: games being played, how its players stand, games that are over.

Owns: which games and players are listed, and in which order.
Never does: run or rate a game; settle stakes; the snapshot has what players won and lost.
Terms: *open*, said of a game that waits for players or is being played.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.core.paginator import Paginator
from django.utils.translation import gettext

from scoring.elo import signed
from tournaments import figures
from tournaments.models import Event, Game, GameStatus, Person
from tournaments.pages.ranked_games import GameShown, game_shown, people_with_pages
from tournaments.pages.viewing import Viewing
from tournaments.services.ranked.reading import changes_of, views_of
from tournaments.services.ratings.reading import ratings_beside
from tournaments.services.ratings.shown import listed

OPEN: Final = (GameStatus.SEATING, GameStatus.PLAYING)
LATEST: Final = 8
"""Finished games that stand on the evening's page; the list has them all."""
A_PAGE: Final = 40


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One player of the evening. Figures are text, "" where there is none, or none to be shown."""

    person: int
    name: str
    rating: str
    games: int
    won: int
    lost: int
    drawn: int
    stake: str
    change: str
    up: int

    @property
    def signature(self) -> str:
        return f"{self.games}|{self.won}|{self.lost}|{self.drawn}|{self.stake}|{self.change}"


def evening_of(viewing: Viewing) -> dict[str, Any]:
    """What the event's own address shows."""
    event = viewing.event
    games = _games(event)
    return {
        "open_games": open_games(viewing, picture=True),
        **players_of(viewing),
        "over": tuple(game_shown(view) for view in views_of(_over(event)[:LATEST])),
        "games": games,
        "with_page": people_with_pages(event),
        "terms": terms_of(event),
    }


def games_list_of(viewing: Viewing, page: str = "") -> dict[str, Any]:
    """All games, newest first, a page at a time; any nonsense for a page is the nearest."""
    found = Paginator(viewing.event.games.order_by("-number"), A_PAGE).get_page(page)
    shown = tuple(game_shown(view) for view in views_of(found.object_list))
    return {"games": shown, "turning": found, "with_page": people_with_pages(viewing.event)}


def open_games(viewing: Viewing, *, picture: bool = False) -> tuple[GameShown, ...]:
    """Games that are open, by their tables."""
    found = viewing.event.games.filter(status__in=OPEN).order_by("table")
    return tuple(game_shown(view, picture=picture) for view in views_of(found))


def players_of(viewing: Viewing) -> dict[str, Any]:
    """The players of the evening, and which columns they need."""
    rows = viewing.data.get("players", ())
    shown = set(
        Person.objects.filter(listed(), pk__in=[row["person"] for row in rows]).values_list("pk", flat=True)
    )
    ratings = ratings_beside(viewing.event) if rows else {}
    changes = changes_of(viewing.event) if rows else {}  # ratings come later than the snapshot
    players = tuple(_row(row, row["person"] in shown, ratings, changes.get(row["person"])) for row in rows)
    return {
        "players": players,
        "stakes": any(row["stake"] for row in rows),
        "draws": any(row["drawn"] for row in rows),
        "changes": any(player.change for player in players),
        "ratings": any(player.rating for player in players),
    }


def terms_of(event: Event) -> tuple[str, ...]:
    """What a game of this event is played for, in a few words each."""
    rules, chosen = event.rule_set, getattr(event, "ranked", None)
    said = [gettext("to %(target)s") % {"target": rules.target}] if rules.target else []
    said.append(gettext("rated") if event.rated else gettext("friendly"))
    if chosen is None:
        return tuple(said)
    if chosen.lowest_rating is not None and chosen.highest_rating is not None:
        values = {"low": chosen.lowest_rating, "high": chosen.highest_rating}
        said.append(gettext("ratings from %(low)s to %(high)s") % values)
    elif chosen.lowest_rating is not None:
        said.append(gettext("ratings from %(low)s") % {"low": chosen.lowest_rating})
    elif chosen.highest_rating is not None:
        said.append(gettext("ratings up to %(high)s") % {"high": chosen.highest_rating})
    if chosen.stake:
        said.append(gettext("stake %(stake)s") % {"stake": chosen.stake})
    return tuple(said)


def _games(event: Event) -> int:
    return event.games.count()


def _over(event: Event) -> Any:
    return Game.objects.filter(event=event).exclude(status__in=OPEN).order_by("-number")


def _row(
    row: Mapping[str, Any], is_shown: bool, ratings: Mapping[int, int], change: float | None
) -> PlayerRow:
    change = change if is_shown else None
    return PlayerRow(
        person=row["person"],
        name=row["name"],
        rating=str(ratings[row["person"]]) if row["person"] in ratings else "",
        games=row["games"],
        won=row["won"],
        lost=row["lost"],
        drawn=row["drawn"],
        stake=figures.signed_points(row["stake"]),
        change=signed(change) if change is not None else "",
        up=0 if not change else 1 if change > 0 else -1,
    )
