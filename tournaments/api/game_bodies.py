"""What is told of a game of ranked tables.

Owns: the form in which a `GameView` becomes an answer. Never does: decide which cards may be seen
(services/visibility.py).
"""

from collections.abc import Collection, Mapping
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Sum

from scoring.race import SideStep
from tournaments.models import DealState, Game, Person, RematchVote
from tournaments.services.ranked.reading import DealView, GameView, SeatView, game_view
from tournaments.services.ranked.scores import SEATS
from tournaments.services.visibility import visible_deals


def game_body(view: GameView) -> dict[str, object]:
    """A game as `GameSerializer` has it. Needs the game it follows loaded."""
    game = view.game
    return {
        "game": game.number,
        "table": game.table,
        "status": game.status,
        "outcome": game.outcome,
        "ending": game.ending,
        "text": view.score.text,
        "waits_for": view.waits_for,
        "reason": game.reason,
        "rated": game.rated,
        "stake": game.stake,
        "target": view.score.rules.target,
        "rematch_of": game.rematch_of.number if game.rematch_of else None,
        "seats": [_seat(view.seats[letter]) for letter in SEATS],
        "ns_total": view.ns_total,
        "ew_total": view.ew_total,
        "ns_bags": view.ns_bags,
        "ew_bags": view.ew_bags,
        "next_deal": view.next_deal,
        "dealer": view.dealer,
        "first_bidder": view.first_bidder,
        "opened_at": game.opened_at,
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "event_version": game.version,
    }


def one_game_body(game: Game, viewer: AbstractBaseUser | AnonymousUser) -> dict[str, object]:
    """A game with its score sheet as `OneGameSerializer` has it; cards as far as `viewer` may see them."""
    view = game_view(game)
    seen = visible_deals(game, viewer)
    cards: Mapping[int, str] = {}
    if seen and game.board_set is not None:
        rows = game.board_set.boards.filter(number__in=[deal.number for deal in view.deals])
        cards = dict(rows.values_list("number", "pbn"))
    votes = set(RematchVote.objects.filter(seat__game=game).values_list("seat__seat", flat=True))
    again = Game.objects.filter(rematch_of=game).values_list("number", flat=True).first()
    return {
        **game_body(view),
        "rules": game.rules,
        "deals": [_deal(deal, seen, cards) for deal in view.deals],
        "stakes": _stakes(game),
        "votes": [letter for letter in SEATS if letter in votes],
        "rematch": again,
    }


def phones_body(view: GameView) -> dict[str, object]:
    """The seats of a game and whether phones hold them, as `PhonesSerializer` has it."""
    seats = [view.seats[letter] for letter in SEATS]
    return {
        "game": view.game.number,
        "table": view.game.table,
        "seats": [
            {
                "seat": seat.seat,
                "player": _player(seat.person) if seat.person else None,
                "on_phone": seat.on_phone,
            }
            for seat in seats
        ],
    }


def _seat(seat: SeatView) -> dict[str, object]:
    return {
        "seat": seat.seat,
        "starter": _player(seat.starter.person) if seat.starter else None,
        "player": _player(seat.person) if seat.person else None,
        "fills_in": seat.stand_in is not None,
        "has_quit": seat.has_quit,
        "away_until": seat.away_until,
        "empty": seat.empty,
    }


def _player(person: Person) -> dict[str, object]:
    return {"person": person.pk, "name": person.name}


def _deal(deal: DealView, seen: Collection[int], cards: Mapping[int, str]) -> dict[str, object]:
    row, step = deal.row, deal.step
    return {
        "deal": deal.number,
        "dealer": deal.dealer,
        "first_bidder": deal.first_bidder,
        "ns_bid": row.ns_bid,
        "ns_tricks": row.ns_tricks,
        "ew_bid": row.ew_bid,
        "ew_tricks": row.ew_tricks,
        "state": deal.state,
        "version": deal.version,
        "said": deal.said,
        "struck": deal.struck,
        "reason": row.reason,
        "ns": _side(step.ns) if step else None,
        "ew": _side(step.ew) if step else None,
        # a recorded play has all the cards in it
        "play": row.play if row.play and deal.state == DealState.CONFIRMED else None,
        "cards": cards.get(deal.number) if deal.number in seen else None,
    }


def _side(side: SideStep) -> dict[str, Any]:
    found = side.to_json()
    del found["reached"]
    return found


def _stakes(game: Game) -> list[dict[str, object]]:
    """What the game has brought or cost each, after all its settlements; nothing where all was given back."""
    rows = game.stake_lines.order_by("person__name", "person").values_list("person", "person__name")
    return [
        {"person": person, "name": name, "points": points}
        for person, name, points in rows.annotate(points=Sum("points"))
        if points
    ]
