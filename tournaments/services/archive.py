"""The archive: an event as one file, kept each time it is made final.

Owns: writing it after the event is final, and finding it again; what was archived stands in the log.
Never does: hold up the event: a full disk is logged, and said on the page of the ending.
"""

import hashlib
import logging
from dataclasses import dataclass
from datetime import datetime

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction

from tournaments.eventfile import dumps
from tournaments.models import Event
from tournaments.services.actors import Actor
from tournaments.services.errors import NotFoundError
from tournaments.services.event_export import export_event
from tournaments.services.logbook import log

ARCHIVED = "event.archived"
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Archived:
    """One file of the archive. `sha256` is of its bytes; `there` says whether it can still be read."""

    log_id: int
    at: datetime
    by: str
    size: int
    sha256: str
    there: bool


def archive_after_commit(event: Event, actor: Actor) -> None:
    """Have a final event archived once the transaction that made it final is through."""
    event_id = event.pk
    transaction.on_commit(lambda: _archive(event_id, actor), robust=True)


def archives_of(event: Event) -> list[Archived]:
    """What is in the archive of an event, newest first."""
    return [
        Archived(
            line.pk,
            line.at,
            line.actor,
            line.after["size"],
            line.after["sha256"],
            default_storage.exists(line.after["file"]),
        )
        for line in event.log.filter(action=ARCHIVED).order_by("-pk")
        if line.after
    ]


def read_archive(event: Event, log_id: int) -> bytes:
    """The bytes of one file. Raises `NotFoundError` where there is none, or where it is not what was written."""
    line = event.log.filter(action=ARCHIVED, pk=log_id).first()
    if line is None or not line.after or not default_storage.exists(line.after["file"]):
        raise NotFoundError("There is no such file in the archive.", code="no-archive")
    with default_storage.open(line.after["file"]) as file:
        data: bytes = file.read()
    if hashlib.sha256(data).hexdigest() != line.after["sha256"]:
        message = "The file in the archive is not the one that was written; export the event instead."
        raise NotFoundError(message, code="archive-changed")
    return data


def _archive(event_id: int, actor: Actor) -> None:
    event = Event.objects.select_related("tournament__club").get(pk=event_id)
    data = dumps(export_event(event)).encode()
    name = f"archive/{event_id}-{event.slug}-v{event.results_version}.json"
    try:
        stored = default_storage.save(name, ContentFile(data))
    except OSError as error:
        logger.warning("Event %s could not be archived: %s", event_id, error)
        log(event, actor, "event.not-archived", after={"why": str(error.strerror or error)[:200]})
        return
    after = {"file": stored, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    log(event, actor, ARCHIVED, after=after)
