"""The deals of a game come in: the one way, whatever the door.

Owns: how two words about a deal become one: the first makes it provisional, the same from the other side confirms it,
another makes it disputed and a director's; what the desk enters is confirmed at once. Checking, storing, logging and
acknowledging, all in one transaction.
Never does: add up a game (scoring/game.py), or say what follows from it (ending.py).
Terms: *side*, who says it, "NS" or "EW"; *words*, the four texts of a deal; *receipt*, the answer that says "saved" and
is given again, word for word, to the same request sent twice.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from scoring.deal_score import score_deal
from scoring.faults import Fault
from scoring.game import GameEntry
from tournaments.models import DealState, Field, Game, GameDeal, GameStatus
from tournaments.services.actors import Actor
from tournaments.services.claim_reading import says_the_same
from tournaments.services.errors import ConflictError, NotFoundError, refuse_if
from tournaments.services.events import faults_if_final
from tournaments.services.idempotency import answer_given, fingerprint_of, remember
from tournaments.services.locking import raise_version
from tournaments.services.logbook import log
from tournaments.services.queueing import queue_recompute
from tournaments.services.ranked.cards import deal_on
from tournaments.services.ranked.deal_checks import (
    DealWords,
    Place,
    as_logged,
    checked,
    faults_of_place,
    faults_of_status,
    find_place,
    needs_reason,
    refuse_conflict,
    words_of,
    words_of_play,
)
from tournaments.services.ranked.ending import settle_game
from tournaments.services.ranked.games import faults_of_own_game
from tournaments.services.ranked.leaving import settle_absences
from tournaments.services.ranked.scores import entry_of, score_of
from tournaments.services.texts import faults_of_note, faults_of_reason

LONGEST_KEY = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class DealReceipt:
    """Says "saved". `state` is the deal's (`DealState`), `status` and `outcome` the game's after it; scores are the
    deal's, totals the game's, in points. `event_version` is what the standings must reach to show it."""

    game: int
    deal: int
    version: int
    state: str
    ns_score: int
    ew_score: int
    ns_total: int
    ew_total: int
    status: str
    outcome: str
    event_version: int
    saved_at: str
    created: bool
    replayed: bool = field(default=False)

    def to_json(self) -> dict[str, object]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a key stands for."""

    game: int
    deal: int
    by: str
    words: DealWords
    version: int | None = None
    reason: str = ""
    play: str = ""


def say_deal(
    game_id: int,
    number: int,
    side: str,
    words: DealWords,
    actor: Actor,
    key: str = "",
    now: datetime | None = None,
) -> DealReceipt:
    """Store what a side says of a deal of its game: a new one, or one that stands and is not confirmed yet.

    Raises `ServiceError` with every fault, `NotFoundError` where there is no such game, `ConflictError` where the deal
    is confirmed and other words are said of it, or where the key was used for something else.
    """
    settle_absences(event_id_of(game_id), now)  # by itself: it holds even where this is refused
    with transaction.atomic():
        place = find_place(game_id, number)
        fingerprint = fingerprint_of(_Asked(game_id, number, side, words))
        given = answer_given(place.event, key, fingerprint)
        if given is not None:
            return DealReceipt(**{**given, "replayed": True})
        faults = [*faults_if_final(place.event), *_faults_of_saying(side, key)]
        row = place.existing
        if row is not None and not faults and row.state == DealState.CONFIRMED:
            receipt = _confirmed_already(place, row, words)
        else:
            faults += faults_of_place(place, at_the_table=True)
            entry = checked(place, words, faults)
            receipt = _put(place, _as_said(row, side, entry), actor, now)
        remember(place.event, key, fingerprint, receipt.to_json())
    return receipt


