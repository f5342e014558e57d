"""What may be done to one game at the desk: each deed with its form and the one service that it calls.

Owns: which deeds are offered when, and that a scorer enters deals and rules nothing.
Never does: anything that a service does not.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.faults import Fault
from tournaments.models import DealState, Game, GameStatus, Leaving
from tournaments.pages.desk import game_forms as shapes
from tournaments.services.actors import Actor
from tournaments.services.errors import ServiceError
from tournaments.services.ranked.calls import answer
from tournaments.services.ranked.deals import enter_deal, remove_deal
from tournaments.services.ranked.games import decide_game, stand_up, void_game
from tournaments.services.ranked.leaving import come_back, end_by_leaving, leave, stand_in_leaves
from tournaments.services.ranked.phones import free_phone
from tournaments.services.ranked.reading import DealView, GameView
from tournaments.services.ranked.rematch import take_back_vote, vote

ROW_ORDER = "NSEW"
"""Partners beside each other."""


@dataclass(frozen=True, slots=True)
class GameDeed:
    """`act` calls the service and returns what is said then; `rules` says that only a director may; `when`, whether it
    fits the game; `listed`, that it has a place of its own among the deeds below the score sheet."""

    title: str | Promise
    form: type[shapes.GameForm]
    act: Callable[[GameView, Any, Actor], str]
    when: Callable[[GameView], bool]
    rules: bool = True
    listed: bool = False
    previewed: bool = False
    explanation: str | Promise = ""

    def is_offered(self, view: GameView, *, directs: bool) -> bool:
        return (directs or not self.rules) and self.when(view)


def deal_of(view: GameView, number: int) -> DealView | None:
    return next((deal for deal in view.deals if deal.number == number), None)


def barred_from_deal(view: GameView, number: int, *, directs: bool) -> str:
    """Why somebody may not enter a deal, in a sentence; "" when they may."""
    deal = deal_of(view, number)
    if directs or deal is None:
        return ""
    if view.game.status != GameStatus.PLAYING:
        return gettext("The game is over: only a director may correct a deal of it.")
    if deal.state == DealState.DISPUTED:
        return gettext("The sides differ on this deal: only a director may rule on it.")
    return ""


# --- what is done ----------------------------------------------------------------------------------------------


def _deal(view: GameView, form: shapes.DealForm, actor: Actor) -> str:
    given = form.cleaned_data
    receipt = enter_deal(
        view.game.pk,
        given["number"],
        form.words,
        actor,
        version=given["version"],
        reason=given["reason"],
        play=given["play"],
    )
    scores = gettext("Deal %(deal)s is in: NS %(ns)s, EW %(ew)s; in all NS %(all_ns)s, EW %(all_ew)s.") % {
        "deal": receipt.deal,
        "ns": _points(receipt.ns_score),
        "ew": _points(receipt.ew_score),
        "all_ns": _points(receipt.ns_total),
        "all_ew": _points(receipt.ew_total),
    }
    return f"{scores} {gettext('The game is over.')}" if receipt.status == GameStatus.OVER else scores


def _word(view: GameView, form: shapes.WordForm, actor: Actor) -> str:
    given = form.cleaned_data
    deal = deal_of(view, given["number"])
    said = shapes.words_said(deal.said) if deal is not None else {}
    if given["side"] not in said:
        raise ServiceError(Fault("no-word", gettext("That side has said nothing of this deal.")))
    receipt = enter_deal(
        view.game.pk,
        given["number"],
        said[given["side"]],
        actor,
        version=given["version"],
        reason=given["reason"],
    )
    return gettext("Deal %(deal)s is as %(side)s says.") % {"deal": receipt.deal, "side": given["side"]}


def _take_back(view: GameView, form: shapes.TakeBackForm, actor: Actor) -> str:
    given = form.cleaned_data
    remove_deal(view.game.pk, given["number"], given["version"] or 0, given["reason"], actor)
    return gettext("Deal %(deal)s is taken back.") % {"deal": given["number"]}


def _void(view: GameView, form: shapes.ReasonForm, actor: Actor) -> str:
    void_game(view.game.pk, form.cleaned_data["reason"], actor)
    return gettext("Game %(game)s counts for nothing.") % {"game": view.game.number}


def _decide(view: GameView, form: shapes.DecideForm, actor: Actor) -> str:
    game = decide_game(view.game.pk, form.cleaned_data["outcome"], form.cleaned_data["reason"], actor)
    return gettext("Decided: %(outcome)s.") % {"outcome": game.get_outcome_display()}


def _end(view: GameView, form: shapes.ReasonForm, actor: Actor) -> str:
    game = end_by_leaving(view.game.pk, form.cleaned_data["reason"], actor)
    return gettext("Ended: %(outcome)s.") % {"outcome": game.get_outcome_display()}


def _stand_up(view: GameView, form: shapes.SeatForm, actor: Actor) -> str:
    seat = form.cleaned_data["seat"]
    stand_up(view.game.pk, seat, actor)
    return gettext("The seat is free again.")


def _leave(view: GameView, form: shapes.SeatForm, actor: Actor) -> str:
    seat = form.cleaned_data["seat"]
    leave(view.game.pk, seat, actor)
    return gettext("%(name)s is away: the grace runs.") % {"name": _name(view, seat)}


def _back(view: GameView, form: shapes.SeatForm, actor: Actor) -> str:
    seat = form.cleaned_data["seat"]
    come_back(view.game.pk, seat, actor)
    return gettext("%(name)s is back: nothing has happened.") % {"name": _name(view, seat)}


def _stand_in_leaves(view: GameView, form: shapes.SeatForm, actor: Actor) -> str:
    seat = form.cleaned_data["seat"]
    stand_in_leaves(view.game.pk, seat, actor)
    return gettext("The seat is empty again.")


def _vote(view: GameView, form: shapes.SeatForm, actor: Actor) -> str:
    made = vote(view.game.pk, form.cleaned_data["seat"], actor)
    return _again(made)


def _vote_all(view: GameView, _form: shapes.GameForm, actor: Actor) -> str:
    made = None
    for seat in view.seats:
        made = vote(view.game.pk, seat, actor)
    return _again(made)


def _take_back_vote(view: GameView, form: shapes.SeatForm, actor: Actor) -> str:
    take_back_vote(view.game.pk, form.cleaned_data["seat"], actor)
    return gettext("The vote is taken back.")


def _come(view: GameView, form: shapes.CallForm, actor: Actor) -> str:
    answer(view.game.pk, form.cleaned_data["call"], actor)
    return gettext("Table %(table)s sees that you are coming.") % {"table": view.game.table}


def _free_phone(view: GameView, form: shapes.PhoneForm, actor: Actor) -> str:
    seat = form.cleaned_data["seat"]
    free_phone(view.game.pk, seat, form.cleaned_data["reason"], actor)
    return gettext("No phone holds the seat of %(name)s now; it can be taken again.") % {
        "name": _name(view, seat)
    }


def _again(made: Game | None) -> str:
    if made is None:
        return gettext("The vote stands; the rematch starts with the fourth.")
    return gettext("The rematch is game %(game)s; it has started.") % {"game": made.number}


def _name(view: GameView, seat: str) -> str:
    there = view.seats.get(seat)
    return there.name if there is not None else seat


def _points(points: int) -> str:
    return str(points).replace("-", "−")


# --- when it fits ----------------------------------------------------------------------------------------------


def _plays(view: GameView) -> bool:
    return view.game.status == GameStatus.PLAYING


def _seats(view: GameView) -> bool:
    return view.game.status == GameStatus.SEATING


def _is_over(view: GameView) -> bool:
    return view.game.status == GameStatus.OVER


def _has_begun(view: GameView) -> bool:
    return view.game.started_at is not None


def _takes_deals(view: GameView) -> bool:
    return _plays(view) or (_is_over(view) and bool(view.deals))


def _was_left(view: GameView) -> bool:
    return _plays(view) and any(seat.has_quit for seat in view.seats.values())


def _may_play_again(view: GameView) -> bool:
    return _is_over(view) and not any(seat.has_quit for seat in view.seats.values())


def seats_with_phone(view: GameView) -> dict[str, str]:
    """Who sits on each seat that a phone holds, by seat."""
    return {letter: view.seats[letter].name for letter in ROW_ORDER if view.seats[letter].on_phone}


def _has_phones(view: GameView) -> bool:
    return view.game.status != GameStatus.VOID and bool(seats_with_phone(view))


def fills_in(view: GameView) -> bool:
    """Whether somebody may take a quitter's seat."""
    return _was_left(view) and view.game.event.ranked.leaving == Leaving.PLAY_ON


