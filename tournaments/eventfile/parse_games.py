"""What only an event of ranked tables has, out of a document: settings, games, starting ratings.

Owns: the keys of `event.ranked`, `policy`, `ratings` and of a game, their types and bounds.
Never does: see what hangs together (`check_games`), run a game (`game_scoring`).

Terms: see `model_games`.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from decimal import Decimal

from boards.deal import Deal, DealError
from scoring.elo_policies import DEFAULT_POLICY, RatingPolicy
from scoring.faults import Fault, FaultsError
from scoring.game import TARGETS
from scoring.rules import RuleSet
from tournaments.eventfile.json_text import child_path
from tournaments.eventfile.model import EventInfo
from tournaments.eventfile.model_games import (
    SEATS,
    DealInfo,
    Dealing,
    GameInfo,
    GameMark,
    GameResult,
    GivenGame,
    Leaving,
    QuitInfo,
    RankedInfo,
    RatingInfo,
    RatingsInfo,
    SaidInfo,
    StakeInfo,
    StandInInfo,
)
from tournaments.eventfile.parse_results import read_status
from tournaments.eventfile.reader import (
    MAX_NAME,
    MAX_NUMBER,
    MAX_REASON,
    MAX_VERSION,
    ObjectReader,
    plain_decimal,
)
from tournaments.eventfile.scoring_input import MAX_NOTATION

MAX_GAMES = 20_000
MAX_DEALS = 500
"""Of one game."""
MAX_STAKE = 1_000_000
MAX_RATING = 10_000
MAX_RATING_PLACES = 20
"""Decimals of a starting rating: more than a floating-point number of that size is written with."""
MAX_PLAY = 4_000
MAX_RATINGS = 200_000
_PLAYED = ("ns_bid", "ns_tricks", "ew_bid", "ew_tricks")
_NO_FORM = ("ns_score", "ew_score", "ns_adjusted", "ew_adjusted", "weighted", "not_played")
"""Forms that a Pairs event's results have and a game's deals have not."""
_WHY_NO_FORM = "does not go in a game, whose score runs on: give ns_bid, ns_tricks, ew_bid and ew_tricks."


def read_ranked_info(reader: ObjectReader) -> RankedInfo:
    """The settings of an event of ranked tables."""
    lowest = reader.optional_whole("lowest_rating", 0, MAX_RATING)
    highest = reader.optional_whole("highest_rating", 0, MAX_RATING)
    if lowest is not None and highest is not None and lowest > highest:
        message = f"is below lowest_rating, {lowest}: nobody could sit down; correct one of them."
        reader.fault("rating-range", message, "highest_rating")
    return RankedInfo(
        lowest_rating=lowest,
        highest_rating=highest,
        open_seating=reader.flag("open_seating", default=True),
        leaving=reader.choice("leaving", Leaving, Leaving.PLAY_ON) or Leaving.PLAY_ON,
        dealing=reader.choice("dealing", Dealing, Dealing.HAND) or Dealing.HAND,
        stake=reader.whole("stake", 0, MAX_STAKE, default=0),
    )


def read_game(event: EventInfo) -> Callable[[ObjectReader], GameInfo]:
    """A reader of the event's games."""

    def read(reader: ObjectReader) -> GameInfo:
        number = reader.whole("game", 1, MAX_GAMES)
        mark = reader.optional_choice("status", GameMark)
        return GameInfo(
            number=number,
            rules=_rules(reader, event),
            table=reader.optional_whole("table", 1, MAX_NUMBER) or 0,
            mark=mark,
            seats=_seats(reader, mark),
            rated=reader.flag("rated", default=event.rated),
            stake=reader.whole("stake", 0, MAX_STAKE, default=event.ranked.stake),
            rematch_of=reader.optional_whole("rematch_of", 1, MAX_GAMES),
            opened=_moment(reader, "opened"),
            started=_moment(reader, "started"),
            ended=_moment(reader, "ended"),
            given=reader.child("given", _given),
            reason=reader.text("reason", MAX_REASON, default="", lines=True),
            quits=reader.objects("quits", MAX_DEALS, _quit),
            stand_ins=reader.objects("substitutes", MAX_DEALS, _stand_in),
            stakes=reader.objects("stakes", MAX_RATINGS, _stake),
            deals=_numbered(reader.objects("deals", MAX_DEALS, _deal)),
        )

    return read


