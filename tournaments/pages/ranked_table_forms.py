"""What a phone at a ranked table posts, read into values.

Owns: the fields' names; what makes one of them no value. Never does: know a game.

A deal comes as its four texts (`ns_bid` …), as the script writes them, or by player (`bid_N`, `took_N` …), as the form
does without a script. Without a nil only the side's tricks are kept: two phones then say the same in the same words.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scoring.faults import Fault
from tournaments.pages.ranked_games import SEATS, SEATS_OF
from tournaments.services.errors import ConflictError, ServiceError, refuse_if
from tournaments.services.ranked.deal_checks import DealWords
from tournaments.services.texts import LONGEST_NOTE

TEXTS: Final = ("ns_bid", "ns_tricks", "ew_bid", "ew_tricks")
LONGEST_NAME: Final = 200
BIDS: Final = (*(str(number) for number in range(1, 14)), "N", "B")
TRICKS: Final = tuple(str(number) for number in range(14))
Form = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Opening:
    target: int | None
    rated: bool | None


def read_opening(form: Form) -> Opening:
    """Target and kind of the game that is to be opened; what is missing is as the event has it."""
    target, kind = form.get("target", ""), form.get("kind", "")
    number = int(target) if target.isascii() and target.isdigit() and len(target) <= 6 else None
    if target and number is None:
        raise ServiceError(Fault("target", "Choose what the game is played to.", "target"))
    return Opening(number, {"rated": True, "friendly": False}.get(kind))


def read_seat(form: Form) -> str:
    seat = form.get("seat", "")
    refuse_if([] if seat in SEATS else [Fault("seat", "Choose a seat.", "seat")])
    return seat


def read_who(form: Form) -> str:
    """A full name or a membership number, as it was typed."""
    who = " ".join(form.get("who", "").split())
    if not who:
        raise ServiceError(Fault("who-missing", "Type your full name or your membership number.", "who"))
    return who[:LONGEST_NAME]


def read_note(form: Form) -> str:
    """What a call is about; it may be empty."""
    return form.get("note", "")[: LONGEST_NOTE + 1]


def read_number(form: Form, name: str) -> int:
    """A number of the page's own making. Raises `ConflictError` for anything else: the page is not ours, or too old."""
    text = form.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise ConflictError("This page is too old; it has been loaded again.", code="stale-page")
    return int(text)


def read_words(form: Form) -> DealWords:
    """Raises `ServiceError` with everything that is missing."""
    if any(name in form for name in TEXTS):
        return DealWords(*(form.get(name, "")[:20] for name in TEXTS))
    faults = [
        Fault("deal-part-missing", f"Choose what {seat} bid.", f"bid_{seat}")
        for seat in SEATS
        if form.get(f"bid_{seat}", "") not in BIDS
    ]
    faults += [
        Fault("deal-part-missing", f"Choose what {seat} took.", f"took_{seat}")
        for seat in SEATS
        if form.get(f"took_{seat}", "") not in TRICKS
    ]
    refuse_if(faults)
    sides = {key: _side(form, seats) for key, seats in SEATS_OF.items()}
    return DealWords(*sides["NS"], *sides["EW"])


def _side(form: Form, seats: tuple[str, str]) -> tuple[str, str]:
    bids = [form[f"bid_{seat}"] for seat in seats]
    took = [int(form[f"took_{seat}"]) for seat in seats]
    nil = any(bid in ("N", "B") for bid in bids)
    return "+".join(bids), "+".join(map(str, took)) if nil else str(sum(took))
