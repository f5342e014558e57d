"""Tokens: the secrets that open a table's page (docs/operators.md, Table pages).

Owns: making, finding and revoking them, and how long they live.
Never does: say what a token may do; it can enter results of its table's present round, and nothing else (phone.py).

A token is a keyed hash of a stored nonce under the server's secret key: it can be printed again at any time, and what
the database holds opens nothing.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scoring.faults import Fault
from tournaments.models import Entry, Event, EventStatus, RoundStatus, Table, TableToken
from tournaments.services.actors import Actor
from tournaments.services.errors import ServiceError, refuse_if
from tournaments.services.events import faults_if_final
from tournaments.services.kinds import faults_if_ranked
from tournaments.services.locking import lock_event
from tournaments.services.logbook import log
from tournaments.services.visibility import sees_every_board
from tournaments.services.zones import zone_of

BYTES = 15
"""120 bits: 24 letters and digits, which nobody guesses and a QR code holds easily."""
AFTER_THE_LAST_DAY = timedelta(hours=12)
AT_LEAST = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Opened:
    """What a token opens now: `table` is None between rounds, or where its entry sits out."""

    token: TableToken
    event: Event
    table: Table | None


def token_text(token: TableToken) -> str:
    """The secret itself, as it stands in the QR code's address."""
    message = f"table-token/{token.event_id}/{token.table}/{token.entry_id}/{token.nonce}".encode()
    digest = hmac.digest(settings.SECRET_KEY.encode(), message, "sha256")
    return base64.b32encode(digest[:BYTES]).decode().lower()


def tokens_for_tables(event_id: int, numbers: Iterable[int], actor: Actor) -> list[TableToken]:
    """The tokens of these tables, made where there are none. Raises `ServiceError` for a final event."""
    wanted = sorted(set(numbers))
    with transaction.atomic():
        event = lock_event(event_id)
        refuse_if(faults_if_final(event))
        there = {token.table: token for token in _standing(event).filter(table__in=wanted)}
        made = [_new(event, table=number) for number in wanted if number not in there]
        _store(event, made, actor, "tables", [token.table for token in made])
    return sorted([*there.values(), *made], key=lambda token: token.table or 0)


def tokens_for_entries(event_id: int, actor: Actor) -> list[TableToken]:
    """The tokens of all entries that play, made where there are none."""
    with transaction.atomic():
        event = lock_event(event_id)
        refuse_if([*faults_if_ranked(event), *faults_if_final(event)])
        there = {
            token.entry_id: token for token in _standing(event).exclude(entry=None).select_related("entry")
        }
        entries = event.entries.filter(withdrawn=False, standby=False).order_by("number")
        made = [_new(event, entry=entry) for entry in entries if entry.pk not in there]
        _store(event, made, actor, "entries", [token.entry.number for token in made if token.entry])
    found = [*there.values(), *made]
    return sorted(found, key=lambda token: token.entry.number if token.entry else 0)


def revoke(event_id: int, token_ids: Iterable[int], actor: Actor, reason: str) -> int:
    """Make tokens open nothing any more: a card that was lost. Return how many."""
    with transaction.atomic():
        event = lock_event(event_id)
        if not reason.strip():
            raise ServiceError(Fault("reason-missing", "Revoking a code needs a reason.", "reason"))
        found = _standing(event).filter(pk__in=list(token_ids))
        subjects = [str(token) for token in found]
        count = found.update(revoked_at=timezone.now())
        if count:
            log(event, actor, "tokens.revoked", after={"tokens": subjects}, reason=reason)
    return count


def standing_tokens(event: Event) -> QuerySet[TableToken]:
    """What opens a page now."""
    standing = event.table_tokens.filter(revoked_at=None, expires_at__gt=timezone.now())
    return standing.select_related("entry").order_by("table", "entry__number")


def may_print_codes(user: AbstractBaseUser | AnonymousUser, event: Event) -> bool:
    """A card opens what its table has entered, so it is not for whom that is hidden from."""
    return event.status == EventStatus.SETUP or sees_every_board(user, event)


def open_token(text: str) -> Opened | None:
    """What a token opens; None for one that was never given out, was revoked, or is of another week."""
    if not text.isascii() or len(text) != len(base64.b32encode(bytes(BYTES))):
        return None
    token = (
        TableToken.objects.select_related("event__tournament", "entry")
        .defer("event__movement")  # large, and every phone asks every two seconds
        .filter(token_hash=_hash(text), revoked_at=None, expires_at__gt=timezone.now())
        .first()
    )
    if token is None or token.event.status == EventStatus.FINAL:
        return None
    return Opened(token, token.event, _table_of(token))


def table_in_round(token: TableToken, number: int) -> Table | None:
    """Where the token's table, or its entry, is in a round."""
    tables = Table.objects.select_related("round", "ns", "ew", "match")
    return _of_token(token, tables.filter(round__event_id=token.event_id, round__number=number))


def _table_of(token: TableToken) -> Table | None:
    """The token's table in the latest open round."""
    latest = token.event.rounds.filter(status=RoundStatus.OPEN).order_by("-number").values("pk")[:1]
    tables = Table.objects.select_related("round", "ns", "ew", "match")
    return _of_token(token, tables.filter(round__in=latest))


def _of_token(token: TableToken, tables: QuerySet[Table]) -> Table | None:
    if token.entry_id is None:
        return tables.filter(number=token.table or 0).first()
    return tables.filter(ns=token.entry).first() or tables.filter(ew=token.entry).first()


def _standing(event: Event) -> QuerySet[TableToken]:
    return event.table_tokens.filter(revoked_at=None, expires_at__gt=timezone.now())


def _new(event: Event, table: int | None = None, entry: Entry | None = None) -> TableToken:
    token = TableToken(
        event=event, table=table, entry=entry, nonce=secrets.token_hex(16), expires_at=_end(event)
    )
    token.token_hash = _hash(token_text(token))
    return token


def _store(
    event: Event, made: list[TableToken], actor: Actor, what: str, subjects: list[int | None] | list[int]
) -> None:
    if not made:
        return
    # those that ran out stand in the way of the constraint that there is one a table
    expired = event.table_tokens.filter(revoked_at=None, expires_at__lte=timezone.now())
    expired.update(revoked_at=timezone.now())
    TableToken.objects.bulk_create(made)
    log(event, actor, "tokens.made", after={what: subjects})


def _end(event: Event) -> datetime:
    """The morning after the tournament's last day, and a day from now at least."""
    tournament = event.tournament
    last = tournament.ends_on or tournament.starts_on
    midnight = datetime.combine(last + timedelta(days=1), time(), zone_of(tournament))
    return max(midnight + AFTER_THE_LAST_DAY, timezone.now() + AT_LEAST)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
