"""What only an event of ranked tables has, from the database to its event file (docs/event-file.md).

Owns: games with their seats, deals, quits, stand-ins and stakes, and settings, as the file writes them. Reads;
changes nothing. The cards of a deal are in it once both sides have agreed on that deal, and the secret that they come
from never is: who has it knows what is still to be played.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from boards.deal import Deal
from boards.models import Board
from scoring.elo_policies import DEFAULT_POLICY
from tournaments.eventfile import model as file
from tournaments.eventfile.model_games import Dealing, Leaving
from tournaments.models import (
    Absence,
    DealState,
    Event,
    Game,
    GameDeal,
    GameEnding,
    GameSeat,
    GameStatus,
    StakeLine,
    StandIn,
)
from tournaments.services.ranked.scores import SEATS, score_of

Row = TypeVar("Row")


def ranked_info(event: Event) -> file.RankedInfo:
    kept = event.ranked
    return file.RankedInfo(
        lowest_rating=kept.lowest_rating,
        highest_rating=kept.highest_rating,
        open_seating=kept.open_seating,
        leaving=Leaving(kept.leaving),
        dealing=Dealing(kept.dealing),
        stake=kept.stake,
    )


def rating_told(event: Event) -> file.RatingsInfo:
    """What a file of the event has to say of the policy that its games were played by: that a bot may begin a rated
    game, where one has. Everything else of it is the club's."""
    begun = GameSeat.objects.filter(game__event=event, game__rated=True, person__is_bot=True)
    if not begun.exists():
        return file.RatingsInfo()
    return file.RatingsInfo(policy=replace(DEFAULT_POLICY, bots_may_start=True))


def ranked_games(event: Event, called: Mapping[int, str]) -> tuple[file.GameInfo, ...]:
    """Every game in order, in a fixed number of queries; `called` is what the file calls people, by key."""
    games = event.games.select_related("rematch_of").order_by("number")
    seats = _by_game(GameSeat.objects.filter(game__event=event), lambda row: row.game_id)
    gone = Absence.objects.filter(seat__game__event=event, quit_at__isnull=False).select_related("seat__game")
    quits = _by_game(gone.order_by("quit_at", "pk"), lambda row: row.seat.game_id)
    filled = StandIn.objects.filter(seat__game__event=event).select_related("seat__game").order_by("pk")
    stand_ins = _by_game(filled, lambda row: row.seat.game_id)
    deals = _by_game(GameDeal.objects.filter(game__event=event).order_by("number"), lambda row: row.game_id)
    lines = StakeLine.objects.filter(game__event=event).order_by("settlement", "pk")
    stakes = _by_game(lines, lambda row: row.game_id)
    cards = {
        (board_set, number): pbn
        for board_set, number, pbn in Board.objects.filter(board_set__games__event=event).values_list(
            "board_set_id", "number", "pbn"
        )
    }
    return tuple(
        file.GameInfo(
            number=game.number,
            rules=game.rule_set,
            table=game.table,
            mark=_mark(game),
            seats={
                letter: called[row.person_id]
                for letter in SEATS
                for row in seats[game.pk]
                if row.seat == letter
            },
            rated=game.rated,
            stake=game.stake,
            rematch_of=game.rematch_of.number if game.rematch_of else None,
            opened=game.opened_at,
            started=game.started_at,
            ended=game.ended_at,
            given=_given(game),
            reason=game.reason,
            quits=_quits(seats[game.pk], quits[game.pk], called),
            stand_ins=tuple(_stand_in(row, called) for row in stand_ins[game.pk]),
            stakes=tuple(_stake(row, called) for row in stakes[game.pk]),
            deals=_deals(game, deals[game.pk], cards),
        )
        for game in games
    )


def _by_game(rows: Iterable[Row], key: Callable[[Row], int]) -> defaultdict[int, list[Row]]:
    found: defaultdict[int, list[Row]] = defaultdict(list)
    for row in rows:
        found[key(row)].append(row)
    return found


def _mark(game: Game) -> file.GameMark | None:
    marks = {GameStatus.SEATING: file.GameMark.SEATING, GameStatus.VOID: file.GameMark.VOID}
    return marks.get(GameStatus(game.status))


def _given(game: Game) -> file.GivenGame | None:
    """What the deals do not say: that somebody left, and what the director decided."""
    if game.status != GameStatus.OVER or game.ending not in (GameEnding.LEFT, GameEnding.DIRECTOR):
        return None
    return file.GivenGame(outcome=file.GameResult(game.outcome), left=game.ending == GameEnding.LEFT)


def _quits(
    seats: list[GameSeat], absences: list[Absence], called: Mapping[int, str]
) -> tuple[file.QuitInfo, ...]:
    """Whoever was away too long; `stray` where it does not count (services/ranked/ending.py)."""
    counting = {seat.pk for seat in seats if seat.quit_at is not None}
    last = {absence.seat_id: absence for absence in absences}
    return tuple(
        file.QuitInfo(
            player=called[absence.seat.person_id],
            after_deal=absence.after_deal,
            left=absence.left_at,
            at=absence.quit_at,
            stray=seat_id not in counting,
        )
        for seat_id, absence in last.items()
    )


def _stand_in(row: StandIn, called: Mapping[int, str]) -> file.StandInInfo:
    return file.StandInInfo(
        seat=row.seat.seat,
        player=called[row.person_id],
        from_deal=row.from_deal,
        last_deal=row.last_deal,
        sat=row.sat_at,
        left=row.left_at,
    )


def _stake(row: StakeLine, called: Mapping[int, str]) -> file.StakeInfo:
    return file.StakeInfo(
        settlement=row.settlement,
        player=called[row.person_id],
        points=row.points,
        reason=row.reason,
        at=row.at,
    )


def _deals(
    game: Game, rows: list[GameDeal], cards: Mapping[tuple[int, int], str]
) -> tuple[file.DealInfo, ...]:
    counting = {step.number for step in score_of(game.rule_set, rows).steps}
    return tuple(
        file.DealInfo(
            number=row.number,
            ns_bid=row.ns_bid,
            ns_tricks=row.ns_tricks,
            ew_bid=row.ew_bid,
            ew_tricks=row.ew_tricks,
            status=file.ResultStatus(row.state),
            version=row.version,
            reason=row.reason,
            stray=row.number not in counting,
            said={side: file.SaidInfo(**row.said[side]) for side in ("NS", "EW") if side in row.said},
            play=row.play,
            cards=_cards(game, row, cards),
        )
        for row in rows
    )


def _cards(game: Game, row: GameDeal, cards: Mapping[tuple[int, int], str]) -> Deal | None:
    """A deal's cards are nobody's secret any more once both sides have agreed on what came of it."""
    pbn = cards.get((game.board_set_id or 0, row.number))
    return Deal.parse(pbn) if pbn is not None and row.state == DealState.CONFIRMED else None
