"""Undoing what the log tells of games of ranked tables (services/undo.py).

Owns: which of their changes can be undone, by what, and a sentence for each that cannot.
Never does: change a row of a game: each is undone by the service that makes such a change, so that the game is run
again, and ledger, ratings and stakes follow.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from tournaments.models import Ban, Game, GameEnding, GameStatus, Person
from tournaments.services.actors import Actor
from tournaments.services.errors import ConflictError, ServiceError
from tournaments.services.ranked.bans import lay_again, lift_ban
from tournaments.services.ranked.deals import remove_deal, restore_deal
from tournaments.services.ranked.games import decide_game, sit, stand_up, void_game
from tournaments.services.ranked.leaving import come_back, fill_in, never_filled_in
from tournaments.services.ranked.options import RankedOptions, change_options
from tournaments.services.ranked.restoring import restore_game
from tournaments.services.undoing import Undoer, Undoing

_SUBJECT: Final = re.compile(r"game (\d+)(?:, deal (\d+)|, seat ([NESW]))?")
_DEALS: Final = tuple(
    f"deal.{verb}" for verb in ("entered", "corrected", "confirmed", "provisional", "disputed", "removed")
)
_ENDS: Final = tuple(f"game.{verb}" for verb in ("voided", "decided", "ended", "restored"))
_SEATS: Final = tuple(f"seat.{verb}" for verb in ("taken", "given-up", "left", "back", "filled", "emptied"))
_BANS: Final = ("ban.lifted", "ban.laid-again")


def _place(undoing: Undoing) -> tuple[Game, str]:
    """The game, and the deal's number or the seat. Raises `ServiceError`."""
    found = _SUBJECT.fullmatch(undoing.line.subject)
    game = undoing.event.games.filter(number=int(found[1])).first() if found else None
    if found is None or game is None:
        raise ServiceError("The log does not say which game this was.", code="not-undoable")
    return game, found[2] or found[3] or ""


def _undo_deal(undoing: Undoing) -> None:
    game, number = _place(undoing)
    there = game.deals.filter(number=int(number)).first()
    message = "The deal was changed since; undo the later change first, or correct the deal."
    undoing.refuse_if_changed(_DEALS, message)
    taken_back = undoing.line.action == "deal.removed"
    # versions begin anew when a deal is taken back: they tell only beside the log
    if (None if there is None else there.version) != (None if taken_back else undoing.after["version"]):
        raise ConflictError(message, code="stale-version")
    if there is not None and undoing.line.before is None:
        remove_deal(game.pk, there.number, there.version, undoing.reason, undoing.actor)
        return
    version = None if there is None else there.version
    restore_deal(game.pk, int(number), undoing.before, version, undoing.reason, undoing.actor)


def _undo_end(undoing: Undoing) -> None:
    """A game that was declared void, decided, ended as a side was left, or brought back from one of these."""
    game, _none = _place(undoing)
    undoing.refuse_if_changed(_ENDS, "The game was decided since; undo the later change first.")
    before = {"status": GameStatus.PLAYING, "outcome": "", "ending": "", **undoing.before}
    if undoing.before.get("status") == GameStatus.OVER and "ending" not in undoing.before:
        message = "The log does not say why the game was over; decide it instead."
        raise ServiceError(message, code="not-undoable")
    ruling = None if "ruling" not in before else str(before["ruling"])[:500]
    if before["status"] == GameStatus.VOID:
        void_game(game.pk, undoing.reason, undoing.actor, ruling=ruling)
    elif before["ending"] == GameEnding.DIRECTOR:
        decide_game(game.pk, before["outcome"], undoing.reason, undoing.actor, ruling=ruling)
    else:
        restore_game(game.pk, {**before, "ruling": ruling or ""}, undoing.reason, undoing.actor)


def _seat_of(undoing: Undoing) -> tuple[Game, str]:
    """The same as `_place`, where nobody has taken that seat or left it since."""
    found = _place(undoing)
    undoing.refuse_if_changed(_SEATS, "Who sits there was changed since; undo the later change first.")
    return found


