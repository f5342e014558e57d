"""What keeps a deal of a game from being entered, and the words of a deal as values.

Owns: every check of a deal before it is stored, all faults at once; the place of a deal in its game.
Never does: store anything (deals.py), or know what follows from a deal (ending.py).
"""

from dataclasses import asdict, dataclass
from typing import Any

from boards.deal import Deal
from scoring.blind_nil import Hands
from scoring.faults import Fault
from scoring.game import GameEntry, GameScore, check_game_deal
from scoring.notation import NotationError, SideBid, SideTricks
from scoring.rules import BlindNil
from tournaments.eventfile.scoring_input import MAX_NOTATION
from tournaments.models import DealState, Event, Game, GameDeal, GameStatus
from tournaments.services.actors import Actor
from tournaments.services.claim_reading import says_the_same
from tournaments.services.errors import ConflictError, ServiceError, refuse_if
from tournaments.services.ranked.recorded import read_recorded
from tournaments.services.ranked.scores import entry_of, lock_game, score_of
from tournaments.services.visibility import actor_sees_deal


@dataclass(frozen=True, slots=True)
class DealWords:
    """What happened on a deal, as it is written (docs/rules.md §1)."""

    ns_bid: str
    ns_tricks: str
    ew_bid: str
    ew_tricks: str

    @classmethod
    def of(cls, row: GameDeal) -> "DealWords":
        return cls(row.ns_bid, row.ns_tricks, row.ew_bid, row.ew_tricks)


@dataclass(slots=True)
class Place:
    """A deal's place in its game, read once, under the event's lock."""

    game: Game
    number: int
    rows: list[GameDeal]
    score: GameScore

    @property
    def event(self) -> Event:
        return self.game.event

    @property
    def existing(self) -> GameDeal | None:
        return next((row for row in self.rows if row.number == self.number), None)

    @property
    def subject(self) -> str:
        return f"game {self.game.number}, deal {self.number}"


def as_logged(row: GameDeal) -> dict[str, object]:
    """A stored deal as JSON, for the log and for conflicts."""
    return {
        **asdict(DealWords.of(row)),
        "ns_score": row.ns_score,
        "ew_score": row.ew_score,
        "state": str(row.state),
        "said": row.said,
        "version": row.version,
    }


def words_of(entry: GameEntry) -> DealWords:
    return DealWords(str(entry.ns_bid), str(entry.ns_tricks), str(entry.ew_bid), str(entry.ew_tricks))


def find_place(game_id: int, number: int) -> Place:
    game = lock_game(game_id)
    rows = list(game.deals.order_by("number"))
    return Place(game, number, rows, score_of(game.rule_set, rows))


def faults_of_status(place: Place) -> list[Fault]:
    name = str(place.game)
    if place.game.status == GameStatus.SEATING:
        return [Fault("game-not-begun", f"{name} has not begun: four players have to sit down first.")]
    if place.game.status == GameStatus.VOID:
        return [Fault("game-void", f"{name} is void and counts for nothing: open a new game.")]
    return []


def faults_of_place(place: Place, *, at_the_table: bool, reason: str = "") -> list[Fault]:
    """What keeps this deal from being entered now, whatever happened on it."""
    faults = faults_of_status(place)
    game, new = place.game, place.existing is None
    if faults:
        return faults
    if game.status == GameStatus.OVER:
        if at_the_table:
            return [Fault("game-over", f"{game} is over; call the director if a deal of it is wrong.")]
        if new:
            return [Fault("game-over", f"{game} is over: no deal follows.", "number")]
        return []
    if new and place.score.over_after is not None:
        message = (
            f"{game} is over after deal {place.score.over_after}, as soon as both sides agree on every deal of it: "
            "no deal follows."
        )
        return [Fault("game-over", message, "number")]
    empty = _empty_seats(game) if new else ""
    if empty and (at_the_table or not reason.strip()):
        message = f"Nobody sits {empty}: somebody has to fill in before the next deal."
        if not at_the_table:
            message += " A deal that was played before can be entered with a reason."
        faults.append(Fault("seat-empty", message, "" if at_the_table else "reason"))
    return faults


def _empty_seats(game: Game) -> str:
    """The seats that a quitter has left and nobody has taken, as words."""
    gone = game.seats.filter(quit_at__isnull=False)
    taken = gone.filter(stand_ins__left_at=None, stand_ins__isnull=False).values("pk")
    return ", ".join(str(seat.get_seat_display()) for seat in gone.exclude(pk__in=taken).order_by("pk"))


