"""A line of the log that is being undone: what it says, and what has happened since.

Owns: the one value that all undoers are given. Never does: undo anything (undo.py, ranked/undo_games.py).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.models import Event, LogEntry
from tournaments.services.actors import Actor
from tournaments.services.errors import ConflictError

_NUMBERED = ("entries.renumbered", "entry.on-standby", "entry.seated")
"""What gives entries other numbers."""


@dataclass(frozen=True, slots=True)
class Undoing:
    """`event` is locked; `reason` says already that something is undone."""

    event: Event
    line: LogEntry
    actor: Actor
    reason: str

    @property
    def before(self) -> Mapping[str, Any]:
        return self.line.before or {}

    @property
    def after(self) -> Mapping[str, Any]:
        return self.line.after or {}

    @property
    def came_in_a_file(self) -> bool:
        """Whether the line was read from an event file: it may say anything at all, or leave anything out."""
        return self.event.log.filter(pk__gt=self.line.pk, action="event.imported").exists()

    @property
    def number(self) -> int:
        """The entry that a line is about: "pair 7". Raises `ConflictError` where it may be another's number by now."""
        if self.event.log.filter(pk__gt=self.line.pk, action__in=_NUMBERED).exists():
            message = "Entries were numbered anew since; change it at the entry."
            raise ConflictError(message, code="changed-since")
        return int(self.line.subject.rsplit(" ", 1)[-1])

    def refuse_if_changed(self, actions: Iterable[str], message: str) -> None:
        """Raises `ConflictError` where one of these actions was done to the same subject later."""
        later = self.event.log.filter(
            pk__gt=self.line.pk, subject=self.line.subject, action__in=list(actions)
        )
        if later.exists():
            raise ConflictError(message, code="changed-since")


Undoer = Callable[[Undoing], None]
