"""What every command of ours does with a refusal: say each fault on a line of standard error and exit with 2."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from scoring.faults import Fault, FaultsError
from tournaments.models import Door, Event
from tournaments.services.actors import Actor
from tournaments.services.errors import ServiceError

COMMAND_LINE = Actor(name="command line", door=Door.COMMAND)


class DirectorCommand(BaseCommand):
    """A command whose `run` may raise `ServiceError` or `FaultsError`."""

    def handle(self, *args: Any, **options: Any) -> str | None:
        _refuse_empty_database()
        try:
            return self.run(**options)
        except (ServiceError, FaultsError) as error:
            raise CommandError(fault_lines(error.faults), returncode=2) from None

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Django would put its class's name before what went wrong; people want the sentence."""
        try:
            return super().execute(*args, **options)
        except CommandError as error:
            if not getattr(self, "_called_from_command_line", False):
                raise
            self.stderr.write(str(error))
            sys.exit(error.returncode)

    def run(self, **options: Any) -> str | None:
        raise NotImplementedError


def _refuse_empty_database() -> None:
    """A database without our tables is one that nothing was started on yet."""
    if Event._meta.db_table not in connection.introspection.table_names():
        message = "There is no database here yet: run `manage.py up` (or `manage.py migrate`) first."
        raise CommandError(message, returncode=2)


def fault_lines(faults: Iterable[Fault]) -> str:
    """One fault a line, its place first where it has one and does not say it itself."""
    return "\n".join(
        f"{fault.path}: {fault.message}"
        if fault.path and not fault.message.lower().startswith(fault.path.lower())
        else fault.message
        for fault in faults
    )


def read_input(name: str, limit: int) -> bytes:
    """The bytes of a file, or of standard input for "-". More than `limit` bytes are refused unread."""
    if name == "-":
        data = sys.stdin.buffer.read(limit + 1)
    else:
        try:
            with Path(name).open("rb") as source:
                data = source.read(limit + 1)
        except OSError as error:
            raise CommandError(f"{name} cannot be read: {error.strerror}.", returncode=2) from None
    if len(data) > limit:
        raise CommandError(f"{name} is larger than {limit // 1_000_000} MB; nothing was read.", returncode=2)
    return data


def find_event(name: str) -> Event:
    """An event by its number, or by "tournament/event" as in its address."""
    events = Event.objects.select_related("tournament__club")
    if name.isdecimal():
        found = events.filter(pk=int(name)).first()
    else:
        tournament, _, slug = name.partition("/")
        found = events.filter(tournament__slug=tournament, slug=slug).first()
    if found is None:
        known = [f"{event.pk} ({event.tournament.slug}/{event.slug})" for event in events[:10]]
        raise CommandError(
            f"There is no event “{name}”; there are {', '.join(known) or 'none yet'}.", returncode=2
        )
    return found