def _person(undoing: Undoing, said: Mapping[str, Any]) -> int:
    """Whom a line names. In a log that came with an event file the key is that of another database."""
    club = undoing.event.tournament.club_id
    found = Person.objects.filter(club=club, pk=said.get("person", 0), name=said.get("name", "")).first()
    if found is None:
        message = (
            "The person that the log names is not known here by that name; seat them on the game’s page."
        )
        raise ConflictError(message, code="changed-since")
    return found.pk


def _undo_sitting(undoing: Undoing) -> None:
    game, seat = _seat_of(undoing)
    stand_up(game.pk, seat, undoing.actor, undoing.reason)


def _undo_standing_up(undoing: Undoing) -> None:
    game, seat = _seat_of(undoing)
    sit(game.pk, seat, _person(undoing, undoing.before), undoing.actor, reason=undoing.reason)


def _undo_leaving(undoing: Undoing) -> None:
    game, seat = _seat_of(undoing)
    come_back(game.pk, seat, undoing.actor, reason=undoing.reason)


def _undo_filling_in(undoing: Undoing) -> None:
    game, seat = _seat_of(undoing)
    never_filled_in(game.pk, seat, undoing.reason, undoing.actor)


def _undo_emptying(undoing: Undoing) -> None:
    game, seat = _seat_of(undoing)
    fill_in(game.pk, seat, _person(undoing, undoing.before), undoing.actor, reason=undoing.reason)


def _turn_ban(act: Callable[[int, str, Actor], object]) -> Undoer:
    def undo(undoing: Undoing) -> None:
        key, person = undoing.after.get("ban", 0), _person(undoing, undoing.after)
        if not Ban.objects.filter(pk=key, person=person, seat__game__event=undoing.event).exists():
            message = "The ban that the log names is not known here; look at the player’s page."
            raise ConflictError(message, code="changed-since")
        if undoing.event.log.filter(pk__gt=undoing.line.pk, action__in=_BANS, after__ban=key).exists():
            message = "This ban was changed since; undo the later change first."
            raise ConflictError(message, code="changed-since")
        act(key, undoing.reason, undoing.actor)

    return undo


def _undo_options(undoing: Undoing) -> None:
    now, before, after = RankedOptions.of(undoing.event).to_json(), undoing.before, undoing.after
    changed = [name for name in after if after[name] != before.get(name)]
    if any(now.get(name) != after[name] for name in changed):
        message = "The options were changed since; undo the later change first."
        raise ConflictError(message, code="changed-since")
    wanted: dict[str, Any] = {**now, **{name: before[name] for name in changed}}
    change_options(undoing.event.pk, RankedOptions(**wanted), undoing.actor, undoing.reason)


GAME_UNDOERS: Final[Mapping[str, Undoer]] = {
    **dict.fromkeys(_DEALS, _undo_deal),
    **dict.fromkeys(_ENDS, _undo_end),
    "seat.taken": _undo_sitting,
    "seat.given-up": _undo_standing_up,
    "seat.left": _undo_leaving,
    "seat.filled": _undo_filling_in,
    "seat.emptied": _undo_emptying,
    "ban.lifted": _turn_ban(lay_again),
    "ban.laid-again": _turn_ban(lift_ban),
    "event.ranked": _undo_options,
}
_FOLLOWS: Final = "This followed from a deal, a quit or a decision: undo that, and it follows anew."
_PHONE: Final = (
    "A key cannot be given back to a phone: free the seat’s phone, and the seat can be taken on it again."
)
_VOTE: Final = "A vote is the player’s own: it is given and taken back on the game’s page."
NOT_UNDOABLE: Final[Mapping[str, str]] = {
    "game.opened": "A game that was opened for nothing is declared void on its page.",
    "game.started": "A game that has begun is declared void on its page.",
    **dict.fromkeys(("game.over", "game.runs-again", "stakes.settled", "stakes.taken-back"), _FOLLOWS),
    "seat.back": "Say on the game’s page that they leave: their time to come back begins anew.",
    "seat.quit": "It is true by the clock: lift the ban, and decide the game or declare it void.",
    **dict.fromkeys(("seat.claimed", "seat.freed"), _PHONE),
    **dict.fromkeys(("rematch.wanted", "rematch.not-wanted"), _VOTE),
}
"""Why not, where the usual sentence does not say what to do instead."""
