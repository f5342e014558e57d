"""A form that is sent twice, as a double click sends it, is done once.

Owns: the answer to a form that makes something, kept for a day under the form's one-time key; that whoever sends the
same form while it is being done waits for that answer.
Never does: know what a form is for. A program's idempotency keys are `services/idempotency.py`'s.

An answer is kept as a session of its own, which expires and is cleared as every session (tasks: the sweep).
"""

import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from django.contrib.sessions.backends.base import CreateError
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone

KEPT: Final = timedelta(days=1)
_ANSWER: Final = "answer"


def key_of(*parts: str) -> str:
    """One key for what was sent: another sender, another place or other words make another key."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(f"{len(part)}:{part}".encode())
    return f"sent{digest.hexdigest()[:36]}"


def once(key: str, act: Callable[[], Any]) -> Any | None:
    """What `act` returns (plain JSON, or None where nothing was made), or what it returned to `key` before.

    In one transaction: what it made and its answer are both there, or neither is, and whoever comes with the same key
    meanwhile waits at the key's row.
    """
    # an answer that has expired is not told any more, but its row would still take the key
    Session.objects.filter(session_key=key, expire_date__lt=timezone.now()).delete()
    with transaction.atomic():
        kept = SessionStore(key)
        try:
            kept.save(must_create=True)
        except CreateError:
            return SessionStore(key).get(_ANSWER)
        answer = act()
        if answer is None:
            kept.delete()
        else:
            kept[_ANSWER] = answer
            kept.set_expiry(KEPT)
            kept.save()
    return answer


def clear_expired() -> int:
    """Answers and sessions of people that nobody can use any more are taken out. How many they were."""
    expired = Session.objects.filter(expire_date__lt=timezone.now())
    return expired.delete()[0] if expired.exists() else 0  # mostly there are none: then nothing is locked
