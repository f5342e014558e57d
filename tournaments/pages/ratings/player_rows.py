"""A player's story as text: every change unfolded to the numbers it came from.

Never does: rate; the numbers of a sum are those of scoring/elo.py's explanation, which adds up to what is stored.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from scoring import ranked
from scoring.elo import RatingChange, shown, signed
from tournaments import figures
from tournaments.models import Ban, RatingList
from tournaments.pages.rating_pictures import rating_course
from tournaments.services.ratings.story_values import Companion, GameLine, Named, SetLine, Standing, Story
from tournaments.services.ratings.why import Why

MOST_IN_SIGHT: Final = 8
"""Companions that are shown at once; the others unfold."""


@dataclass(frozen=True, slots=True)
class SumRow:
    """A line of a sum: a number and what it is."""

    number: str
    text: str


@dataclass(frozen=True, slots=True)
class WhyShown:
    """`sentence` in full; `rows` are its numbers in the order in which they are reckoned, `total` the rating after."""

    sentence: str
    rows: tuple[SumRow, ...]
    total: SumRow | None
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A game, or a rating that was set (`partner` None). `direction` as in leader_rows.py."""

    at: datetime
    result: str
    partner: Named | None
    opponents: tuple[Named, ...]
    event: str
    href: str
    place: str
    change: str
    direction: int
    pending: bool
    why: WhyShown | None
    set_to: int | None = None
    reason: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class CompanionRow:
    person: Named
    games: int
    won: int
    average: str
    direction: int


def player_of(story: Story) -> dict[str, Any]:
    """Times are told in the zone that is active."""
    standing = story.standing
    course = [
        type(step)(timezone.localtime(step.at), step.before, step.rating, step.was_set)
        for step in story.course
    ]
    return {
        "club": story.club,
        "person": story.person,
        "list": story.kind,
        "lists": [found.kind for found in story.standings if found.games or found.kind == story.kind],
        "standing": standing,
        "rating": shown(standing.rating) if standing else None,
        "place": story.place,
        "nils": _nils(standing) if standing else (),
        "chart": rating_course(course, story.policy.start),
        "has_sets": any(step.was_set for step in course),
        "rows": [
            _game(line, exact=story.is_director) if isinstance(line, GameLine) else _set(line)
            for line in story.lines.items
        ],
        "sheet": story.lines,
        "partners": _companions(story.partners),
        "opponents": _companions(story.opponents),
        "bans": [_ban(story, ban) for ban in story.bans],
        "behind": story.behind,
        "is_listed": story.is_listed,
        "is_self": story.is_self,
        "is_director": story.is_director,
    }


def _nils(standing: Standing) -> tuple[tuple[str, str], ...]:
    """Own nils and the opponents', each with how they went."""
    met, met_set = standing.skill.bid, standing.skill.set
    went = gettext("%(bid)s bid: %(made)s made, %(set)s set")
    own = {"bid": standing.bid, "made": standing.made, "set": standing.set}
    theirs = {"bid": met, "made": met - met_set, "set": met_set}
    return (gettext("Own nils"), went % own), (gettext("Opponents’ nils"), went % theirs)


def _ban(story: Story, ban: Ban) -> str:
    """As the player is told when they want to sit down."""
    told = ranked.Ban(ranked.BanReason(ban.reason), ban.since, ban.until)
    return f"{story.person.name} {told.text(timezone.localtime())}"


def _direction(change: float | None) -> int:
    if change is None or not shown(abs(change)):
        return 0
    return 1 if change > 0 else -1


def _game(line: GameLine, *, exact: bool) -> HistoryRow:
    return HistoryRow(
        at=line.at,
        result=_RESULTS[line.result](),
        partner=line.partner,
        opponents=line.opponents,
        event=line.event,
        href=_address(line),
        place=_place(line),
        change="" if line.change is None else signed(line.change),
        direction=_direction(line.change),
        pending=line.pending,
        why=_why(line.why, line.kind, exact=exact) if line.why is not None else None,
    )


