"""Putting an amended movement into the rounds that are still planned.

Owns: which rows of tables and rounds change. Runs under the event's lock, in the transaction of `amendments`.
Never does: touch a round that has begun: its tables hold results, codes and claims.
"""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.draws.amend import Running
from tournaments.draws.movement import Movement, Seating
from tournaments.models import Event, EventStatus, Round, RoundStatus, Substitution, Table


def rebuild(event: Event, running: Running, movement: Movement, kept: Sequence[int]) -> None:
    """Make the planned rounds those of `movement`, whose round i is round `kept[i - 1]` now, and set what the event
    says of its draw; the caller saves the event."""
    rounds = {round_.number: round_ for round_ in event.rounds.all()}
    gone = [round_.pk for number, round_ in rounds.items() if number not in set(kept)]
    Round.objects.filter(pk__in=gone).delete()
    entries = {entry.number: entry.pk for entry in event.entries.all()}
    changed: list[Table] = []
    fresh: list[Table] = []
    stale: list[int] = []
    planned = [number for number in kept if number not in running.begun]
    there: dict[int, dict[int, Table]] = {number: {} for number in planned}
    tables = Table.objects.filter(round__event=event, round__number__in=planned).select_related("round")
    for table in tables:
        there[table.round.number][table.number] = table
    for number, seats in zip(kept, movement.rounds, strict=True):
        if number in running.begun:
            continue
        rows = there[number]
        stale += [table.pk for at, table in rows.items() if at not in {seat.table for seat in seats}]
        for seat in seats:
            row = rows.get(seat.table)
            if row is None:
                fresh.append(_filled(Table(round=rounds[number], number=seat.table), seat, entries))
            elif (row.ns_id, row.ew_id, tuple(row.boards)) != _content(seat, entries):
                changed.append(_filled(row, seat, entries))
    Table.objects.filter(pk__in=stale).delete()
    Table.objects.bulk_update(changed, ["ns", "ew", "boards"], batch_size=200)
    Table.objects.bulk_create(fresh, batch_size=500)
    _move_up(event, kept)
    for number, old in enumerate(kept, 1):  # downwards, so that no two rounds have one number in between
        if number != old:
            Round.objects.filter(pk=rounds[old].pk).update(number=number)
    event.movement = replace(movement, boards=max(movement.boards, running.movement.boards)).to_json()
    unclosed = event.rounds.exclude(status=RoundStatus.CLOSED).exists()
    if event.status == EventStatus.RUNNING and not unclosed:
        event.status = EventStatus.PROVISIONAL


def _move_up(event: Event, kept: Sequence[int]) -> None:
    """Who plays in another's place does so in the same rounds as before, whatever their numbers are now."""
    for line in Substitution.objects.filter(entry__event=event):
        first = 1 + sum(number < line.first_round for number in kept)
        last = None if line.last_round is None else sum(number <= line.last_round for number in kept)
        if first > len(kept) or (last is not None and last < first):
            line.delete()  # it was for rounds that are not played
        elif (first, last) != (line.first_round, line.last_round):
            whole = line.first_round in kept
            line.first_board = line.first_board if whole else None
            line.first_round, line.last_round = first, last
            line.save(update_fields=["first_round", "last_round", "first_board"])


def _content(seat: Seating, entries: dict[int, int]) -> tuple[int, int, tuple[int, ...]]:
    return entries[seat.ns], entries[seat.ew], seat.boards


def _filled(table: Table, seat: Seating, entries: dict[int, int]) -> Table:
    table.ns_id, table.ew_id = entries[seat.ns], entries[seat.ew]
    table.boards = list(seat.boards)
    return table