def read_ratings(reader: ObjectReader) -> RatingsInfo:
    """`policy` and `ratings` of the whole document."""
    value = reader.raw("policy")
    policy = DEFAULT_POLICY
    if value is not None:
        try:
            policy = RatingPolicy.from_json(_floats(value))
        except FaultsError as error:
            reader.sink.extend(fault.under("policy") for fault in error.faults)
    if isinstance(reader.peek("ratings"), dict):
        return RatingsInfo(policy=policy, ratings=reader.child("ratings", _ratings_by_name) or ())
    return RatingsInfo(policy=policy, ratings=reader.objects("ratings", MAX_RATINGS, _rating))


def _ratings_by_name(reader: ObjectReader) -> tuple[RatingInfo, ...]:
    for name in reader.keys:
        if not name.strip() or len(name) > MAX_NAME:
            reader.fault("rating-name", f"is no name: write one of 1 to {MAX_NAME} characters.", name)
    return tuple(RatingInfo(player=name, rating=_points(reader, name)) for name in reader.keys)


def _rating(reader: ObjectReader) -> RatingInfo:
    return RatingInfo(
        player=reader.text("player"),
        rating=_points(reader, "rating"),
        games=reader.whole("games", 0, 1_000_000, default=0),
    )


def _points(reader: ObjectReader, key: str) -> Decimal:
    """A rating as the floating-point number that it is computed with, so that it is written again as it was read."""
    found = reader.number(key, -MAX_RATING, MAX_RATING, places=MAX_RATING_PLACES)
    if found is None and not reader.has(key):
        reader.fault("missing-key", "is missing; add it.", key)
    return Decimal() if found is None else plain_decimal(Decimal(repr(float(found))))


def _floats(value: object) -> object:
    """The same with floats for decimals, which is what a policy holds."""
    if isinstance(value, dict):
        return {key: float(child) if isinstance(child, Decimal) else child for key, child in value.items()}
    return value


def _rules(reader: ObjectReader, event: EventInfo) -> RuleSet:
    """The event's rules, or the game's own; `target` beside them is what this game is played to."""
    rules, path = event.rules, child_path(reader.path, "rules")
    value = reader.raw("rules")
    if value is not None:
        try:
            rules = RuleSet.from_json(value)
        except FaultsError as error:
            reader.sink.extend(fault.under(path) for fault in error.faults)
    target = reader.optional_whole("target", 1, 1_000_000)
    if target is None:
        if rules.target is None and not reader.has("target"):
            reader.fault("target", "is missing, and the rules have none: say what is played to.", "target")
        return rules
    if target and target not in TARGETS and target != rules.target:
        choices = ", ".join(str(each) for each in TARGETS[:-1])
        reader.fault("target", f"must be {choices} or {TARGETS[-1]}, not {target}.", "target")
    return replace(rules, target=target) if target else rules


def _seats(reader: ObjectReader, mark: GameMark | None) -> dict[str, str]:
    """Names by seat, in the order N, E, S, W; all four unless the game waits for players."""
    needed = mark is None

    def read(seats: ObjectReader) -> dict[str, str]:
        found = {
            seat: seats.text(seat, MAX_NAME) if needed else seats.optional_text(seat, MAX_NAME) or ""
            for seat in SEATS
        }
        return {seat: name for seat, name in found.items() if name}

    return reader.child("seats", read, required=needed) or {}


