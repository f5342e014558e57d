"""What only an event of ranked tables has, as plain values for its file.

Owns: the keys of `event.ranked`, `policy`, `ratings` and of a game, in order, and what goes without saying.
Never does: lay text out (`writing`), check.
"""

from dataclasses import replace
from datetime import datetime

from scoring.elo_policies import DEFAULT_POLICY
from tournaments.eventfile.model import EventInfo
from tournaments.eventfile.model_games import (
    SEATS,
    DealInfo,
    GameInfo,
    GivenGame,
    QuitInfo,
    RankedInfo,
    RatingInfo,
    RatingsInfo,
    SaidInfo,
    StakeInfo,
    StandInInfo,
)
from tournaments.eventfile.model_states import ResultStatus
from tournaments.eventfile.writing_values import Json, filled, plain


def ranked_info_json(ranked: RankedInfo) -> Json:
    """`{"ranked": {…}}`, or nothing where all settings are the usual ones."""
    usual = RankedInfo()
    names = ("lowest_rating", "highest_rating", "open_seating", "leaving", "dealing", "stake")
    changed = {name: getattr(ranked, name) for name in names if getattr(ranked, name) != getattr(usual, name)}
    settings = {name: value if isinstance(value, int) else str(value) for name, value in changed.items()}
    return {"ranked": settings} if settings else {}


def ratings_json(rating: RatingsInfo) -> Json:
    """`policy` where it is not the usual one, and `ratings`: by name, or as rows where games were played before."""
    found: Json = {} if rating.policy == DEFAULT_POLICY else {"policy": rating.policy.to_json()}
    if any(row.games for row in rating.ratings):
        return found | {"ratings": [_rating(row) for row in rating.ratings]}
    if rating.ratings:
        return found | {"ratings": {row.player: plain(row.rating) for row in rating.ratings}}
    return found


def game_json(event: EventInfo, game: GameInfo) -> Json:
    """A game; `rules` and `rated` only where they are not the event's."""
    own = game.rules
    by_target = own == event.rules or replace(event.rules, target=own.target) == own
    return filled(
        {
            "game": game.number,
            "table": game.table or None,
            "status": str(game.mark) if game.mark else None,
            "seats": {seat: game.seats[seat] for seat in SEATS if seat in game.seats} or None,
            "rules": None if by_target else own.to_json(),
            "target": own.target if by_target and own.target != event.rules.target else None,
            "rated": None if game.rated == event.rated else game.rated,
            "stake": None if game.stake == event.ranked.stake else game.stake,
            "rematch_of": game.rematch_of,
            "opened": _moment(game.opened),
            "started": _moment(game.started),
            "ended": _moment(game.ended),
            "given": _given(game.given) if game.given else None,
            "reason": game.reason,
            "quits": [_quit(row) for row in game.quits],
            "substitutes": [_stand_in(row) for row in game.stand_ins],
            "stakes": [_stake(row) for row in game.stakes],
            "deals": [_deal(row) for row in game.deals],
        }
    )


def _rating(row: RatingInfo) -> Json:
    return filled({"player": row.player, "rating": plain(row.rating), "games": row.games or None})


def _given(given: GivenGame) -> Json:
    return {"outcome": str(given.outcome)} | ({"left": True} if given.left else {})


def _quit(row: QuitInfo) -> Json:
    return {"player": row.player, "after_deal": row.after_deal} | filled(
        {"left": _moment(row.left), "at": _moment(row.at), "stray": row.stray or None}
    )


def _stand_in(row: StandInInfo) -> Json:
    return filled(
        {
            "seat": row.seat,
            "player": row.player,
            "from_deal": row.from_deal,
            "last_deal": row.last_deal,
            "sat": _moment(row.sat),
            "left": _moment(row.left),
        }
    )


def _stake(row: StakeInfo) -> Json:
    return {"settlement": row.settlement, "player": row.player, "points": row.points} | filled(
        {"reason": row.reason, "at": _moment(row.at)}
    )


def _deal(deal: DealInfo) -> Json:
    return {"deal": deal.number} | filled(
        {
            "ns_bid": deal.ns_bid,
            "ns_tricks": deal.ns_tricks,
            "ew_bid": deal.ew_bid,
            "ew_tricks": deal.ew_tricks,
            "status": str(deal.status) if deal.status is not ResultStatus.CONFIRMED else None,
            "version": deal.version if deal.version > 1 else None,
            "reason": deal.reason,
            "stray": deal.stray or None,
            "said": {side: _word(deal.said[side]) for side in ("NS", "EW") if side in deal.said} or None,
            "play": deal.play,
            "cards": deal.cards.pbn if deal.cards else None,
        }
    )


def _word(word: SaidInfo) -> Json:
    return {
        "ns_bid": word.ns_bid,
        "ns_tricks": word.ns_tricks,
        "ew_bid": word.ew_bid,
        "ew_tricks": word.ew_tricks,
    }


def _moment(at: datetime | None) -> str | None:
    return at.isoformat() if at else None