def enter_deal(
    game_id: int,
    number: int,
    words: DealWords,
    actor: Actor,
    *,
    version: int | None = None,
    reason: str = "",
    play: str = "",
    key: str = "",
    now: datetime | None = None,
) -> DealReceipt:
    """Enter a deal at the desk, or correct one: confirmed at once. `version` is that of the deal being corrected, None
    for a new one. A reason is needed for other words than those that stand, in a game that is over, and for a new deal
    while a seat is empty: it was played before. `play` is a record that says the same (`read_play`).

    Raises `ServiceError` with every fault, `NotFoundError` where there is no such game, `ConflictError` where the deal
    is there already, was changed meanwhile, or where its correction would have the game run again and it cannot.
    """
    settle_absences(event_id_of(game_id), now)
    with transaction.atomic():
        place = find_place(game_id, number)
        fingerprint = fingerprint_of(_Asked(game_id, number, "", words, version, reason, play))
        given = answer_given(place.event, key, fingerprint)
        if given is not None:
            return DealReceipt(**{**given, "replayed": True})
        row = place.existing
        refuse_conflict(place, row, version)
        faults = [*faults_if_final(place.event), *faults_of_note(reason, "reason"), *_faults_of_key(key)]
        faults += faults_of_place(place, at_the_table=False, reason=reason)
        if row is not None and not reason.strip() and needs_reason(place, row, words):
            faults.append(Fault("reason-missing", "A correction needs a reason.", "reason"))
        faults += _faults_of_player(place, actor)
        entry = checked(place, words, faults, play, actor)
        said = dict(row.said) if row else {}
        new = _New(entry, DealState.CONFIRMED, said, reason.strip(), play.strip() or None)
        receipt = _put(place, new, actor, now)
        remember(place.event, key, fingerprint, receipt.to_json())
    return receipt


def remove_deal(
    game_id: int, number: int, version: int, reason: str, actor: Actor, now: datetime | None = None
) -> None:
    """Take back the last deal of a game; the log keeps it. Raises as `enter_deal` does, and for any other deal."""
    settle_absences(event_id_of(game_id), now)
    with transaction.atomic():
        place = find_place(game_id, number)
        row = place.existing
        if row is None:
            raise NotFoundError(f"There is no deal {number} to take back.", code="no-deal")
        refuse_conflict(place, row, version)
        faults = [*faults_if_final(place.event), *faults_of_reason(reason, "Taking a deal back")]
        faults += [*faults_of_status(place), *_faults_of_player(place, actor)]
        last = place.rows[-1].number
        if number != last:
            message = (
                f"Only the last deal can be taken back, and that is deal {last}; correct this one instead."
            )
            faults.append(Fault("not-the-last-deal", message, "number"))
        refuse_if(faults)
        before = _logged(row)
        row.delete()
        raise_version(place.event)
        log(place.event, actor, "deal.removed", place.subject, before=before, reason=reason)
        settle_game(place.game, actor, now)
        queue_recompute(place.event)


def restore_deal(
    game_id: int,
    number: int,
    said: Mapping[str, Any],
    version: int | None,
    reason: str,
    actor: Actor,
    now: datetime | None = None,
) -> None:
    """Have a deal stand as the log says that it did, with its state and both sides' words: in place of the one in this
    `version`, or of none. Raises as `enter_deal` does."""
    settle_absences(event_id_of(game_id), now)
    with transaction.atomic():
        place = find_place(game_id, number)
        refuse_conflict(place, place.existing, version)
        faults = [*faults_if_final(place.event), *faults_of_reason(reason, "Bringing a deal back")]
        faults += faults_of_place(place, at_the_table=False, reason=reason)
        faults += faults_of_own_game(place.game, actor, "rule on this deal")
        words = DealWords(*(said[name] for name in ("ns_bid", "ns_tricks", "ew_bid", "ew_tricks")))
        entry = checked(place, words, faults, stood=True)
        # the line may have come with an event file, and the table's pages read these words
        both = {
            side: asdict(DealWords(**said["said"][side])) for side in Field.values if side in said["said"]
        }
        new = _New(entry, DealState(said["state"]), both, reason.strip(), said.get("play"))
        _put(place, new, actor, now)


def read_play(game_id: int, number: int, text: str, actor: Actor) -> tuple[DealWords, tuple[Fault, ...]]:
    """The words that a recorded play of a deal comes to, and the irregularities in it, on which a director rules.

    It is held against the cards where `actor` may see them: what is wrong with a record tells who holds which.
    Raises `ServiceError` with everything that makes it no record, `NotFoundError` where there is no such game.
    """
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        raise NotFoundError("There is no such game.", code="no-game")
    rows = list(game.deals.all())
    place = Place(game, number, rows, score_of(game.rule_set, rows))
    return words_of_play(place, text, actor)


def event_id_of(game_id: int) -> int:
    """Raises `NotFoundError` where there is no such game."""
    found = Game.objects.filter(pk=game_id).values_list("event_id", flat=True).first()
    if found is None:
        raise NotFoundError("There is no such game.", code="no-game")
    return found


def _faults_of_saying(side: str, key: str) -> list[Fault]:
    faults = _faults_of_key(key)
    if side not in Field.values:
        faults.append(Fault("side", "Say which side enters: NS or EW.", "side"))
    return faults


