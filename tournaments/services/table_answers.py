"""What a director answers the tables with: one name and one service each, at the desk and in the admin alike.

Owns: the answers, with the sentence that says what was done; that nobody rules on what is hidden from them.
Never does: anything that a service does not.
Terms: *given*, what the answer's form holds: `call` or `claim` (keys), `reason`, `round`, `minutes`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from tournaments.models import Claim, Event
from tournaments.services.actors import Actor
from tournaments.services.calls import answer_call
from tournaments.services.claims import dismiss, settle
from tournaments.services.clock import add_minutes, pause_clock, resume_clock, start_clock
from tournaments.services.table_wants import Eyes, place_of

BARRED: Final = (
    "You play in this event, and this board is hidden from you: another director has to see to it."
)


@dataclass(frozen=True, slots=True)
class Answer:
    """`run` does it and returns what to say; it raises what the service raises."""

    title: str
    run: Callable[[Event, Mapping[str, Any], Actor], str]
    explanation: str = ""


@dataclass(frozen=True, slots=True)
class Named:
    """The word that an answer is about: where it was said, and by whom; `barred` says why `user` may not rule on it."""

    about: str
    barred: str


def named_claim(event: Event, user: AbstractBaseUser | AnonymousUser, claim_id: int | None) -> Named | None:
    """None where no claim of this event is named."""
    if claim_id is None:
        return None
    found = (
        Claim.objects.filter(pk=claim_id, table__round__event=event).select_related("table__round").first()
    )
    if found is None:
        return None
    seen = Eyes(event, user).see(found.table_id, [found.board])
    return Named(f"{place_of(event, found)} ({found.side})" if seen else "", "" if seen else BARRED)


def _come(event: Event, given: Mapping[str, Any], actor: Actor) -> str:
    call = answer_call(event.pk, given["call"], actor)
    return f"Table {call.table.number} is told that you are coming."


def _settle(event: Event, given: Mapping[str, Any], actor: Actor) -> str:
    receipt = settle(event.pk, given["claim"], actor, given["reason"])
    return f"Ruled: round {receipt.round}, table {receipt.table}, board {receipt.board}."


def _dismiss(event: Event, given: Mapping[str, Any], actor: Actor) -> str:
    dismiss(event.pk, given["claim"], actor, given["reason"])
    return "Dismissed; what was said stays in the log."


def _start(event: Event, given: Mapping[str, Any], actor: Actor) -> str:
    reading = start_clock(event.pk, given["round"], given["minutes"], actor)
    return f"The clock of round {given['round']} runs: {reading.minutes} minutes."


def _pause(event: Event, given: Mapping[str, Any], actor: Actor) -> str:
    pause_clock(event.pk, given["round"], actor)
    return "The clock is paused."


def _resume(event: Event, given: Mapping[str, Any], actor: Actor) -> str:
    resume_clock(event.pk, given["round"], actor)
    return "The clock runs again."


def _minutes(event: Event, given: Mapping[str, Any], actor: Actor) -> str:
    add_minutes(event.pk, given["round"], given["minutes"], actor)
    return f"Round {given['round']}: {given['minutes']:+} min.".replace("-", "−")


ANSWERS: Mapping[str, Answer] = {
    "come": Answer("I am coming", _come),
    "settle": Answer("Rule that this was it", _settle, "It becomes the board’s result."),
    "dismiss": Answer("Dismiss", _dismiss, "It changes nothing, and stays in the log."),
    "start-clock": Answer("Start the clock", _start),
    "pause-clock": Answer("Pause the clock", _pause),
    "resume-clock": Answer("Go on", _resume),
    "add-minutes": Answer("Change the time", _minutes),
}
