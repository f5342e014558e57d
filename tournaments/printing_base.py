"""What every document starts from: the order, what the event has computed, the head of its sheets.

Owns: what documents of all kinds of event share. Never does: know any one of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils import formats, timezone, translation
from django.utils.translation import gettext

from tournaments.models import Event, EventStatus, Round, StandingsSnapshot
from tournaments.services.deciding import Decision
from tournaments.services.errors import NotFoundError, ServiceError
from tournaments.services.visibility import draw_released
from tournaments.services.zones import zone_of
from tournaments.sheets import PageSize, SheetHead

Viewer = AbstractBaseUser | AnonymousUser


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be printed: `boards` empty means all of them; `round_number` limits sheets to one round. `site` is the
    address that codes on a sheet open, such as "http://192.168.1.20:8000" ("": no codes); `duplex` begins each reader's
    part on a front page; `prizes` is how many places of each list are marked as prize places; `tables` is how many
    ranked tables there are to be (0: as many as the event has)."""

    event: Event
    viewer: Viewer
    page_size: PageSize = PageSize.A4
    boards: tuple[int, ...] = ()
    round_number: int | None = None
    site: str = ""
    duplex: bool = False
    prizes: int = 0
    tables: int = 0


def check_round(order: Order) -> None:
    """Raises `NotFoundError` for a round that is asked for and not there."""
    number = order.round_number
    if number is not None and not order.event.rounds.filter(number=number).exists():
        raise NotFoundError(f"There is no round {number}.", code="no-round")


def wanted_boards(order: Order, there: Mapping[int, Any]) -> Sequence[int]:
    """The boards asked for, or all of `there`. Raises `ServiceError` for one that is asked for and not there."""
    missing = sorted(set(order.boards) - set(there))
    if missing:
        raise ServiceError(f"Board {missing[0]} cannot be printed here: it is not played, or not shown yet.")
    return sorted(order.boards or there)


def round_of(order: Order) -> Round | None:
    """The round asked for, or the latest. Raises `NotFoundError` where there is none, or where it is not out yet."""
    check_round(order)
    if not draw_released(order.event, order.viewer):
        raise NotFoundError("The draw has not been published yet.", code="no-draw")
    rounds = order.event.rounds.order_by("-number")
    if order.round_number is not None:
        rounds = rounds.filter(number=order.round_number)
    return rounds.first()


def snapshot_of(event: Event) -> StandingsSnapshot:
    """The standings as last computed, an empty snapshot before the first time."""
    return StandingsSnapshot.objects.filter(event=event).first() or StandingsSnapshot(event=event)


def head_of(event: Event) -> SheetHead:
    """What identifies a print-out of the event made now."""
    tournament = event.tournament
    snapshot = snapshot_of(event)
    now = timezone.now().astimezone(zone_of(tournament))
    starts = day_name(tournament.starts_on)
    return SheetHead(
        event=event.name,
        tournament=tournament.name,
        place=" · ".join(filter(None, (tournament.place, starts))),
        revision=snapshot.version,
        made_at=formats.date_format(now, "Y-m-d H:i"),
        language=translation.get_language() or "en",
        author=tournament.club.name,
    )


def day_name(day: date) -> str:
    """A day as the pages write it: "30 November 2026"."""
    return formats.date_format(day, "j F Y")


def round_name(number: int | None) -> str:
    """ "Round 3"; nothing for no round."""
    return "" if number is None else gettext("Round %(number)s") % {"number": number}


def progress_note(order: Order) -> str:
    """Under figures of a Pairs event that are not final: how much of the event they tell of."""
    progress = snapshot_of(order.event).data.get("progress")
    if order.event.status == EventStatus.FINAL or not progress:
        return ""
    return gettext("%(entered)s of %(due)s results are in.") % dict(progress)


def is_prize(order: Order, row: Mapping[str, Any]) -> bool:
    """Whether a row of the standings has one of the first places that are marked; who shares the last has one too."""
    return row["rank"] is not None and row["rank"] <= order.prizes and not row["withdrawn"]


def prize_note(order: Order, note: str) -> str:
    """The note under standings, with what the sign of a prize place means where there are any."""
    sign = gettext("★ prize place") if order.prizes > 0 else ""
    return " · ".join(filter(None, (sign, note)))


def decided_by(decision: Decision, name: str, more: str, less: str) -> str:
    """ "ahead of No. 7 by head to head: 62.50 to 37.50"; the name and the figures are ready to be read."""
    values = {"number": decision.behind, "name": name, "more": more, "less": less}
    return gettext("ahead of No. %(number)s by %(name)s: %(more)s to %(less)s") % values