def refuse_conflict(place: Place, row: GameDeal | None, version: int | None) -> None:
    """Somebody was there first: say so, with what stands."""
    if row is None:
        if version is not None:
            message = f"There is no deal {place.number} to correct; enter it as a new one."
            raise ConflictError(message, code="no-deal")
        return
    versions = {"saved": as_logged(row)}
    if version is None:
        message = (
            f"Deal {place.number} is in already (version {row.version}); to change it, correct that one and give a "
            "reason."
        )
        raise ConflictError(message, code="already-entered", versions=versions)
    if version != row.version:
        message = (
            f"Deal {place.number} was changed meanwhile: you started from version {version}, it is now version "
            f"{row.version}. Look at both and enter the right one."
        )
        raise ConflictError(message, code="stale-version", versions=versions)


def needs_reason(place: Place, row: GameDeal, words: DealWords) -> bool:
    """To confirm what one side has said needs none; a ruling between two does, and everything once a game is over."""
    ruled = row.state == DealState.DISPUTED or place.game.status == GameStatus.OVER
    return ruled or not says_the_same(words, row)


def checked(
    place: Place,
    words: DealWords,
    faults: list[Fault],
    play: str = "",
    actor: Actor | None = None,
    *,
    stood: bool = False,
) -> GameEntry:
    """The words as values; `play` is held against the cards where `actor` may see them. `stood`: they were in once.

    Raises `ServiceError` with `faults` and all that is wrong with the words.
    """
    entry = _read(place.number, words, faults)
    if entry is None:
        raise ServiceError(*faults)
    row = place.existing
    found = check_game_deal(
        place.game.rule_set,
        [entry_of(other) for other in place.rows],
        entry,
        # what was right on the scores as they were then is not made wrong by a correction further up
        any_blind_nil=stood or (row is not None and _blind(entry_of(row)) == _blind(entry)),
    )
    # a deal that stands has its place, and one that has none is told so once, in the words that know why
    told = row is not None or any(fault.code == "game-over" for fault in faults)
    faults += [fault for fault in found if not (told and fault.path == "number")]
    codes = {fault.code for fault in faults}
    if play.strip() and not codes & {"game-gap", "game-over"}:
        faults += _faults_of_play(place, words, play, actor)
    refuse_if(faults)
    return entry


def _read(number: int, words: DealWords, faults: list[Fault]) -> GameEntry | None:
    values: dict[str, Any] = {}
    for name, text in asdict(words).items():
        if not text.strip() or len(text) > 2 * MAX_NOTATION:
            message = (
                "Write what was bid, such as 7, 4+3 or N+4." if name.endswith("bid") else "Write the tricks."
            )
            faults.append(Fault("notation", message, name))
            continue
        try:
            values[name] = (SideBid if name.endswith("bid") else SideTricks).parse(text)
        except NotationError as error:
            faults.append(Fault("notation", str(error), name))
    return GameEntry(number, **values) if len(values) == len(asdict(words)) else None


def _blind(entry: GameEntry) -> tuple[object, ...]:
    return entry.ns_bid.blind_nils, entry.ew_bid.blind_nils


def _faults_of_play(place: Place, words: DealWords, play: str, actor: Actor | None) -> list[Fault]:
    found, _ = words_of_play(place, play, actor)
    if says_the_same(found, words):
        return []
    said = f"{found.ns_bid} {found.ns_tricks} – {found.ew_bid} {found.ew_tricks}"
    return [Fault("play-differs", f"The recorded play comes to {said}; correct one of them.", "play")]


def words_of_play(place: Place, text: str, actor: Actor | None) -> tuple[DealWords, tuple[Fault, ...]]:
    before = score_of(place.game.rule_set, [row for row in place.rows if row.number < place.number])
    asked = place.existing is None and place.game.rule_set.blind_nil is BlindNil.BEHIND
    read = read_recorded(
        place.game.rule_set,
        place.number,
        text,
        hands=_hands(place, actor),
        ns_lead=before.ns_total - before.ew_total if asked else None,
    )
    deal = read.deal
    words = DealWords(str(deal.ns_bid), str(deal.ns_tricks), str(deal.ew_bid), str(deal.ew_tricks))
    return words, read.irregularities


def _hands(place: Place, actor: Actor | None) -> Hands | None:
    """The cards of the deal, where the system has dealt them and `actor` may see them: what does not fit them tells who
    holds what."""
    if actor is None or not actor_sees_deal(place.game, place.number, actor):
        return None
    boards = place.game.board_set
    board = boards.boards.filter(number=place.number).first() if boards is not None else None
    if board is None:
        return None
    north, east, south, west = Deal.parse(board.pbn).hands
    return north.mask, east.mask, south.mask, west.mask
