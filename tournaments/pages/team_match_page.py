"""One match on a page of its own: both tables board by board, and how every score came about.

Never does: compute; the snapshot has running totals, bags and the parts of every score.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.utils.translation import gettext

from boards.deal import dealer
from tournaments import figures
from tournaments.models import MatchSnapshot
from tournaments.pages.explain import Part
from tournaments.pages.hands import ShownHand, hands_by_board, seat_word
from tournaments.pages.team_matches import RoomShown, match_shown, teams_of
from tournaments.pages.viewing import Viewing


@dataclass(frozen=True, slots=True)
class StepSide:
    """One pair after a board. `penalty` is what bags cost, "" where nothing; `parts` add up to score and penalty."""

    seat: str
    kind: str
    bid: str
    tricks: str
    score: str
    penalty: str
    total: str
    bags: int
    reached: bool
    parts: tuple[Part, ...]
    added: str


@dataclass(frozen=True, slots=True)
class StepShown:
    """A board of a race; `decider` when it was played after the race."""

    board: int
    dealer: str
    result: int
    state: str
    note: str
    decider: bool
    sides: tuple[StepSide, ...]

    @property
    def signature(self) -> str:
        return self.state + "|".join(f"{side.score} {side.total}" for side in self.sides)


@dataclass(frozen=True, slots=True)
class RoomPage:
    """A table of the match with its boards; `ignored` are boards that were entered and do not count, as text."""

    room: RoomShown
    steps: tuple[StepShown, ...]
    ignored: str


def match_page_of(viewing: Viewing, round_number: int, number: int) -> dict[str, Any]:
    """One match. Raises Http404 when there is none, or none that the viewer may know of."""
    found = MatchSnapshot.objects.filter(
        event=viewing.event, match__round__number=round_number, match__number=number
    )
    data = found.values_list("data", flat=True).first() if viewing.draw_released else None
    if data is None:
        raise Http404(gettext("There is no such match."))
    match = match_shown(viewing, teams_of(viewing), data, large=True)
    rooms = tuple(_room(data, room) for room in match.rooms)
    return {
        "match": match,
        "rooms": rooms,
        "target": data["target"],
        "deals": _deals(viewing, data) if match.away else (),
        "hidden": [page.room for page in rooms if not page.room.readable],
        "before": number - 1 if number > 1 else None,
        "after": number + 1 if _exists(viewing, round_number, number + 1) else None,
    }


def _exists(viewing: Viewing, round_number: int, number: int) -> bool:
    found = MatchSnapshot.objects.filter(event=viewing.event, match__round__number=round_number)
    return found.filter(match__number=number).exists()


def _deals(viewing: Viewing, match: Mapping[str, Any]) -> tuple[tuple[int, tuple[ShownHand, ...]], ...]:
    """The cards of the boards that were played, by race board: once every match of the round is over."""
    played = {step["deal"]: step["board"] for room in match["rooms"].values() for step in room["steps"]}
    if not match["finished"] and not viewing.sight.directs:
        return ()  # as visible_boards would say, for the price of several queries
    visible = sorted(viewing.visible.deals & set(played))
    return tuple((played[number], hands) for number, hands in hands_by_board(viewing.event, visible).items())


def _room(match: Mapping[str, Any], room: RoomShown) -> RoomPage:
    if not room.readable:
        return RoomPage(room, (), "")
    kinds = {pair.seat.lower(): pair.kind for pair in room.pairs}
    steps = tuple(
        StepShown(
            board=step["board"],
            dealer=seat_word(dealer(step["deal"])),
            result=step["result"],
            state=step["state"],
            note=step["note"],
            decider=step["board"] > match["length"],
            sides=tuple(_side(seat, kinds[seat], step[seat]) for seat in ("ns", "ew")),
        )
        for step in room.data["steps"]
    )
    return RoomPage(room, steps, figures.runs(room.data["ignored"]))


def _side(seat: str, kind: str, side: Mapping[str, Any]) -> StepSide:
    return StepSide(
        seat=seat.upper(),
        kind=kind,
        bid=side["bid"],
        tricks=side["tricks"],
        score=figures.points(side["score"]),
        penalty=figures.points(side["penalty"]) if side["penalty"] else "",
        total=figures.points(side["total"]),
        bags=side["bags"],
        reached=side["reached"],
        parts=tuple(Part(figures.signed_points(part["points"]), part["text"]) for part in side["components"]),
        added=figures.points(side["score"] + side["penalty"]),
    )
