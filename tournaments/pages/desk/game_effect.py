"""What a change of a game would do, as a director reads it before doing it.

Owns: the words. Never does: work it out (services/ranked/preview.py).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from tournaments.models import GameEnding, GameOutcome, GameStatus
from tournaments.services.ranked.preview import GameEffect, GameLook, preview_game


@dataclass(frozen=True, slots=True)
class GameForeseen:
    """`before` and `after` say how the game stands; `lines` what else would be another, one sentence each."""

    before: str
    after: str
    lines: tuple[str, ...]
    nothing: bool


def foresee_game(game_id: int, act: Callable[[], Any]) -> GameForeseen:
    """What `act`, the call of a service on the game, would change. Raises whatever it raises."""
    effect = preview_game(game_id, act)
    return GameForeseen(_stands(effect.before), _stands(effect.after), tuple(_lines(effect)), effect.nothing)


def _stands(look: GameLook) -> str:
    score = gettext("NS %(ns)s, EW %(ew)s") % {"ns": _points(look.ns_total), "ew": _points(look.ew_total)}
    if look.status == GameStatus.OVER:
        words = {"score": score, "outcome": GameOutcome(look.outcome).label}
        words["why"] = GameEnding(look.ending).label
        return gettext("over: %(outcome)s (%(why)s); %(score)s") % words
    return f"{GameStatus(look.status).label}; {score}"


def _lines(effect: GameEffect) -> Iterator[str]:
    before, after = effect.before, effect.after
    yield from _of_deals(before, after)
    if before.status == GameStatus.OVER and after.status == GameStatus.PLAYING:
        yield gettext("The game runs again, and waits for its next deal.")
    yield from _of_ledger(effect)
    for move in effect.stakes:
        yield gettext("Stakes of %(name)s: %(before)s → %(after)s.") % {
            "name": move.name,
            "before": _signed(move.before),
            "after": _signed(move.after),
        }
    if effect.banned:
        yield gettext("No ranked games for a while: %(names)s.") % {"names": ", ".join(effect.banned)}
    if effect.freed:
        yield gettext("Banned no more: %(names)s.") % {"names": ", ".join(effect.freed)}


def _of_deals(before: GameLook, after: GameLook) -> Iterator[str]:
    struck = sorted(set(after.struck) - set(before.struck))
    back = sorted(set(before.struck) & set(after.counted))
    for numbers, one, many in (
        (
            struck,
            gettext("Deal %(deals)s comes after the end of the game then, and counts for nothing."),
            gettext("Deals %(deals)s come after the end of the game then, and count for nothing."),
        ),
        (back, gettext("Deal %(deals)s counts again."), gettext("Deals %(deals)s count again.")),
    ):
        if numbers:
            yield (one if len(numbers) == 1 else many) % {"deals": ", ".join(map(str, numbers))}


def _of_ledger(effect: GameEffect) -> Iterator[str]:
    then, now = effect.before.ledger, effect.after.ledger
    if then == now:
        return
    names = {"names": ", ".join(effect.players)}
    if now is None:
        yield gettext("It is rated no more: what it did to the ratings of %(names)s is taken back.") % names
    elif then is None:
        yield gettext("It is rated: it changes the ratings of %(names)s.") % names
    else:
        yield gettext("It is rated otherwise: the ratings of %(names)s are made again.") % names
    yield gettext("Games that were played after it are rated again.")


def _points(points: int) -> str:
    return str(points).replace("-", "−")


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else _points(points)
