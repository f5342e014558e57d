"""Whose bids, tricks and scores somebody in the admin may see and touch.

Owns: the difference between a club's members who play in an event and those who do not.
Never does: say which boards are finished (services.visibility).
Terms: *plays*, is one of the players of an entry; who plays sees of an event what every visitor sees of it, whatever
their role, and enters nothing on a board whose scores they may not see.
"""

from dataclasses import replace

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from tournaments.models import Event, EventStatus
from tournaments.services.visibility import MatchSight, match_sight, plays, visible_boards


class Sight:
    """What the sender of one request sees, asked once for each event."""

    def __init__(self, request: HttpRequest) -> None:
        self._user = request.user
        self._boards: dict[int, frozenset[int] | None] = {}
        self._matches: dict[int, MatchSight] = {}

    def of_matches(self, event: Event) -> MatchSight:
        """What a member of the club may be told of a Teams event's matches: everything, unless they play in it."""
        if event.pk not in self._matches:
            sight = match_sight(event, self._user)
            self._matches[event.pk] = sight if plays(self._user, event) else replace(sight, directs=True)
        return self._matches[event.pk]

    def sees(self, event: Event, board: int) -> bool:
        if event.pk not in self._boards:
            hidden = plays(self._user, event)
            self._boards[event.pk] = visible_boards(event, self._user).scores if hidden else None
        shown = self._boards[event.pk]
        return shown is None or board in shown


def unfinished_events_of(user: AbstractBaseUser | AnonymousUser) -> QuerySet[Event]:
    """Events that `user` plays in and that are not final: their logs would tell what is still hidden."""
    name = user.get_username()
    own = Q(entries__players__user__username=name) | Q(entries__substitutions__into__user__username=name)
    return Event.objects.filter(own).exclude(status=EventStatus.FINAL).distinct()
