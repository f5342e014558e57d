"""Packs: large print-outs that a worker makes one document after another, watched and cancelled at the desk.

Owns: the life of a pack, and its files. Never does: draw (tournaments/printing_pack.py).
Terms: *step*, one document of a pack; `Pack.done` counts the steps made, `Pack.pages` how many there are.
Steps may run twice or at once: whoever counts a step first queues the next, and the other's work is thrown away.
"""

import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from celery import current_app
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from scoring.faults import Fault
from tournaments.models import Pack, PackState
from tournaments.services.actors import Actor
from tournaments.services.errors import ConflictError, NotFoundError, refuse_if
from tournaments.services.locking import lock_event
from tournaments.services.logbook import log

PACK_TASK: Final = "tournaments.make_pack"
LONGEST: Final = timedelta(minutes=30)
"""A pack that is not ready after so long kills its workers: it is given up, and not tried for a day."""
MOST_AT_ONCE: Final = 3
"""Unfinished packs of one event."""
KEPT: Final = timedelta(days=1)
STUCK: Final = timedelta(minutes=2)
"""A step that has said nothing for so long was lost with its worker."""
UNFINISHED: Final = (PackState.WAITING, PackState.RUNNING)

logger = logging.getLogger(__name__)


def order_pack(
    event_id: int, documents: Sequence[str], options: dict[str, Any], actor: Actor, known: Sequence[str]
) -> Pack:
    """Have a pack of `documents` made, in the order of `known`. `options` are the fields of an `Order` as JSON.

    Raises `ServiceError` where nothing or something unknown is asked for, `ConflictError` while too many are made.
    """
    with transaction.atomic():
        event = lock_event(event_id)
        wanted = [name for name in known if name in documents]
        unknown = sorted(set(documents) - set(known))
        faults = [
            Fault("document", f"There is no sheet “{name[:40]}” of this event.", "documents")
            for name in unknown
        ]
        if not wanted and not faults:
            faults.append(Fault("nothing", "Choose at least one sheet.", "documents"))
        refuse_if(faults)
        if event.packs.filter(state__in=UNFINISHED).count() >= MOST_AT_ONCE:
            raise ConflictError(
                "Three packs are being made already; wait for one, or cancel it.", code="busy"
            )
        pack = Pack.objects.create(
            event=event,
            order={"documents": wanted, **options},
            pages=len(wanted),
            by=actor.name[:200],
            user_id=actor.user_id,
            seen_at=timezone.now(),
        )
        log(event, actor, "pack.ordered", after={"documents": wanted})
        transaction.on_commit(lambda: _send(pack.pk))
    return pack


def cancel_pack(event_id: int, pack_id: int, actor: Actor) -> Pack:
    """Stop a pack after the document that is being drawn, and drop what is made of it. A finished pack stays."""
    pack = find_pack(event_id, pack_id)
    stopped = Pack.objects.filter(pk=pack.pk, state__in=UNFINISHED).update(
        state=PackState.CANCELLED, finished_at=timezone.now()
    )
    if stopped:
        log(pack.event, actor, "pack.cancelled")
        _drop_parts(pack)
    pack.refresh_from_db()
    return pack


def find_pack(event_id: int, pack_id: int) -> Pack:
    """Raises `NotFoundError` for a pack that is not of this event."""
    pack = Pack.objects.select_related("event__tournament__club", "user").filter(pk=pack_id).first()
    if pack is None or pack.event_id != event_id:
        raise NotFoundError("There is no such pack; it may be older than a day.", code="no-pack")
    return pack


def begin_step(pack_id: int) -> Pack | None:
    """The pack whose next document is to be drawn now; None where nothing is left to do."""
    Pack.objects.filter(pk=pack_id, state__in=UNFINISHED).update(
        state=PackState.RUNNING, seen_at=timezone.now()
    )
    running = Pack.objects.select_related("event__tournament__club", "user").filter(pk=pack_id)
    return running.filter(state=PackState.RUNNING).first()


def end_step(pack: Pack, part: bytes) -> bool:
    """Keep what was drawn of a pack and go on; False where somebody else was first, or it was cancelled."""
    name = part_name(pack, pack.done)
    if default_storage.exists(name):
        default_storage.delete(name)
    default_storage.save(name, ContentFile(part))
    counted = Pack.objects.filter(pk=pack.pk, state=PackState.RUNNING, done=pack.done).update(
        done=pack.done + 1, seen_at=timezone.now()
    )
    if counted:
        _send(pack.pk)
    elif not Pack.objects.filter(pk=pack.pk, state__in=UNFINISHED).exists():
        default_storage.delete(name)
    return bool(counted)


def finish(pack: Pack, whole: bytes, left_out: Sequence[str] = ()) -> None:
    """Keep the finished file and drop its parts; `left_out` are documents that have nothing to be printed (yet)."""
    name = default_storage.save(f"packs/{pack.pk}.pdf", ContentFile(whole))
    done = Pack.objects.filter(pk=pack.pk, state=PackState.RUNNING).update(
        state=PackState.DONE,
        file=name,
        finished_at=timezone.now(),
        order={**pack.order, "left_out": list(left_out)},
    )
    if not done:
        default_storage.delete(name)
    _drop_parts(pack)


def fail(pack_id: int, why: str) -> None:
    """Give a pack up, with a sentence."""
    Pack.objects.filter(pk=pack_id, state__in=UNFINISHED).update(
        state=PackState.FAILED, why=why[:500], finished_at=timezone.now()
    )


def parts_of(pack: Pack) -> list[bytes]:
    """What was drawn so far, in order."""
    parts = []
    for step in range(pack.done):
        with default_storage.open(part_name(pack, step)) as file:
            parts.append(file.read())
    return parts


def part_name(pack: Pack, step: int) -> str:
    return f"packs/{pack.pk}-{step}.pdf"


def sweep_packs() -> int:
    """Queue again what got stuck, and forget what is older than a day; return how many were touched."""
    now = timezone.now()
    silent = Pack.objects.filter(state__in=UNFINISHED, seen_at__lt=now - STUCK)
    for pack_id in silent.filter(created_at__lt=now - LONGEST).values_list("pk", flat=True):
        fail(pack_id, "It took too long; print its largest sheets by themselves, or a round at a time.")
    stuck = list(silent.values_list("pk", flat=True))
    Pack.objects.filter(pk__in=stuck).update(seen_at=now)
    for pack_id in stuck:
        _send(pack_id)
    old = Pack.objects.filter(created_at__lt=now - KEPT)
    count = len(stuck)
    for pack in old:
        _drop_parts(pack)
        if pack.file:
            default_storage.delete(pack.file)
        pack.delete()
        count += 1
    return count


def _drop_parts(pack: Pack) -> None:
    for step in range(pack.pages):
        name = part_name(pack, step)
        if default_storage.exists(name):
            default_storage.delete(name)


def _send(pack_id: int) -> None:
    try:
        current_app.send_task(PACK_TASK, args=[pack_id], retry=False, ignore_result=True)
    except (OperationalError, OSError) as error:
        logger.warning("The broker did not take pack %s: %s", pack_id, error)  # the sweep finds it
