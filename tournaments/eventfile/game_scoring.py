"""From the file of an event of ranked tables to its games' scores, who won them, and the ratings after them.

Owns: which of a game's deals count, what ended it, the order in which games are rated, where everybody stands then.
Never does: arithmetic (scoring/game.py, elo.py, skill.py and stakes.py do it), faults (`check_games`), layout.

Terms: see `model_games`; *pending*, a game somebody has quit and that is still played: only quitters are rated;
*row order*, N, S, E, W, as in scoring/elo.py.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum

from scoring.elo import GameRating, Outcome, RatedGame, RatedPlayer, RatingChange, quit_change, rate_game
from scoring.elo_policies import RatingPolicy
from scoring.game import GameEnd, GameEntry, GameScore, play_game
from scoring.notation import SideBid, SideTricks
from scoring.skill import Skill
from scoring.stakes import Points, settle
from tournaments.eventfile.model import EventFile, EventInfo
from tournaments.eventfile.model_games import ROW_ORDER, DealInfo, GameInfo, Leaving, QuitInfo
from tournaments.eventfile.model_states import ResultStatus

PARTNERS = {"N": "S", "S": "N", "E": "W", "W": "E"}
NO_SKILL = Skill()
_EARLIEST = datetime.min.replace(tzinfo=UTC)


class End(StrEnum):
    """How a game stands, or why it is over."""

    SEATING = "seating"
    RUNNING = "running"
    TARGET = "target"
    FLOOR = "floor"
    LEFT = "left"
    DIRECTOR = "director"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class GameScored:
    """A game of the file as it stands. `beyond` are deals that come after its end."""

    game: GameInfo
    score: GameScore
    end: End
    outcome: Outcome | None
    beyond: tuple[int, ...] = ()

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def has_quit(self) -> tuple[bool, bool, bool, bool]:
        """Who has, in the row order."""
        quitters = {self.game.seat_of(gone.player) for gone in self.game.quits if not gone.stray}
        north, south, east, west = (seat in quitters for seat in ROW_ORDER)
        return north, south, east, west

    @property
    def counts_for_ratings(self) -> bool:
        """Whether it is rated: it is over, or somebody has quit."""
        played = self.is_over or (self.end is End.RUNNING and any(self.has_quit))
        return self.game.rated and played and len(self.game.seats) == len(ROW_ORDER)

    @property
    def stakes(self) -> Points | None:
        """What it brought or cost each of the row order; None while it is played or without a stake."""
        if not self.game.stake or not self.is_over:
            return None
        return settle(self.game.stake, self.outcome, self.has_quit)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a player stands after all games."""

    player: str
    rating: float
    games: int = 0
    skill: Skill = NO_SKILL


@dataclass(frozen=True, slots=True)
class RankedScored:
    """A whole event: its games in the order of the file, the changes of each that is rated, by its number, and the
    standings, best first."""

    games: tuple[GameScored, ...]
    changes: dict[int, tuple[RatingChange, ...]]
    notes: dict[int, tuple[str, ...]]
    standings: tuple[Standing, ...]


def score_ranked(event_file: EventFile) -> RankedScored:
    """The event with everything its ratings were made of. Give it only what `loads` took."""
    event, policy = event_file.event, event_file.rating.policy
    games = tuple(score_game(event, game) for game in event_file.games)
    standings = {
        row.player: Standing(row.player, float(row.rating), row.games) for row in event_file.rating.ratings
    }
    changes, notes = {}, {}
    for scored in in_order(games):
        if not scored.counts_for_ratings:
            continue
        made = _rated(policy, scored, standings)
        changes[scored.game.number] = made.changes
        notes[scored.game.number] = made.notes
    best_first = sorted(standings.values(), key=lambda one: (-one.rating, one.player))
    return RankedScored(games, changes, notes, tuple(best_first))


def score_game(event: EventInfo, game: GameInfo) -> GameScored:
    """One game as it stands."""
    left_after, loser = left(event, game)
    entries = [game_entry(deal) for deal in game.deals]
    counting = [entry for entry in entries if left_after is None or entry.number <= left_after]
    score = play_game(game.rules, counting)
    after = tuple(sorted({entry.number for entry in entries} - {entry.number for entry in counting}))
    beyond = (*score.beyond, *after)
    if game.mark is not None:
        return GameScored(game, score, End(game.mark), None, beyond)
    if game.given is not None:
        end = End.LEFT if game.given.left else End.DIRECTOR
        return GameScored(game, score, end, Outcome[game.given.outcome.name], beyond)
    if score.over_after is not None and _agreed(game, score):
        return GameScored(game, score, End(score.end), score.winner, beyond)
    if score.end is GameEnd.RUNNING and loser:
        return GameScored(game, score, End.LEFT, Outcome.EW if loser in "NS" else Outcome.NS, beyond)
    return GameScored(game, score, End.RUNNING, None, beyond)


