"""One game's score sheet: each deal with its bids, tricks and points, what bags cost, running totals; who left, who sat
in, why it ended, and what it did to ratings and stakes.

Never does: compute; the game's score comes with running totals, bags and the parts of every score.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Sum
from django.http import Http404
from django.utils import formats, timezone
from django.utils.translation import gettext, ngettext

from boards.deal import Deal
from scoring.race import SideStep
from tournaments import figures
from tournaments.models import DealState, Game, GameStatus, StakeLine
from tournaments.pages.explain import Part
from tournaments.pages.hands import ShownHand, hands_shown
from tournaments.pages.ranked_games import SEATS, game_shown, people_with_pages, seat_word
from tournaments.pages.ranked_ratings import ratings_of_game
from tournaments.pages.viewing import Viewing
from tournaments.services.ranked.reading import DealView, GameView, game_view


@dataclass(frozen=True, slots=True)
class SheetSide:
    """One side after a deal. `penalty` is what bags cost, "" where nothing; `parts` add up to score and penalty.
    Of a deal that is struck out there are bid and tricks alone."""

    seat: str
    kind: str
    bid: str
    tricks: str
    score: str
    penalty: str
    total: str
    bags: str
    reached: bool
    parts: tuple[Part, ...]
    added: str


@dataclass(frozen=True, slots=True)
class SheetDeal:
    """A deal. `said` has both sides' words where they differ: (side, "bid N+4, tricks 0+5 …")."""

    number: int
    dealer: str
    first: str
    state: str
    reason: str
    struck: bool
    sides: tuple[SheetSide, ...]
    said: tuple[tuple[str, str], ...]
    hands: tuple[ShownHand, ...]

    @property
    def signature(self) -> str:
        return f"{self.state}{self.struck:d}" + "|".join(f"{side.score} {side.total}" for side in self.sides)


def game_page_of(viewing: Viewing, number: int) -> dict[str, Any]:
    """One game. Raises Http404 when there is none of that number."""
    game = viewing.event.games.select_related("board_set").filter(number=number).first()
    if game is None:
        raise Http404(gettext("There is no such game."))
    view = game_view(game)
    starters = {seat: found.starter.person for seat, found in view.seats.items() if found.starter is not None}
    hands = _hands(game, view)
    return {
        "game": game_shown(view, picture=True, large=True),
        "sheet": tuple(_deal(deal, hands) for deal in view.deals),
        "happened": tuple(_happened(viewing, view)),
        "ratings": ratings_of_game(game, starters) if game.rated else None,
        "stakes": _stakes(game),
        "before": number - 1 if number > 1 else None,
        "after": number + 1 if viewing.event.games.filter(number=number + 1).exists() else None,
        "with_page": people_with_pages(viewing.event),
        "terms": _terms(game),
    }


def _deal(deal: DealView, hands: dict[int, tuple[ShownHand, ...]]) -> SheetDeal:
    step = deal.step
    return SheetDeal(
        number=deal.number,
        dealer=seat_word(deal.dealer),
        first=seat_word(deal.first_bidder),
        state=deal.state,
        reason=deal.row.reason,
        struck=deal.struck,
        sides=(
            _side(deal, "NS", step.ns if step is not None else None),
            _side(deal, "EW", step.ew if step is not None else None),
        ),
        said=tuple(_said(deal)) if deal.state == DealState.DISPUTED else (),
        hands=hands.get(deal.number, ()),
    )


def _side(deal: DealView, seat: str, step: SideStep | None) -> SheetSide:
    own = seat.lower()
    return SheetSide(
        seat=seat,
        kind="home" if seat == "NS" else "away",
        bid=getattr(deal.row, f"{own}_bid"),
        tricks=getattr(deal.row, f"{own}_tricks"),
        score=figures.points(step.score if step is not None else getattr(deal.row, f"{own}_score")),
        penalty=figures.points(step.penalty) if step is not None and step.penalty else "",
        total=figures.points(step.total) if step is not None else "",
        bags=str(step.bags) if step is not None else "",
        reached=step is not None and step.reached,
        parts=tuple(
            Part(figures.signed_points(part.points), part.text)
            for part in (step.components if step is not None else ())
        ),
        added=figures.points(step.score + step.penalty) if step is not None else "",
    )


