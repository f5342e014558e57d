"""One viewer looking at one event: what was asked for, who asks, and which state of it is shown.

Owns: finding the event by its address; the stamp that names a state; the cookie that says "this is my pair".
Never does: decide what is secret; `services.visibility` does, and `Viewing` asks it only once.

Terms: *stamp*, a short text that changes whenever anything on an event's pages may change; *kind*, which of the two
sorts of viewer this is: people who direct the event and do not play in it, and everybody else; *own*, the number
of the entry that the viewer has said to be theirs; *apart*, what sets a signed-in player of a Teams event off from
everybody else, for whom other tables' scores come later or sooner than for them.
"""

from dataclasses import dataclass
from datetime import tzinfo
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.http import Http404, HttpRequest
from django.utils.translation import gettext

from tournaments.models import Event, Kind, RatingBook, StandingsSnapshot
from tournaments.pages.team_kept import Key, untold_of
from tournaments.services.visibility import (
    MatchSight,
    Visible,
    draw_released,
    match_sight,
    visible_boards,
)
from tournaments.services.zones import zone_of

PUBLIC: Final = "public"
DIRECTOR: Final = "director"
_SOURCES: Final = (Path(settings.BASE_DIR) / "templates", Path(__file__).parent)


def _newest_source() -> float:
    """When our pages last changed, so that an upgrade is not answered "not modified" out of the old one."""
    files = (path for place in _SOURCES for path in place.rglob("*") if path.suffix in {".html", ".py"})
    return max((path.stat().st_mtime for path in files), default=0.0)


_NEWEST_SOURCE: Final = _newest_source()


@dataclass(frozen=True)
class Viewing:
    event: Event
    user: AbstractBaseUser | AnonymousUser
    own: int | None

    @cached_property
    def visible(self) -> Visible:
        return visible_boards(self.event, self.user)

    @property
    def is_teams(self) -> bool:
        return self.event.kind == Kind.TEAMS

    @property
    def is_ranked(self) -> bool:
        return self.event.kind == Kind.RANKED

    @cached_property
    def sight(self) -> MatchSight:
        """What the viewer may see of a Teams event's matches."""
        return match_sight(self.event, self.user)

    @cached_property
    def kind(self) -> str:
        """Costs no query for people who are not signed in, which nearly all are."""
        if not self.user.is_authenticated:
            return PUBLIC
        seen = self.sight if self.is_teams else self.visible
        return DIRECTOR if seen.directs else PUBLIC

    @cached_property
    def apart(self) -> str | None:
        """None for whoever may be shown what is shown to everybody of the same kind; no query for the public."""
        if not self.is_teams or not self.user.is_authenticated:
            return None
        sight = self.sight
        if sight.directs or not (sight.plays_for or sight.sits_at):
            return None
        return f"{sorted(sight.plays_for)} {sorted(sight.sits_at)}"

    @cached_property
    def untold(self) -> frozenset[Key]:
        """Keys of the matches whose outcome the viewer is not told; no query for who is told of all."""
        return untold_of(self.event, self.sight) if self.apart is not None else frozenset()

    @cached_property
    def draw_released(self) -> bool:
        """Whether the viewer may see who meets whom."""
        return draw_released(self.event, self.user)

    @cached_property
    def snapshot(self) -> StandingsSnapshot | None:
        return getattr(self.event, "snapshot", None)

    @cached_property
    def data(self) -> dict[str, Any]:
        """The standings as last computed, {} before the first time; a query of its own, at first use."""
        return self.snapshot.data if self.snapshot is not None else {}

    @cached_property
    def stamp(self) -> str:
        event, tournament = self.event, self.event.tournament
        state = (
            (_NEWEST_SOURCE, settings.LIVE_URL),
            event.pk,
            event.results_version,
            self.snapshot.version if self.snapshot else None,
            (event.name, event.status, event.traveller_secrecy),
            (tournament.name, tournament.place, tournament.time_zone),
            self._rated_version,
        )
        return blake2b(repr(state).encode(), digest_size=9).hexdigest()

    @property
    def rating_book(self) -> RatingBook | None:
        """The club's; None where it rates nothing. No query after `look`."""
        return getattr(self.event.tournament.club, "rating_book", None)

    @property
    def _rated_version(self) -> tuple[int, int] | None:
        """How far the club's ratings are, which stand beside names."""
        book = self.rating_book
        return (book.ledger_version, book.rated_version) if book is not None else None

    @cached_property
    def zone(self) -> tzinfo:
        return zone_of(self.event.tournament)


def cookie_of(event: Event) -> str:
    return f"own-{event.pk}"


def _own(request: HttpRequest, event: Event) -> int | None:
    said = request.COOKIES.get(cookie_of(event), "")
    return int(said) if said.isascii() and said.isdigit() and len(said) <= 6 else None


def look(request: HttpRequest, tournament: str, event: str) -> Viewing:
    """The event at this address as the sender of `request` sees it: one query. Raises Http404."""
    found = (
        Event.objects.select_related("tournament__club__rating_book", "snapshot")
        .defer("snapshot__data", "movement")
        .filter(tournament__slug=tournament, slug=event)
        .first()
    )
    if found is None:
        raise Http404(gettext("There is no such event."))
    return Viewing(found, request.user, _own(request, found))
