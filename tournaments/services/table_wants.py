"""What the tables want of a director: calls, words that differ, late entries, the round clock.

Owns: what of it its reader may see; who plays in the event is only told how much there is of what is hidden from them.
Never does: change anything (table_answers.py).
Terms: *word*, what one side says of a board.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils import timezone

from tournaments.draws.propose import MINUTES_PER_BOARD, MINUTES_PER_CHANGE
from tournaments.eventfile.scoring_input import ResultFields, check_result, deal_score
from tournaments.models import Call, Claim, Event, EventStatus, Result, ResultState, RoundClock, RoundStatus
from tournaments.services.calls import open_calls
from tournaments.services.claims import Dispute, disputes
from tournaments.services.clock import Reading, read_clock
from tournaments.services.phone import late_claims
from tournaments.services.progress import board_shown
from tournaments.services.room_visibility import hidden_tables
from tournaments.services.visibility import plays, visible_boards

User = AbstractBaseUser | AnonymousUser
BIDS = ("ns_bid", "ns_tricks", "ew_bid", "ew_tricks")


@dataclass(frozen=True, slots=True)
class CallShown:
    pk: int
    place: str
    note: str
    waits: str


@dataclass(frozen=True, slots=True)
class Word:
    """`said`: the four parts of a result as typed; a score is "" where the rule set takes no such result."""

    pk: int
    side: str
    said: tuple[str, ...]
    ns_score: str
    ew_score: str


@dataclass(frozen=True, slots=True)
class DisputeShown:
    place: str
    ns: str
    ew: str
    words: tuple[Word, ...]
    rule_url: str


@dataclass(frozen=True, slots=True)
class LateShown:
    """`stands` is what is in for the board already, in words."""

    place: str
    word: Word
    waits: str
    stands: str


@dataclass(frozen=True, slots=True)
class ClockShown:
    """`reading` is None before the clock of any open round was started; `round` is the latest open one."""

    round: int
    reading: Reading | None
    usual: int

    @property
    def to_start(self) -> bool:
        return self.reading is None or self.reading.round != self.round

    @property
    def left(self) -> str:
        """ "12:05", with a minus once the time is over."""
        seconds = self.reading.seconds if self.reading else 0
        minutes, rest = divmod(abs(seconds), 60)
        return f"{'−' if seconds < 0 else ''}{minutes}:{rest:02}"


class Eyes:
    """Which boards of which tables somebody of the club may see, asked once."""

    def __init__(self, event: Event, user: User) -> None:
        self._plays = plays(user, event)
        if self._plays:
            self._boards = visible_boards(event, user).scores
            self._hidden = hidden_tables(event, user)

    @property
    def see_all(self) -> bool:
        """Whether nothing can be hidden: they do not play in the event."""
        return not self._plays

    def see(self, table_id: int, boards: Iterable[int]) -> bool:
        return not self._plays or (table_id not in self._hidden and self._boards.issuperset(boards))


@dataclass(frozen=True, slots=True)
class Wants:
    """`hidden` says what is kept from the reader, "" where nothing is; `clock` is None where no round is open."""

    calls: list[CallShown]
    disputes: list[DisputeShown]
    late: list[LateShown]
    hidden: str
    clock: ClockShown | None


def wants_of(
    event: Event, user: User, rule_url: Callable[[Dispute], str], eyes: Eyes | None = None
) -> Wants | None:
    """What waits for a director; None where there is no play. `rule_url` says where a door rules on a dispute; `eyes`
    are the user's, where they have been asked already."""
    if event.status in (EventStatus.SETUP, EventStatus.FINAL):
        return None
    eyes, now = eyes or Eyes(event, user), timezone.now()
    found, late = disputes(event), late_claims(event)
    seen = [dispute for dispute in found if eyes.see(dispute.result.table_id, [dispute.result.board])]
    seen_late = [claim for claim in late if eyes.see(claim.table_id, [claim.board])]
    return Wants(
        calls=[_call(call, eyes, now) for call in open_calls(event)],
        disputes=[_dispute(event, dispute, rule_url(dispute)) for dispute in seen],
        late=_late(event, seen_late, now),
        hidden=_hidden(len(found) - len(seen), len(late) - len(seen_late)),
        clock=_clock(event),
    )


