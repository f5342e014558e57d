"""What only several objects of a file of ranked tables together show: seats, deals in their order, quits, stand-ins.

Owns: these checks, and whose faults stand at which path.
Never does: types and bounds of single values (`parse_games`), the rules of a game (scoring/game.py).

Terms: see `model_games`; *spoiled*, see `checks`.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from scoring.faults import Fault
from scoring.game import GameEntry, check_game_deal
from scoring.notation import NotationError, SideBid, SideTricks
from tournaments.eventfile.checks import doubles, spoiled_in
from tournaments.eventfile.game_scoring import GameScored, game_entry, left, score_game
from tournaments.eventfile.model import EventFile
from tournaments.eventfile.model_games import DealInfo, GameInfo, GameMark, QuitInfo, StandInInfo

_OUT_OF_PLACE = ("game-over", "game-gap")
"""What a stray deal may be."""


def check_games(event_file: EventFile, found: Sequence[Fault] = ()) -> tuple[Fault, ...]:
    """All faults of a file of ranked tables beside those of `check_event`. `found` has the faults known before."""
    spoiled = spoiled_in(found)
    sound = [(index, game) for index, game in enumerate(event_file.games) if ("games", index) not in spoiled]
    rules_known = not any(fault.path.startswith(("event.rules", "event.ranked")) for fault in found)
    bots = {person.name for person in event_file.people if person.bot}
    faults = [
        *doubles("ratings", "player", (row.player for row in event_file.rating.ratings), "The player {}"),
        *doubles("games", "game", (game.number for game in event_file.games), "Game {}"),
        *_table_faults(sound),
        *_rematch_faults(event_file, sound),
    ]
    for index, game in sound:
        within = [*_seat_faults(game, set() if event_file.rating.policy.bots_may_start else bots)]
        within += _time_faults(game)
        within += _stake_faults(game)
        if rules_known:
            within += _course_faults(event_file, game)
        faults += [fault.under(f"games[{index}]") for fault in within]
    return tuple(faults)


def _table_faults(sound: Sequence[tuple[int, GameInfo]]) -> Iterator[Fault]:
    """Two games that wait for players cannot do so at one table."""
    first: dict[int, int] = {}
    for index, game in sound:
        if not game.table or game.mark is not GameMark.SEATING:
            continue
        other = first.setdefault(game.table, index)
        if other != index:
            message = f"Table {game.table} has a game already, at games[{other}]; give another table."
            yield Fault("table-taken", message, f"games[{index}].table")


def _rematch_faults(event_file: EventFile, sound: Sequence[tuple[int, GameInfo]]) -> Iterator[Fault]:
    numbers = {game.number for game in event_file.games}
    first: dict[int, int] = {}
    for index, game in sound:
        of = game.rematch_of
        if of is None:
            continue
        path = f"games[{index}].rematch_of"
        if of not in numbers or of == game.number:
            yield Fault("no-game", f"There is no game {of} that this one could follow; correct it.", path)
        elif first.setdefault(of, index) != index:
            yield Fault("double", f"Game {of} has a rematch already, at games[{first[of]}]; keep one.", path)


def _seat_faults(game: GameInfo, bots: set[str]) -> Iterator[Fault]:
    seated: dict[str, str] = {}
    for seat, name in game.seats.items():
        other = seated.setdefault(name, seat)
        if other != seat:
            message = f"“{name}” sits on {other} already: a player has one seat; name somebody else."
            yield Fault("player-twice", message, f"seats.{seat}")
        elif name in bots and game.rated:
            message = f"“{name}” is a bot: a rated game starts with four people, and a bot can only fill in."
            yield Fault("rating-bot", message, f"seats.{seat}")


def _time_faults(game: GameInfo) -> Iterator[Fault]:
    if game.started and game.ended and game.ended < game.started:
        yield Fault("times", "The game ended before it started; correct one of the times.", "ended")


def _stake_faults(game: GameInfo) -> Iterator[Fault]:
    """The lines of a settlement add up to nothing, and name everybody once."""
    sums: defaultdict[int, int] = defaultdict(int)
    first: dict[tuple[int, str], int] = {}
    for index, line in enumerate(game.stakes):
        sums[line.settlement] += line.points
        if first.setdefault((line.settlement, line.player), index) != index:
            message = f"“{line.player}” stands twice in settlement {line.settlement}; add the two up."
            yield Fault("double", message, f"stakes[{index}].player")
        if game.seat_of(line.player) is None:
            message = f"“{line.player}” put nothing in: name one of the four."
            yield Fault("stake-stranger", message, f"stakes[{index}].player")
    for settlement, points in sorted(sums.items()):
        if points:
            message = f"Settlement {settlement} adds up to {points}, not to 0; correct its lines."
            yield Fault("stake-sum", message, "stakes")


def _course_faults(event_file: EventFile, game: GameInfo) -> list[Fault]:
    """Deals, quits and stand-ins."""
    faults = list(_notation_faults(game.deals))
    readable = not faults
    faults += _double_deals(game.deals)
    if readable:
        faults += _deal_faults(event_file, game)
    # with a faulty deal it is not known how far the game went, and what rests on that would be told wrongly
    scored = None if faults else score_game(event_file.event, game)
    strangers = list(_quit_faults(game))
    if scored is not None and not strangers:
        strangers += _late_quit_faults(event_file, game, scored)
    return [*faults, *strangers, *_stand_in_faults(game, scored)]


def _notation_faults(deals: Sequence[DealInfo]) -> Iterator[Fault]:
    for index, deal in enumerate(deals):
        words = [(f"deals[{index}]", deal), *((f"deals[{index}].said.{s}", w) for s, w in deal.said.items())]
        for path, word in words:
            for key in ("ns_bid", "ns_tricks", "ew_bid", "ew_tricks"):
                try:
                    (SideBid if key.endswith("bid") else SideTricks).parse(getattr(word, key))
                except NotationError as error:
                    yield Fault("notation", str(error), f"{path}.{key}")


def _double_deals(deals: Sequence[DealInfo]) -> Iterator[Fault]:
    first: dict[int, int] = {}
    for index, deal in enumerate(deals):
        if first.setdefault(deal.number, index) != index:
            message = f"Deal {deal.number} stands already at deals[{first[deal.number]}]; keep one of them."
            yield Fault("double", message, f"deals[{index}].deal")


def _deal_faults(event_file: EventFile, game: GameInfo) -> Iterator[Fault]:
    """Each deal at its place in the game, and against the rules."""
    end, _ = left(event_file.event, game)
    by_number: dict[int, DealInfo] = {}
    for deal in game.deals:
        by_number.setdefault(deal.number, deal)
    places = {deal.number: index for index, deal in reversed(list(enumerate(game.deals)))}
    before: list[GameEntry] = []
    faulty: set[int] = set()
    corrected = False
    for number in sorted(by_number):
        deal, entry, path = by_number[number], game_entry(by_number[number]), f"deals[{places[number]}]"
        found = check_game_deal(game.rules, before, entry, any_blind_nil=corrected or bool(faulty))
        if end is not None and number > end and not any(fault.code == "game-over" for fault in found):
            message = f"The game was over after deal {end}, as a player had left: there is no deal {number}."
            found = (Fault("game-over", message, "number"), *found)
        # a deal that is there but faulty leaves no gap
        told = [
            fault
            for fault in found
            if not (fault.code in _OUT_OF_PLACE and deal.stray) and not (fault.code == "game-gap" and faulty)
        ]
        yield from (
            Fault(fault.code, fault.message, f"{path}.{'deal' if fault.path == 'number' else fault.path}")
            for fault in told
        )
        if any(fault.code not in _OUT_OF_PLACE for fault in found):
            faulty.add(number)
        else:
            before.append(entry)
        corrected = corrected or deal.version > 1


def _quit_faults(game: GameInfo) -> Iterator[Fault]:
    first: dict[str, int] = {}
    for index, gone in enumerate(game.quits):
        path = f"quits[{index}].player"
        if game.seat_of(gone.player) is None:
            message = f"“{gone.player}” is none of the four who began the game: correct the name."
            yield Fault("quit-stranger", message, path)
        elif first.setdefault(gone.player, index) != index:
            message = f"“{gone.player}” has quit already, at quits[{first[gone.player]}]; keep one."
            yield Fault("double", message, path)


def _late_quit_faults(event_file: EventFile, game: GameInfo, scored: GameScored) -> Iterator[Fault]:
    """Quits behind the end of the game, or behind deals that nobody has played."""
    over = scored.score.over_after
    end, _ = left(event_file.event, game)
    for index, gone in enumerate(game.quits):
        path = f"quits[{index}].after_deal"
        last = max((deal.number for deal in game.deals), default=0)
        if gone.stray:
            continue
        if over is not None and gone.after_deal >= over:
            message = (
                f"“{gone.player}” cannot have quit after deal {gone.after_deal}: the game was over after deal "
                f"{over}; correct it, or take it out."
            )
            yield Fault("quit-after-end", message, path)
        elif end is not None and gone.after_deal > end:
            message = (
                f"“{gone.player}” cannot have quit after deal {gone.after_deal}: the game was over after deal {end}, "
                "as another player had left; correct it, or take it out."
            )
            yield Fault("quit-after-end", message, path)
        # a record of when it was is right, whatever deals were taken back since
        elif gone.after_deal > last and gone.at is None:
            message = f"The game has {last} deals, not {gone.after_deal}; correct after_deal."
            yield Fault("quit-too-late", message, path)


def _stand_in_faults(game: GameInfo, scored: GameScored | None) -> Iterator[Fault]:
    gone = {game.seat_of(left.player): left for left in game.quits}
    earlier: list[StandInInfo] = []
    for index, row in enumerate(game.stand_ins):
        path = f"substitutes[{index}]"
        starter = game.seat_of(row.player)
        if starter is not None:
            message = f"“{row.player}” began the game on {starter}: a substitute is somebody else."
            yield Fault("stand-in-starter", message, f"{path}.player")
        left = gone.get(row.seat)
        if left is None:
            message = f"Nobody has quit on {row.seat}: say who did in quits, or take the substitute out."
            yield Fault("stand-in-no-quit", message, f"{path}.seat")
        else:
            yield from _span_faults(row, left, scored, path)
        yield from _meeting_faults(row, earlier, path)
        earlier.append(row)


def _span_faults(row: StandInInfo, left: QuitInfo, scored: GameScored | None, path: str) -> Iterator[Fault]:
    """From when to when a stand-in can have sat there."""
    if row.from_deal <= left.after_deal:
        message = (
            f"“{left.player}” played deal {left.after_deal} on {row.seat}: a substitute sits there from deal "
            f"{left.after_deal + 1} on at the earliest."
        )
        yield Fault("stand-in-too-early", message, f"{path}.from_deal")
    over = scored.score.over_after if scored is not None else None
    if over is not None and row.from_deal > over and not left.stray:
        message = f"The game was over after deal {over}: nobody sat down for deal {row.from_deal}."
        yield Fault("stand-in-after-end", message, f"{path}.from_deal")
    if row.last_deal is not None and row.last_deal < row.from_deal - 1:
        message = f"last_deal, {row.last_deal}, is before from_deal, {row.from_deal}; correct one of them."
        yield Fault("stand-in-span", message, f"{path}.last_deal")


def _meeting_faults(row: StandInInfo, earlier: Sequence[StandInInfo], path: str) -> Iterator[Fault]:
    """Two on one seat at a time, or one on two seats."""
    for other in earlier:
        apart = _before(other, row) or _before(row, other)
        if apart:
            continue
        if other.seat == row.seat:
            message = f"“{other.player}” sits on {row.seat} then; say up to which last_deal."
            yield Fault("stand-in-seat-taken", message, f"{path}.from_deal")
        elif other.player == row.player:
            message = f"“{row.player}” sits on {other.seat} then: name somebody else for {row.seat}."
            yield Fault("player-twice", message, f"{path}.player")


def _before(one: StandInInfo, other: StandInInfo) -> bool:
    return one.last_deal is not None and one.last_deal < other.from_deal