def _moment(reader: ObjectReader, key: str) -> datetime | None:
    """A time that may be left out."""
    if reader.has(key):
        return reader.moment(key)
    reader.raw(key)
    return None


def _given(reader: ObjectReader) -> GivenGame:
    return GivenGame(
        outcome=reader.choice("outcome", GameResult) or GameResult.DRAW,
        left=reader.flag("left", default=False),
    )


def _quit(reader: ObjectReader) -> QuitInfo:
    return QuitInfo(
        player=reader.text("player"),
        after_deal=reader.whole("after_deal", 0, MAX_DEALS),
        left=_moment(reader, "left"),
        at=_moment(reader, "at"),
        stray=reader.flag("stray", default=False),
    )


def _stand_in(reader: ObjectReader) -> StandInInfo:
    seat = reader.text("seat", 1)
    if seat and seat not in SEATS:
        reader.fault("choice", "must be N, E, S or W.", "seat")
    return StandInInfo(
        seat=seat,
        player=reader.text("player"),
        from_deal=reader.whole("from_deal", 1, MAX_DEALS),
        last_deal=reader.optional_whole("last_deal", 0, MAX_DEALS),
        sat=_moment(reader, "sat"),
        left=_moment(reader, "left"),
    )


def _stake(reader: ObjectReader) -> StakeInfo:
    return StakeInfo(
        settlement=reader.whole("settlement", 1, MAX_DEALS),
        player=reader.text("player"),
        points=reader.whole("points", -4 * MAX_STAKE, 4 * MAX_STAKE),
        reason=reader.text("reason", 200, default=""),
        at=_moment(reader, "at"),
    )


def _deal(reader: ObjectReader) -> DealInfo:
    for key in _NO_FORM:
        reader.unused(key, None, _WHY_NO_FORM)
    told = any(reader.has(key) for key in _NO_FORM)
    words = {
        key: reader.text(key, MAX_NOTATION, default="" if told and not reader.has(key) else None)
        for key in _PLAYED
    }
    return DealInfo(
        number=_deal_number(reader),
        **words,
        status=read_status(reader),
        version=reader.whole("version", 1, MAX_VERSION, default=1),
        reason=reader.text("reason", MAX_REASON, default="", lines=True),
        stray=reader.flag("stray", default=False),
        said=reader.child("said", _said) or {},
        play=reader.text("play", MAX_PLAY, default="", lines=True),
        cards=_cards(reader),
    )


def _deal_number(reader: ObjectReader) -> int:
    """`deal`, or `board` as other results have it; 0 where neither is said (see `_numbered`)."""
    number = reader.optional_whole("deal", 1, MAX_DEALS)
    board = reader.optional_whole("board", 1, MAX_DEALS)
    if number is not None and board is not None and number != board:
        reader.fault("deal-number", f"and deal differ, {board} and {number}: keep one of them.", "board")
    return number or board or 0


def _numbered(deals: tuple[DealInfo, ...]) -> tuple[DealInfo, ...]:
    """The deals, those without a number one behind the deal before them in the file."""
    found: list[DealInfo] = []
    for deal in deals:
        before = found[-1].number if found else 0
        found.append(deal if deal.number else replace(deal, number=before + 1))
    return tuple(found)


def _said(reader: ObjectReader) -> dict[str, SaidInfo]:
    found = {side: reader.child(side, _word) for side in ("NS", "EW")}
    return {side: word for side, word in found.items() if word is not None}


def _word(reader: ObjectReader) -> SaidInfo:
    return SaidInfo(**{key: reader.text(key, MAX_NOTATION) for key in _PLAYED})


def _cards(reader: ObjectReader) -> Deal | None:
    text = reader.optional_text("cards", 400)
    if not text:
        return None
    try:
        return Deal.parse(text)
    except DealError as error:
        reader.sink.extend(Fault("deal", sentence, f"{reader.path}.cards") for sentence in error.faults)
        return None