def _call(call: Call, eyes: Eyes, now: datetime) -> CallShown:
    table = call.table
    place = f"Round {table.round.number}, table {table.number}"
    return CallShown(call.pk, place, why_untold(call, eyes) or call.note, _waits(call.at, now))


def why_untold(call: Call, eyes: Eyes) -> str:
    """Why its reader is not told what a table said with its call, "" where they are, or it said nothing."""
    return _UNTOLD if call.note and not eyes.see(call.table_id, call.table.boards) else ""


_UNTOLD: Final = "What they say is hidden from you, as you play."


def _dispute(event: Event, dispute: Dispute, rule_url: str) -> DisputeShown:
    result = dispute.result
    return DisputeShown(
        place=f"Round {result.table.round.number}, table {result.table.number}, board {dispute.board}",
        ns=str(result.ns),
        ew=str(result.ew),
        words=tuple(_word(event, claim) for claim in dispute.claims),
        rule_url=rule_url,
    )


def _late(event: Event, claims: list[Claim], now: datetime) -> list[LateShown]:
    standing = Result.objects.filter(table__in={claim.table_id for claim in claims})
    rows = standing.exclude(state=ResultState.REMOVED) if claims else ()
    there = {(row.table_id, row.board): row for row in rows}
    return [
        LateShown(
            place=place_of(event, claim),
            word=_word(event, claim),
            waits=_waits(claim.at, now),
            stands=_stands(there.get((claim.table_id, claim.board))),
        )
        for claim in claims
    ]


def place_of(event: Event, claim: Claim) -> str:
    """ "Round 2, table 1, board 4", the board as players call it."""
    table = claim.table
    return f"Round {table.round.number}, table {table.number}, board {board_shown(event, claim.board)}"


def _stands(result: Result | None) -> str:
    if result is None:
        return "no result"
    return (
        f"{result.ns_bid} {result.ns_tricks} – {result.ew_bid} {result.ew_tricks}"
        if result.ns_bid
        else "a ruling"
    )


def _word(event: Event, claim: Claim) -> Word:
    said: dict[str, Any] = {name: getattr(claim, name) for name in BIDS}
    fields = ResultFields(board=claim.board, **said)
    # the rule set may be another than when it was said
    sound = not check_result(event.rule_set, fields)
    deal = deal_score(event.rule_set, fields) if sound else None
    totals = (deal.ns.total, deal.ew.total) if deal else ("", "")
    scores = (str(total).replace("-", "−") for total in totals)
    return Word(claim.pk, claim.side, tuple(said.values()), *scores)


def _hidden(disputes: int, late: int) -> str:
    counted = [
        f"{count} {one if count == 1 else many}"
        for count, one, many in ((disputes, "dispute", "disputes"), (late, "late entry", "late entries"))
        if count
    ]
    if not counted:
        return ""
    return f"{' and '.join(counted)} hidden from you, as you play: another director has to see to it."


def _waits(since: datetime, now: datetime) -> str:
    minutes = int((now - since).total_seconds()) // 60
    return f"for {minutes} min" if minutes > 0 else "just now"


def _clock(event: Event) -> ClockShown | None:
    """The clock of the latest open round, if there is one."""
    latest = event.rounds.filter(status=RoundStatus.OPEN).order_by("-number").first()
    if latest is None:
        return None
    reading = read_clock(event)
    if reading is not None:
        return ClockShown(latest.number, reading, reading.minutes)
    before = RoundClock.objects.filter(round__event=event).order_by("-round__number").first()
    if before is not None:
        return ClockShown(latest.number, None, before.minutes)
    boards = latest.tables.values_list("boards", flat=True).first() or ()
    usual = len(boards) * MINUTES_PER_BOARD + MINUTES_PER_CHANGE
    return ClockShown(latest.number, None, max(1, round(usual)))
