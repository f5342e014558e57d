"""A request with an Idempotency-Key happens once; its repetition gets the same answer.

`services.record_result` keeps its own receipts. This does the same for every other change of an event: the answer
is kept in the transaction that made the change, so either both are there or neither.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.headers import idempotency_key
from tournaments.services.idempotency import answer_given, fingerprint_of, remember
from tournaments.services.locking import lock_event

REPLAYED = "Idempotency-Replayed"


@dataclass(frozen=True, slots=True)
class _Asked:
    method: str
    path: str
    user_id: int | None
    body: Mapping[str, object]


def once(
    request: Request, event_id: int, act: Callable[[], dict[str, object]], *, status: int = 200
) -> Response:
    """Answer with what `act` returns (plain JSON), or with what it returned to the same request before.

    Raises what `act` raises, and `ConflictError` when the key came with another request.
    """
    key = idempotency_key(request)
    if not key:
        return Response(act(), status=status)
    body: dict[str, object] = {"body": request.data, "query": request.query_params.dict()}
    asked = fingerprint_of(_Asked(request.method or "", request.path, request.user.pk, body))
    with transaction.atomic():
        event = lock_event(event_id)
        given = answer_given(event, key, asked)
        if given is not None:
            return Response(given, status=status, headers={REPLAYED: "true"})
        answer = act()
        remember(event, key, asked, answer)
    return Response(answer, status=status)
