"""What only an event of ranked tables has, from its event file to the database.

Owns: games, seats, deals, quits, stand-ins and stakes as rows, and what only the database can refuse of them. The file
has been checked when it was read. What follows from the rows (ledger of ratings, stakes that the file does not have) is
`services.ranked.ending`'s. Where ratings start (`ratings`, `policy`) is for scoring a file: a club has its own.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from boards.models import Board, BoardSet
from scoring.deal_score import score_deal
from scoring.elo import Outcome
from scoring.faults import Fault
from tournaments.eventfile import model as file
from tournaments.eventfile.game_scoring import End, GameScored, game_entry, score_game
from tournaments.models import (
    Absence,
    Event,
    EventStatus,
    Game,
    GameDeal,
    GameEnding,
    GameOutcome,
    GameSeat,
    GameStatus,
    Person,
    RankedSettings,
    StakeLine,
    StandIn,
)
from tournaments.services.actors import Actor
from tournaments.services.ranked.cards import give_cards
from tournaments.services.ranked.ending import settle_game
from tournaments.services.ranked.games import lock_people
from tournaments.services.ranked.who_may import sits_at

BATCH = 500
_LIVE = (GameStatus.SEATING, GameStatus.PLAYING)
_STATUS = {End.SEATING: GameStatus.SEATING, End.RUNNING: GameStatus.PLAYING, End.VOID: GameStatus.VOID}
_ENDING = {
    End.TARGET: GameEnding.TARGET,
    End.FLOOR: GameEnding.FLOOR,
    End.LEFT: GameEnding.LEFT,
    End.DIRECTOR: GameEnding.DIRECTOR,
}
_OUTCOME = {Outcome.NS: GameOutcome.NS, Outcome.EW: GameOutcome.EW, Outcome.DRAW: GameOutcome.DRAW}


@dataclass(slots=True)
class _Rows:
    """What is made, in the order in which the database wants it."""

    event: Event
    people: Mapping[str, Person]
    version: int
    now: datetime
    games: list[Game] = field(default_factory=list)
    seats: dict[tuple[int, str], GameSeat] = field(default_factory=dict)
    absences: list[Absence] = field(default_factory=list)
    stand_ins: list[StandIn] = field(default_factory=list)
    stakes: list[StakeLine] = field(default_factory=list)
    deals: list[GameDeal] = field(default_factory=list)


def import_ranked_settings(event: Event, document: file.EventFile) -> None:
    info = document.event.ranked
    RankedSettings.objects.create(
        event=event,
        lowest_rating=info.lowest_rating,
        highest_rating=info.highest_rating,
        open_seating=info.open_seating,
        leaving=str(info.leaving),
        dealing=str(info.dealing),
        stake=info.stake,
    )


def ranked_status(document: file.EventFile) -> str:
    """A bare file of games says no status; then the event is one whose games have begun."""
    if document.event.status == file.EventStatus.SETUP and document.games:
        return EventStatus.RUNNING
    return str(document.event.status)


def faults_of_games(document: file.EventFile) -> Iterator[Fault]:
    """What can be scored and cannot be gone on with: two games at one table, a player at two, a game lost by somebody's
    leaving that nobody has left."""
    tables: dict[int, int] = {}
    seated: dict[str, int] = {}
    for index, info in enumerate(document.games):
        if info.given is not None and info.given.left and not _is_left(info, info.given.outcome):
            message = "Nobody of the side that lost is in quits: add who has left, or take “left” out."
            yield Fault("nobody-quit", message, f"games[{index}].given.left")
        if _status(score_game(document.event, info)) not in _LIVE:
            continue
        other = tables.setdefault(info.table or -index - 1, index)
        if other != index:
            message = f"Table {info.table} has a game that is not over, games[{other}]; give another table."
            yield Fault("table-taken", message, f"games[{index}].table")
        gone = {quit.player for quit in info.quits if not quit.stray}
        for seat, name in info.seats.items():
            other = seated.setdefault(name, index) if name not in gone else index
            if other != index:
                message = f"“{name}” plays in games[{other}] too, and neither game is over: correct one."
                yield Fault("player-two-tables", message, f"games[{index}].seats.{seat}")


def faults_of_people(document: file.EventFile, people: Mapping[str, Person]) -> Iterator[Fault]:
    """Players of games that are not over, who sit at another table of the club now."""
    live = [
        (index, seat, name)
        for index, info in enumerate(document.games)
        if _status(score_game(document.event, info)) in _LIVE
        for seat, name in info.seats.items()
    ]
    # nobody else puts them on a seat until this is written
    lock_people(people[name].pk for _, _, name in live)
    for index, seat, name in live:
        where = sits_at(people[name])
        if where:
            message = f"“{name}” sits at {where}: finish that game first."
            yield Fault("player-two-tables", message, f"games[{index}].seats.{seat}")


def import_games(
    event: Event, document: file.EventFile, people: Mapping[str, Person], version: int, actor: Actor
) -> None:
    """Make the games and everything in them, and have ledger and stakes follow."""
    rows = _Rows(event, people, version, timezone.now())
    scored = [score_game(document.event, info) for info in document.games]
    tables = _tables(scored)
    latest = rows.now
    for each, table in zip(scored, tables, strict=True):
        latest = each.game.started or each.game.opened or latest
        rows.games.append(_game(rows, each, table, latest))
    Game.objects.bulk_create(rows.games, batch_size=BATCH)
    by_number = {game.number: game for game in rows.games}
    for info in document.games:
        if info.rematch_of is not None:
            by_number[info.number].rematch_of = by_number[info.rematch_of]
    Game.objects.bulk_update(
        [game for game in rows.games if game.rematch_of_id], ["rematch_of"], batch_size=BATCH
    )
    for info in document.games:
        _seats(rows, by_number[info.number], info)
    GameSeat.objects.bulk_create(rows.seats.values(), batch_size=BATCH)
    for info in document.games:
        _within(rows, by_number[info.number], info)
    Absence.objects.bulk_create(rows.absences, batch_size=BATCH)
    StandIn.objects.bulk_create(rows.stand_ins, batch_size=BATCH)
    StakeLine.objects.bulk_create(rows.stakes, batch_size=BATCH)
    GameDeal.objects.bulk_create(rows.deals, batch_size=BATCH)
    for info in document.games:
        game = by_number[info.number]
        _give_cards(game, info)
        settle_game(game, actor, rows.now)


def faults_of_games_twice(event: Event, document: file.EventFile, here: Sequence[Event]) -> list[Fault]:
    """Games of an imported copy that are rated games of the club already: the same four began them at the same moment,
    whatever their names are by now in the events `here` that are known to be the same. However they stand: one that is
    void, or runs again, may count tomorrow."""
    ours = _begun(event.games.all())
    if not ours:
        return []
    times = [key[0] for key in ours]
    others = Game.objects.filter(event__tournament__club=event.tournament.club_id).exclude(event=event)
    there = _begun(others.filter(started_at__gte=min(times), started_at__lte=max(times)))
    alike = {(game.started_at, game.number): game for game in there.values() if game.event in here}
    twice = {}
    for key, game in ours.items():
        found = there.get(key) or alike.get((game.started_at, game.number))
        if found is not None:
            twice[game.number] = found
    return [
        Fault(
            "rated-already",
            f"Game {info.number} is among this club’s rated games already, in “{twice[info.number].event}”. To import "
            'a copy that does not count a second time, write "rated": false into its games.',
            f"games[{index}].rated",
        )
        for index, info in enumerate(document.games)
        if info.number in twice
    ]


def _begun(games: QuerySet[Game]) -> dict[tuple[datetime, frozenset[tuple[str, int]]], Game]:
    """Rated games by when they began and who sat where."""
    found = games.filter(rated=True, started_at__isnull=False).select_related("event").order_by("-pk")
    return {
        (game.started_at, frozenset((seat.seat, seat.person_id) for seat in game.seats.all())): game
        for game in found.prefetch_related("seats")
        if game.started_at is not None
    }


def _is_left(info: file.GameInfo, outcome: file.GameResult) -> bool:
    """Whether somebody of the side that lost has quit."""
    losers = {file.GameResult.NS: "EW", file.GameResult.EW: "NS"}.get(outcome, "")
    return any(not gone.stray and (info.seat_of(gone.player) or "-") in losers for gone in info.quits)


def _status(scored: GameScored) -> GameStatus:
    return _STATUS.get(scored.end, GameStatus.OVER)


def _tables(scored: list[GameScored]) -> list[int]:
    """Where each game is played; one that does not say it gets its own number, or the next that is free."""
    taken = {each.game.table for each in scored if _status(each) in _LIVE}
    found = []
    for each in scored:
        table = each.game.table or each.game.number
        while not each.game.table and _status(each) in _LIVE and table in taken:
            table += 1
        if _status(each) in _LIVE:
            taken.add(table)
        found.append(table)
    return found


def _game(rows: _Rows, scored: GameScored, table: int, started: datetime) -> Game:
    info, status = scored.game, _status(scored)
    over = status in (GameStatus.OVER, GameStatus.VOID)
    return Game(
        event=rows.event,
        number=info.number,
        table=table,
        status=status,
        rules=info.rules.to_json(),
        rated=info.rated,
        stake=info.stake,
        outcome="" if scored.outcome is None else _OUTCOME[scored.outcome],
        ending=_ENDING.get(scored.end, ""),
        reason=info.reason,
        version=rows.version,
        opened_at=info.opened or started,
        started_at=info.started or (None if status in (GameStatus.SEATING, GameStatus.VOID) else started),
        ended_at=info.ended or (max(started, rows.now) if over else None),
    )


def _seats(rows: _Rows, game: Game, info: file.GameInfo) -> None:
    gone = {quit.player: quit for quit in info.quits if not quit.stray}
    sat = game.started_at or game.opened_at
    for seat, name in info.seats.items():
        left = gone.get(name)
        rows.seats[game.number, seat] = GameSeat(
            game=game,
            seat=seat,
            person=rows.people[name],
            sat_at=sat,
            quit_at=_quit_at(game, left) if left else None,
            quit_after_deal=left.after_deal if left else None,
        )


def _quit_at(game: Game, quit: file.QuitInfo) -> datetime:
    return quit.at or quit.left or game.ended_at or game.started_at or game.opened_at


def _within(rows: _Rows, game: Game, info: file.GameInfo) -> None:
    """Absences, stand-ins, stakes and deals of a game whose seats are stored."""
    by_name = {name: rows.seats[game.number, seat] for seat, name in info.seats.items()}
    people = rows.people
    for left in info.quits:
        at = _quit_at(game, left)
        rows.absences.append(
            Absence(
                seat=by_name[left.player], left_at=left.left or at, after_deal=left.after_deal, quit_at=at
            )
        )
    ended = game.ended_at
    for row in info.stand_ins:
        rows.stand_ins.append(
            StandIn(
                seat=rows.seats[game.number, row.seat],
                person=people[row.player],
                from_deal=row.from_deal,
                last_deal=row.last_deal,
                sat_at=row.sat or game.started_at or game.opened_at,
                left_at=row.left or ((ended or rows.now) if row.last_deal is not None else None),
            )
        )
    for line in info.stakes:
        rows.stakes.append(
            StakeLine(
                game=game,
                person=people[line.player],
                points=line.points,
                settlement=line.settlement,
                reason=line.reason,
                at=line.at or ended or rows.now,
            )
        )
    rows.deals += [_deal(rows, game, deal) for deal in info.deals]


def _deal(rows: _Rows, game: Game, info: file.DealInfo) -> GameDeal:
    entry = game_entry(info)
    score = score_deal(game.rule_set, entry.ns_bid, entry.ns_tricks, entry.ew_bid, entry.ew_tricks)
    at = game.ended_at or rows.now
    return GameDeal(
        game=game,
        number=info.number,
        ns_bid=info.ns_bid,
        ns_tricks=info.ns_tricks,
        ew_bid=info.ew_bid,
        ew_tricks=info.ew_tricks,
        ns_score=score.ns.total,
        ew_score=score.ew.total,
        state=str(info.status),
        said={
            side: {
                "ns_bid": word.ns_bid,
                "ns_tricks": word.ns_tricks,
                "ew_bid": word.ew_bid,
                "ew_tricks": word.ew_tricks,
            }
            for side, word in info.said.items()
        },
        play=info.play,
        reason=info.reason,
        version=info.version,
        created_at=at,
        updated_at=at,
    )


def _give_cards(game: Game, info: file.GameInfo) -> None:
    """The cards that the file has; a game that goes on gets a new secret for those to come."""
    dealt = {deal.number: deal.cards.pbn for deal in info.deals if deal.cards is not None}
    made = give_cards(game) if game.status == GameStatus.PLAYING else None
    if made is None and dealt:
        made = BoardSet.objects.create(name=str(game), source="event file")
        game.board_set = made
        game.save(update_fields=["board_set"])
    if made is not None:
        made.boards.filter(number__in=dealt).delete()
        Board.objects.bulk_create(Board(board_set=made, number=n, pbn=pbn) for n, pbn in dealt.items())