def _said(deal: DealView) -> Iterator[tuple[str, str]]:
    for side, words in deal.said.items():
        text = gettext("NS %(ns_bid)s, took %(ns_tricks)s; EW %(ew_bid)s, took %(ew_tricks)s") % words
        yield gettext("%(side)s says") % {"side": figures.direction(side)}, text


def _happened(viewing: Viewing, view: GameView) -> Iterator[str]:
    """Who is away, who has left and who sat in, a sentence each."""
    for seat in SEATS:
        found = view.seats[seat]
        if found.starter is None:
            continue
        name, after = found.starter.person.name, found.starter.quit_after_deal
        if found.starter.quit_at is not None:
            values = {"name": name, "deal": after or 0, "time": _time(viewing, found.starter.quit_at)}
            if after:
                said = ngettext(
                    "%(name)s left after %(deal)s deal, and had quit at %(time)s.",
                    "%(name)s left after %(deal)s deals, and had quit at %(time)s.",
                    after,
                )
            else:
                said = gettext("%(name)s left before the first deal was in, and had quit at %(time)s.")
            yield said % values
        elif found.away_until is not None:
            values = {"name": name, "time": _time(viewing, found.away_until, seconds=True)}
            yield gettext("%(name)s is away, and has time to come back until %(time)s.") % values
        yield from _sat_in(view, seat, name)


def _sat_in(view: GameView, seat: str, starter: str) -> Iterator[str]:
    found = view.seats[seat].starter
    if found is None or found.quit_at is None:
        return
    for sat in found.stand_ins.select_related("person").order_by("pk"):
        values = {"name": sat.person.name, "starter": starter, "from": sat.from_deal, "to": sat.last_deal}
        if sat.left_at is None and view.game.status == GameStatus.OVER:
            yield gettext("%(name)s sat in for %(starter)s from deal %(from)s on, unrated.") % values
        elif sat.left_at is None:
            yield gettext("%(name)s sits in for %(starter)s from deal %(from)s on, unrated.") % values
        elif sat.last_deal is not None and sat.last_deal >= sat.from_deal:
            yield gettext("%(name)s sat in for %(starter)s, deals %(from)s to %(to)s, unrated.") % values


def _stakes(game: Game) -> tuple[tuple[str, str], ...]:
    """What the game brought or cost each player, all its settlements together; () where nothing was at stake."""
    if not game.stake:
        return ()
    rows = StakeLine.objects.filter(game=game).values_list("person__name").annotate(sum=Sum("points"))
    return tuple(
        (name, figures.signed_points(points)) for name, points in rows.order_by("-sum", "person__name")
    )


def _terms(game: Game) -> tuple[str, ...]:
    rules = game.rule_set
    said = [gettext("to %(target)s") % {"target": rules.target}] if rules.target else []
    said.append(gettext("rated") if game.rated else gettext("friendly"))
    if game.stake:
        said.append(gettext("stake %(stake)s") % {"stake": game.stake})
    return tuple(said)


def _hands(game: Game, view: GameView) -> dict[int, tuple[ShownHand, ...]]:
    """The cards of the deals that are in and confirmed, where the system dealt them; nothing of the others."""
    if game.board_set is None:
        return {}
    done = [deal.number for deal in view.deals if deal.state == DealState.CONFIRMED]
    stored = game.board_set.boards.filter(number__in=done)
    return {board.number: hands_shown(Deal.parse(board.pbn), board.number) for board in stored}


def _time(viewing: Viewing, moment: Any, *, seconds: bool = False) -> str:
    return formats.date_format(timezone.localtime(moment, viewing.zone), "H:i:s" if seconds else "H:i")