def left(event: EventInfo, game: GameInfo) -> tuple[int | None, str]:
    """After which deal leaving ended the game, and a seat of the side that lost by it; (None, "") where it did not."""
    filled = {row.seat for row in game.stand_ins}
    gone: set[str] = set()
    for each in sorted(game.quits, key=_quit_order):
        seat = game.seat_of(each.player)
        if seat is None or each.stray:
            continue
        forfeit = event.ranked.leaving is Leaving.FORFEIT and seat not in filled
        if forfeit or PARTNERS[seat] in gone:
            return each.after_deal, seat
        gone.add(seat)
    return None, ""


def in_order(games: Iterable[GameScored]) -> list[GameScored]:
    """As they are rated: by their start; a game that does not say when keeps its place behind the one before it."""
    keys, latest = [], _EARLIEST
    found = list(games)
    for scored in found:
        latest = scored.game.started or latest
        keys.append(latest)
    return [found[place] for place in sorted(range(len(found)), key=lambda place: keys[place])]


def game_entry(deal: DealInfo) -> GameEntry:
    """A deal as the game takes it; raises NotationError."""
    return GameEntry(
        deal.number,
        SideBid.parse(deal.ns_bid),
        SideTricks.parse(deal.ns_tricks),
        SideBid.parse(deal.ew_bid),
        SideTricks.parse(deal.ew_tricks),
    )


def rated_game(policy: RatingPolicy, scored: GameScored, standings: dict[str, Standing]) -> RatedGame:
    """The game as the rating takes it, with everybody's rating before it."""
    players = []
    for seat, gone in zip(ROW_ORDER, scored.has_quit, strict=True):
        name = scored.game.seats[seat]
        before = standings.get(name) or Standing(name, policy.start)
        players.append(RatedPlayer(name, before.rating, before.games, has_quit=gone))
    stand_ins = dict.fromkeys(row.player for row in scored.game.stand_ins)
    # a quitter is rated the same however the game goes on
    outcome = Outcome.DRAW if scored.outcome is None else scored.outcome
    return RatedGame((players[0], players[1]), (players[2], players[3]), outcome, tuple(stand_ins))


@dataclass(frozen=True, slots=True)
class _Made:
    changes: tuple[RatingChange, ...]
    notes: tuple[str, ...]


def _rated(policy: RatingPolicy, scored: GameScored, standings: dict[str, Standing]) -> _Made:
    """The game's changes, after which `standings` are brought up to date."""
    game = rated_game(policy, scored, standings)
    for player in game.players:
        standings.setdefault(player.name, Standing(player.name, player.rating))
    if scored.is_over:
        whole: GameRating = rate_game(policy, game)
        changes: tuple[RatingChange, ...] = whole.changes
        notes = whole.notes
    else:
        gone = [place for place, player in enumerate(game.players) if player.has_quit]
        changes = tuple(quit_change(policy, game, place) for place in gone)
        notes = ("The game is still played: so far only who quit is rated.",)
    skills = dict(zip((player.name for player in game.players), tallies(scored), strict=True))
    for change in changes:
        before = standings[change.player]
        standings[change.player] = replace(
            before,
            rating=change.after,
            games=before.games + 1,
            skill=before.skill + skills[change.player],
        )
    return _Made(changes, notes)


def tallies(scored: GameScored) -> tuple[Skill, ...]:
    """Nils that each of the row order met while they sat there; none before the game is over."""
    deals = {deal.number: deal for deal in scored.game.deals}
    counting = [deals[step.number] for step in scored.score.steps]
    if not scored.is_over:
        return (NO_SKILL,) * len(ROW_ORDER)
    last = {scored.game.seat_of(gone.player): gone.after_deal for gone in scored.game.quits if not gone.stray}

    def met(seat: str) -> Iterator[Skill]:
        for deal in counting:
            if deal.number <= last.get(seat, deal.number):
                bid, tricks = (deal.ew_bid, deal.ew_tricks) if seat in "NS" else (deal.ns_bid, deal.ns_tricks)
                yield Skill.of_deal(SideBid.parse(bid), SideTricks.parse(tricks))

    return tuple(sum(met(seat), NO_SKILL) for seat in ROW_ORDER)


def _agreed(game: GameInfo, score: GameScore) -> bool:
    """Whether both sides agree on every deal that counts: a game is not over before."""
    last = len(score.steps)
    return all(deal.status is ResultStatus.CONFIRMED for deal in game.deals if deal.number <= last)


def _quit_order(quit: QuitInfo) -> tuple[int, datetime]:
    return quit.after_deal, quit.at or quit.left or _EARLIEST