DEEDS: Mapping[str, GameDeed] = {
    "deal": GameDeed(_("The next deal"), shapes.DealForm, _deal, _takes_deals, rules=False),
    "correct": GameDeed(
        _("Correct a deal"),
        shapes.DealForm,
        _deal,
        lambda view: bool(view.deals),
        rules=False,
        previewed=True,
    ),
    "word": GameDeed(
        _("Rule on a dispute"), shapes.WordForm, _word, lambda view: bool(view.deals), previewed=True
    ),
    "take-back": GameDeed(
        _("Take the last deal back"),
        shapes.TakeBackForm,
        _take_back,
        lambda view: bool(view.deals) and view.game.status in (GameStatus.PLAYING, GameStatus.OVER),
        listed=True,
        previewed=True,
        explanation=_("As if it had not been entered; the log keeps it."),
    ),
    "end": GameDeed(
        _("End it: a side was left"),
        shapes.ReasonForm,
        _end,
        _was_left,
        listed=True,
        previewed=True,
        explanation=_("The side that somebody has quit loses, whatever the score."),
    ),
    "decide": GameDeed(
        _("Decide the game"),
        shapes.DecideForm,
        _decide,
        _has_begun,
        listed=True,
        previewed=True,
        explanation=_("It ends as you say, whatever the score; ratings and stakes follow."),
    ),
    "void": GameDeed(
        _("Declare it void"),
        shapes.ReasonForm,
        _void,
        lambda view: view.game.status != GameStatus.VOID,
        listed=True,
        previewed=True,
        explanation=_("It counts for nothing, and stakes go back. Bans stay; they can be lifted."),
    ),
    "free-phone": GameDeed(
        _("Free the phone of a seat"),
        shapes.PhoneForm,
        _free_phone,
        _has_phones,
        listed=True,
        explanation=_(
            "It is lost, or somebody else has taken the seat. Whoever sits there then taps “This is my seat” again."
        ),
    ),
    "come": GameDeed(_("I am coming"), shapes.CallForm, _come, lambda view: True, rules=False),
    "stand-up": GameDeed(_("Stand up"), shapes.SeatForm, _stand_up, _seats),
    "leave": GameDeed(_("Leaves"), shapes.SeatForm, _leave, _plays),
    "back": GameDeed(_("Is back"), shapes.SeatForm, _back, _plays),
    "stand-in-leaves": GameDeed(_("Stops filling in"), shapes.SeatForm, _stand_in_leaves, _plays),
    "vote": GameDeed(_("Wants a rematch"), shapes.SeatForm, _vote, _may_play_again),
    "vote-all": GameDeed(_("All four want a rematch"), shapes.GameForm, _vote_all, _may_play_again),
    "vote-back": GameDeed(_("No rematch after all"), shapes.SeatForm, _take_back_vote, _may_play_again),
}
"""Seating and filling in by name have forms of their own (game_seats.py)."""


def form_of(name: str, data: Any = None, **given: Any) -> forms.Form:
    return DEEDS[name].form(data, prefix=name, **given)
