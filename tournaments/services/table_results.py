"""A whole table's results at once: what is on a score sheet, in one transaction."""

from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction

from scoring.faults import Fault
from tournaments.services.actors import Actor
from tournaments.services.errors import ConflictError, ServiceError, refuse_if
from tournaments.services.kinds import faults_if_ranked
from tournaments.services.locking import lock_event
from tournaments.services.results import Entered, ResultReceipt, record_locked


def record_table(event_id: int, rows: Sequence[Entered], actor: Actor) -> list[ResultReceipt]:
    """Record `rows` in their order, all or none.

    Raises `ServiceError` with the faults of every row, `ConflictError` where that is all that is wrong; a fault's path
    starts with the row's place, as in `rows[2].ns_bid`.
    """
    receipts: list[ResultReceipt] = []
    faults: list[Fault] = []
    kinds: set[type[ServiceError]] = set()
    with transaction.atomic():
        event = lock_event(event_id)
        refuse_if(faults_if_ranked(event))
        for index, entered in enumerate(rows):
            try:
                receipts.append(record_locked(event, entered, actor))
            except ServiceError as error:
                kinds.add(type(error))
                faults += [replace(fault, path=_under(index, fault.path)) for fault in error.faults]
        if faults:
            # and with it the transaction ends undone
            raise (ConflictError if kinds == {ConflictError} else ServiceError)(*faults)
    return receipts


def _under(index: int, path: str) -> str:
    return f"rows[{index}].{path}" if path else f"rows[{index}]"