def _faults_of_player(place: Place, actor: Actor) -> list[Fault]:
    """Nobody rules on a game of their own: what the table has said of a deal is another director's, and every deal of
    a game that is over."""
    row = place.existing
    if row is None or not (row.said or place.game.status == GameStatus.OVER):
        return []
    return faults_of_own_game(place.game, actor, "rule on this deal")


def _faults_of_key(key: str) -> list[Fault]:
    if len(key) <= LONGEST_KEY:
        return []
    return [Fault("key", f"A key has at most {LONGEST_KEY} characters.", "key")]


# --- what becomes of it ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _New:
    """A deal as it is about to be stored; with `play` None it keeps the record it has, if that says the same."""

    entry: GameEntry
    state: DealState
    said: dict[str, Any]
    reason: str = ""
    play: str | None = None


def _as_said(row: GameDeal | None, side: str, entry: GameEntry) -> _New:
    """What a side's word makes of a deal that is not confirmed. While the two differ it stays as it was said first."""
    words = words_of(entry)
    before: Mapping[str, Any] = row.said if row is not None else {}
    said = {**before, side: asdict(words)}
    other = before.get("EW" if side == "NS" else "NS")
    if row is None or other is None:
        reason = "" if row is None else "entered again at the table"
        return _New(entry, DealState.PROVISIONAL, said, reason)
    if says_the_same(words, DealWords(**other)):
        return _New(entry, DealState.CONFIRMED, said, "confirmed by both sides")
    own = before.get(side)
    was_first = own is not None and says_the_same(DealWords(**own), row)
    stays = entry if was_first else entry_of(row)
    return _New(stays, DealState.DISPUTED, said, "the sides differ")


def _confirmed_already(place: Place, row: GameDeal, words: DealWords) -> DealReceipt:
    """Said once more, which is no change."""
    if says_the_same(words, row):
        return _receipt(place, row, created=False)
    message = f"Deal {row.number} is confirmed; call the director if it is wrong."
    raise ConflictError(message, code="directors", versions={"saved": as_logged(row)})


def _put(place: Place, new: _New, actor: Actor, now: datetime | None) -> DealReceipt:
    now = now or timezone.now()
    existing = place.existing
    before = _logged(existing) if existing is not None else None
    row = existing or GameDeal(game=place.game, number=place.number, version=0, created_at=now)
    words = words_of(new.entry)
    row.play = (row.play if words == DealWords.of(row) else "") if new.play is None else new.play
    for name, text in asdict(words).items():
        setattr(row, name, text)
    sides = (new.entry.ns_bid, new.entry.ns_tricks, new.entry.ew_bid, new.entry.ew_tricks)
    scored = score_deal(place.game.rule_set, *sides)
    row.ns_score, row.ew_score = scored.ns.total, scored.ew.total
    row.state, row.said, row.reason = new.state, new.said, new.reason[:500]
    row.version += 1
    row.updated_at = now
    row.save()
    raise_version(place.event)
    after = _logged(row)
    log(
        place.event,
        actor,
        _action(before, after),
        place.subject,
        before=before,
        after=after,
        reason=new.reason,
    )
    settle_game(place.game, actor, now)
    deal_on(place.game, place.number + 1)
    queue_recompute(place.event)
    return _receipt(place, row, created=existing is None)


def _logged(row: GameDeal) -> dict[str, object]:
    """A deal with its record, for the log: a conflict's answer goes to who may not see its cards."""
    return {**as_logged(row), "play": row.play}


def _action(before: Mapping[str, object] | None, after: Mapping[str, object]) -> str:
    if before is None:
        return "deal.entered"
    changed = {name for name in after if after[name] != before[name]} - {"version", "said", "play"}
    return f"deal.{after['state']}" if changed <= {"state"} else "deal.corrected"


def _receipt(place: Place, row: GameDeal, *, created: bool) -> DealReceipt:
    score = score_of(place.game.rule_set, place.game.deals.all())
    return DealReceipt(
        game=place.game.number,
        deal=row.number,
        version=row.version,
        state=str(row.state),
        ns_score=row.ns_score,
        ew_score=row.ew_score,
        ns_total=score.ns_total,
        ew_total=score.ew_total,
        status=str(place.game.status),
        outcome=str(place.game.outcome),
        event_version=place.event.results_version,
        saved_at=row.updated_at.isoformat(),
        created=created,
    )