_RESULTS: Final = {
    "won": lambda: gettext("Won"),
    "lost": lambda: gettext("Lost"),
    "drawn": lambda: gettext("Drawn"),
    "quit": lambda: gettext("Quit"),
    "": lambda: gettext("Being played"),
}


def _set(line: SetLine) -> HistoryRow:
    return HistoryRow(
        at=line.at,
        result=gettext("Set"),
        partner=None,
        opponents=(),
        event="",
        href="",
        place="",
        change="",
        direction=0,
        pending=False,
        why=None,
        set_to=shown(line.rating),
        reason=line.reason,
        by=line.by,
    )


def _place(line: GameLine) -> str:
    """Where it was played, in words."""
    if line.number is not None:
        return gettext("game %(number)s") % {"number": line.number}
    if line.round is None:
        return ""
    values = {"round": line.round, "table": line.table, "match": line.match}
    if line.match is not None:
        return gettext("round %(round)s, match %(match)s") % values
    return gettext("round %(round)s, table %(table)s") % values


def _address(line: GameLine) -> str:
    """The page of the game, or of the round that it was part of."""
    at = (line.tournament_slug, line.event_slug)
    if line.kind == RatingList.RANKED and line.number is not None:
        return reverse("pages:game", args=(*at, line.number))
    if line.match is not None:
        return reverse("pages:match", args=(*at, line.round, line.match))
    if line.round is not None:
        return reverse("pages:round", args=(*at, line.round))
    return reverse("pages:standings", args=at)


def _why(why: Why, kind: RatingList, *, exact: bool) -> WhyShown:
    notes = list(why.notes)
    if kind != RatingList.RANKED and why.change is not None:
        notes.append(
            gettext("All games of an event are rated from the ratings it began with, and count together.")
        )
    if why.change is None:
        return WhyShown(why.text, (), None, tuple(notes))
    total = _total(why.change, exact=exact, alone=kind != RatingList.RANKED)
    return WhyShown(why.text, _sum(why.change, exact=exact), total, tuple(notes))


def _sum(own: RatingChange, *, exact: bool) -> tuple[SumRow, ...]:
    """before + K × (won − expected), number by number; ratings with their fraction for directors alone (shown.py)."""
    matches = [
        SumRow(
            figures.decimal(match.expected),
            gettext("expected against %(name)s; came: %(came)s")
            % {"name": match.opponent, "came": figures.quarters(match.actual)},
        )
        for match in own.matches
    ]
    beyond = own.actual - own.expected
    return (
        *matches,
        SumRow(
            _signed(beyond, 2),
            gettext("won beyond expectation: %(came)s − %(expected)s")
            % {"came": figures.quarters(own.actual), "expected": figures.decimal(own.expected)},
        ),
        SumRow(f"× {own.k:g}", gettext("K, the points that a match is worth")),
        SumRow(_signed(own.change, 2), gettext("change")),
        SumRow(_rating(own.before, exact=exact), gettext("rating before")),
    )


def _total(own: RatingChange, *, exact: bool, alone: bool) -> SumRow:
    """`alone`: there may have been other games of the event, which are in no sum but their own."""
    text = gettext("rating after this game alone") if alone else gettext("rating after")
    return SumRow(_rating(own.after, exact=exact), text)


def _rating(rating: float, *, exact: bool) -> str:
    return figures.decimal(rating) if exact else str(shown(rating))


def _signed(value: float, places: int) -> str:
    text = figures.decimal(value, places)
    return f"+{text}" if value > 0 else text


def _companions(found: tuple[Companion, ...]) -> tuple[list[CompanionRow], list[CompanionRow]]:
    """Those in sight, and the others."""
    rows = [
        CompanionRow(
            one.person,
            one.games,
            one.won,
            figures.NONE if one.average is None else _signed(one.average, 1),
            _direction(one.average),
        )
        for one in found
    ]
    return rows[:MOST_IN_SIGHT], rows[MOST_IN_SIGHT:]
