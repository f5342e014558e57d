"""The one line that says what is going on: "Round 5 of 8 · 31 of 42 boards scored · as of 20:14"."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import formats, timezone
from django.utils.translation import gettext, ngettext

from tournaments.models import EventStatus
from tournaments.pages.viewing import Viewing


@dataclass(frozen=True, slots=True)
class Headline:
    """`parts` are joined by middle dots; `entered` of `due` results are in."""

    parts: tuple[str, ...]
    entered: int
    due: int


def headline_of(viewing: Viewing) -> Headline:
    progress = viewing.data.get("progress", {})
    entered, due = progress.get("entered", 0), progress.get("due", 0)
    parts = [_stage(viewing, progress)]
    if viewing.event.status == EventStatus.SETUP:
        return Headline(tuple(parts), 0, 0)
    if due:
        said = ngettext("%(entered)s of %(due)s board scored", "%(entered)s of %(due)s boards scored", due)
        parts.append(said % {"entered": entered, "due": due})
    computed_at = viewing.snapshot.computed_at if viewing.snapshot else None
    if computed_at is not None:
        parts.append(gettext("as of %(time)s") % {"time": _moment(viewing, computed_at)})
    return Headline(tuple(parts), entered, due)


def _stage(viewing: Viewing, progress: dict[str, int | None]) -> str:
    status = viewing.event.status
    if status == EventStatus.SETUP:
        return gettext("Being set up")
    if status == EventStatus.FINAL:
        return gettext("Final results")
    if status == EventStatus.PROVISIONAL:
        return gettext("Provisional results")
    if progress.get("round"):
        return gettext("Round %(round)s of %(rounds)s") % progress
    return gettext("Between rounds")


def _moment(viewing: Viewing, moment: datetime) -> str:
    local = timezone.localtime(moment, viewing.zone)
    if viewing.event.status in (EventStatus.RUNNING, EventStatus.SETUP):
        return formats.date_format(local, "H:i")
    return formats.date_format(local, "j F Y, H:i")
