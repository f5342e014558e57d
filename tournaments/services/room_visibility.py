"""Whose results a viewer is not told of: the tables of matches that are not over, as `MatchSight` says.

Owns: the same answer for stored results that `MatchSight` gives for a match's snapshot. Reads; changes nothing.
"""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Q

from tournaments.models import Event, Kind, MatchSnapshot, Room, Table
from tournaments.services.visibility import MatchSight, match_sight


def hidden_tables(event: Event, viewer: AbstractBaseUser | AnonymousUser) -> frozenset[int]:
    """Keys of the tables of a Teams event whose results `viewer` may not see, nor learn how many there are. Of a Pairs
    event there are none: its results are shown or hidden board by board (`visible_boards`)."""
    if event.kind != Kind.TEAMS:
        return frozenset()
    sight = match_sight(event, viewer)
    if sight.directs:
        return frozenset()
    # a match that nobody has scored yet counts as running
    running = Table.objects.filter(round__event=event, match__isnull=False).exclude(
        match__snapshot__finished=True
    )
    own = _own_matches(event, sight)
    columns = ("pk", "room", "match_id", "match__home__number", "match__away__number")
    return frozenset(
        pk
        for pk, room, match, home, away in running.values_list(*columns)
        if room not in sight.rooms(own.get(match) or _unread(home, away))
    )


def _own_matches(event: Event, sight: MatchSight) -> dict[int, Mapping[str, Any]]:
    """The snapshots of the viewer's own matches; the others' are large, and who plays in them is all that counts."""
    if not sight.plays_for:
        return {}
    teams = Q(match__home__number__in=sight.plays_for) | Q(match__away__number__in=sight.plays_for)
    rows = MatchSnapshot.objects.filter(teams, event=event, finished=False)
    return dict(rows.values_list("match_id", "data"))


def _unread(home: int, away: int | None) -> dict[str, Any]:
    """What `MatchSight.rooms` asks of a match that runs. At table 0 nobody sits: of one's own match that nobody has
    scored yet no room is shown."""
    rooms = {name: {"table": 0} for name in Room.values}
    return {"home": home, "away": away, "round": 0, "finished": False, "needs_decider": False, "rooms": rooms}
