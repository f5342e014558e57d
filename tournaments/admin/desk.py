"""What the tables want of a director, on the event's page in the admin (services/table_wants.py).

Never does: change anything (desk_deeds.py).
"""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.urls import reverse

from tournaments.models import Event, Kind
from tournaments.services.claims import Dispute
from tournaments.services.table_wants import wants_of


def desk(event: Event, user: AbstractBaseUser | AnonymousUser) -> dict[str, Any]:
    """For the template desk.html; nothing where there is no play, nor of ranked tables, whose games are at the desk."""
    if event.kind == Kind.RANKED:
        return {}
    wants = wants_of(event, user, _rule_url)
    if wants is None:
        return {}
    shown = {name: getattr(wants, name) for name in ("calls", "disputes", "late", "hidden", "clock")}
    return {"event": event, **shown}


def _rule_url(dispute: Dispute) -> str:
    return reverse("admin:tournaments_result_change", args=[dispute.result.pk])
