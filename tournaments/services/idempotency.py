"""The same request sent twice gives the same answer, and happens once."""

import hashlib
import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from tournaments.models import Event, Receipt
from tournaments.services.errors import ConflictError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def fingerprint_of(asked: "DataclassInstance") -> str:
    """SHA-256 of what was asked: two requests are the same when every field is."""
    return hashlib.sha256(json.dumps(asdict(asked), sort_keys=True, default=str).encode()).hexdigest()


def answer_given(event: Event, key: str, fingerprint: str) -> dict[str, Any] | None:
    """The answer that `key` got before, or None.

    Raises `ConflictError` when the key came with another request. The event must be locked.
    """
    receipt = Receipt.objects.filter(event=event, key=key).first() if key else None
    if receipt is None:
        return None
    if receipt.fingerprint != fingerprint:
        raise ConflictError(
            "This idempotency key was used for another request; send a new key with a new request.",
            code="key-reused",
        )
    answer: dict[str, Any] = receipt.answer
    return answer


def remember(event: Event, key: str, fingerprint: str, answer: dict[str, object]) -> None:
    """Keep the answer, in the transaction that did what was asked."""
    if key:
        Receipt.objects.create(event=event, key=key, fingerprint=fingerprint, answer=answer)
