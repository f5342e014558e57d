"""Who may use an address: every view names an access for each of its methods, and there is no default.

tests/api/test_permissions.py walks all of them as everybody.
"""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from tournaments.models import EventStatus
from tournaments.services.actors import Deed, directs, may

if TYPE_CHECKING:
    from tournaments.api.views.base import ApiView


class Access(Enum):
    """Who may. The value is said to those who may not."""

    EVERYBODY = "Everybody may do that."
    SCORER = "Only a scorer, a director or an owner of this club may do that."
    DIRECTOR = "Only a director or an owner of this club may do that."
    SECRETS = "Only a director of this club who does not play in the event may read that before it is final."


DEEDS = {Access.SCORER: Deed.ENTER_RESULTS, Access.DIRECTOR: Deed.DIRECT, Access.SECRETS: Deed.DIRECT}


def by_method(**methods: Access) -> Mapping[str, Access]:
    """`by_method(GET=Access.EVERYBODY, POST=Access.DIRECTOR)`: what a view has to say."""
    return MappingProxyType(methods)


class Permitted(BasePermission):
    """Asks the view's `access` for the method, and `services.actors` for the rest."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        return self._permits(request, cast("ApiView", view))

    def _permits(self, request: Request, view: "ApiView") -> bool:
        access = view.access_of(request.method)
        if access is None or access is Access.EVERYBODY:
            return True  # None: the method does not exist here, which is answered next
        if not request.user.is_authenticated:
            return False
        if not may(request.user, DEEDS[access], view.club_id):
            raise PermissionDenied(access.value)
        if access is Access.SECRETS:
            event = view.event
            if event.status != EventStatus.FINAL and not directs(request.user, event):
                raise PermissionDenied(access.value)
        return True
