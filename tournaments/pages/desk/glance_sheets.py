"""What is printed and no longer true, in one line on the round's page.

Owns: how it is counted there. Never does: decide what is stale (services.printed).
"""

from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.models import Event
from tournaments.services.printed import SheetState, sheet_states


@dataclass(frozen=True, slots=True)
class SheetShown:
    """`stale` are in words, with why; `printed` counts all that was printed."""

    stale: tuple[str, ...]
    printed: int


def sheets_of(event: Event) -> SheetShown:
    states = sheet_states(event)
    return SheetShown(tuple(_told(state) for state in states if state.stale), len(states))


def _told(state: SheetState) -> str:
    name = state.kind.replace("-", " ")
    place = f", {state.part}" if state.part else ""
    return gettext("%(name)s%(place)s: %(why)s") % {"name": name, "place": place, "why": state.why}
