"""Everything on an event's settings page changed at once, and what that would do before it is done.

Owns: that all of it is changed or nothing, with every fault; the words for what a change does.
Never does: weigh one setting (events.py, team_settings.py, ranked/options.py, event_details.py), score
(services/rulings.py and corrections.py preview by the real change, rolled back).
"""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import transaction

from scoring.faults import Fault
from scoring.rules import RuleSet
from tournaments.models import Event, Kind, Result, ResultState, TravellerSecrecy, Winners
from tournaments.services.actors import Actor
from tournaments.services.corrections import Effect, preview_effect
from tournaments.services.errors import ConflictError, ServiceError, refuse_if
from tournaments.services.event_details import EventDetails, change_details
from tournaments.services.events import EventSettings, change_settings, check_settings
from tournaments.services.locking import lock_event
from tournaments.services.ranked.options import RankedOptions, change_options
from tournaments.services.ranked.preview import try_out
from tournaments.services.rulings import RulingEffect, preview_ruling
from tournaments.services.team_settings import TeamOptions, change_team_options
from tournaments.services.visibility import sees_every_board

CHANGED = (
    "Somebody else has changed these settings since you opened them; both versions are shown. "
    "Save again to keep yours."
)
_PREVIEWED = "preview"
"""Stands for the reason that is not given yet when the change is only looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The event as it is to be; `options` of a Teams event, `ranked` of ranked tables alone."""

    details: EventDetails
    settings: EventSettings
    options: TeamOptions | None = None
    ranked: RankedOptions | None = None


@dataclass(frozen=True, slots=True)
class PlaceMove:
    """An entry whose place would be another; `before` and `after` are what it is ranked by, in words or figures left
    to the reader's door: percentages (Fraction or None) of Pairs, half-wins (int) of teams. `field` is "", NS or EW."""

    entry: int
    name: str
    field: str
    rank_before: int | None
    rank_after: int
    before: Any
    after: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsEffect:
    """What the change would do. `results` are in; `rescored` of them would have other scores, `counted` would begin or
    cease to count. `matches` of a Teams event would have another outcome; `sentences` say the rest.

    `places` is None, and `matches` empty, for whom they tell of what is hidden from them.
    """

    results: int
    rescored: int
    counted: int
    sentences: tuple[str, ...]
    places: tuple[PlaceMove, ...] | None
    matches: tuple[str, ...] = ()

    @property
    def nothing(self) -> bool:
        return not (self.rescored or self.counted or self.sentences or self.places or self.matches)


def wanted_of(event: Event) -> Wanted:
    """The event as it is."""
    options = TeamOptions.of(event) if event.kind == Kind.TEAMS else None
    ranked = RankedOptions.of(event) if event.kind == Kind.RANKED else None
    details, settings = EventDetails.of(event), EventSettings.of(event)
    return Wanted(details=details, settings=settings, options=options, ranked=ranked)


def state_of(event: Event) -> str:
    """A fingerprint of the event as it is: another one says that somebody else has changed it."""
    return hashlib.sha256(repr(wanted_of(event)).encode()).hexdigest()[:16]


def change_event(
    event_id: int,
    wanted: Wanted,
    actor: Actor,
    user: AbstractBaseUser | AnonymousUser,
    reason: str = "",
    state: str = "",
) -> None:
    """Change all that is `wanted`, or nothing. Raises `ServiceError` with every fault of every setting, and
    `ConflictError` when the event is no longer in the `state` that was looked at ("": whatever it is)."""
    with transaction.atomic():
        event = lock_event(event_id)
        if state and state != state_of(event):
            raise ConflictError(CHANGED, code="changed-meanwhile")
        faults = _faults_of_hidden(event, wanted.settings, user)
        refuse_if(faults)
        for act in _acts(event_id, wanted, actor, reason):
            try:
                with transaction.atomic():
                    act()
            except ServiceError as error:
                faults += [_at_reason(fault) for fault in error.faults if _is_new(fault, faults)]
        refuse_if(_in_brief(faults))


def preview_event(
    event_id: int, wanted: Wanted, actor: Actor, user: AbstractBaseUser | AnonymousUser
) -> SettingsEffect:
    """What `change_event` would do, as a reader with this user's eyes may know it. Raises what it raises, but for a
    missing reason."""
    event = Event.objects.get(pk=event_id)
    before = wanted_of(event)
    counts = _Counts(event)

    def change() -> None:
        change_event(event_id, wanted, actor, user, _PREVIEWED)
        counts.look_again()

    places, matches = _moves(event, change)
    sees_all = sees_every_board(user, event)
    return SettingsEffect(
        results=counts.results,
        rescored=counts.rescored,
        counted=counts.provisional
        if before.settings.provisional_counts != wanted.settings.provisional_counts
        else 0,
        sentences=tuple(_sentences(event, before, wanted)),
        places=places if sees_all else None,
        # they tell of other tables as places do
        matches=matches if sees_all else (),
    )


def _acts(event_id: int, wanted: Wanted, actor: Actor, reason: str) -> Iterable[Callable[[], object]]:
    yield lambda: change_details(event_id, wanted.details, actor, reason)
    yield lambda: change_settings(event_id, wanted.settings, actor, reason)
    options = wanted.options
    if options is not None:
        yield lambda: change_team_options(event_id, options, actor, reason)
    ranked = wanted.ranked
    if ranked is not None:
        yield lambda: change_options(event_id, ranked, actor, reason)


LISTED = 12
"""Results that another rule set makes impossible are named up to so many."""


def _in_brief(faults: list[Fault]) -> list[Fault]:
    if len(faults) <= LISTED:
        return faults
    rest = len(faults) - LISTED
    return [*faults[:LISTED], Fault("more", f"… and {rest} more.")]


_SAID_ONCE = ("event-final", "reason-missing")


def _is_new(fault: Fault, faults: Iterable[Fault]) -> bool:
    return fault.code not in _SAID_ONCE or fault.code not in {other.code for other in faults}


def _at_reason(fault: Fault) -> Fault:
    return replace(fault, path="reason") if fault.code == "reason-missing" else fault


def _faults_of_hidden(
    event: Event, settings: EventSettings, user: AbstractBaseUser | AnonymousUser
) -> list[Fault]:
    """Scoring results again under other rules says, by its faults, what was bid and made in them."""
    if check_settings(settings, event.kind):
        return []  # said by change_settings
    if RuleSet.from_json(settings.rules).to_json() == event.rules or not event.results.exists():
        return []
    if sees_every_board(user, event):
        return []
    message = "You play in this event, so somebody else has to change its rule set while results are hidden from you."
    return [Fault("plays", message, "preset")]


_NOT_CONFIRMED = (ResultState.PROVISIONAL, ResultState.DISPUTED)


class _Counts:
    """Scores before the change and after."""

    def __init__(self, event: Event) -> None:
        self._event = event
        self._before = self._scores()
        self.results = len(self._before)
        self.rescored = 0
        self.provisional = self._rows().filter(state__in=_NOT_CONFIRMED).count()

    def look_again(self) -> None:
        after = self._scores()
        self.rescored = sum(after.get(key) != scores for key, scores in self._before.items())

    def _rows(self) -> Any:
        return Result.objects.filter(event=self._event).exclude(state=ResultState.REMOVED)

    def _scores(self) -> dict[int, tuple[int | None, int | None]]:
        return {key: (ns, ew) for key, ns, ew in self._rows().values_list("pk", "ns_score", "ew_score")}


def _moves(event: Event, change: Callable[[], object]) -> tuple[tuple[PlaceMove, ...], tuple[str, ...]]:
    """Places and matches that would be others."""
    if event.kind == Kind.RANKED:
        # games keep the rules they began with, so nothing moves: it is done and undone for its faults alone
        try_out(change)
        return (), ()
    if event.kind == Kind.TEAMS:
        effect: Effect = preview_effect(event.pk, change)
        places = tuple(
            PlaceMove(
                move.entry,
                move.name,
                "",
                move.rank_before,
                move.rank_after,
                move.half_wins_before,
                move.half_wins_after,
            )
            for move in effect.places
        )
        matches = tuple(
            f"Round {move.round}, match {move.match}: “{move.before}” would become “{move.after}”"
            for move in effect.matches
        )
        return places, matches
    ruled: RulingEffect = preview_ruling(event.pk, change)
    return tuple(PlaceMove(**asdict(move)) for move in ruled.places), ()


def _sentences(event: Event, before: Wanted, after: Wanted) -> Iterable[str]:
    """What no list of results or places says."""
    old, new = before.settings, after.settings
    if old.traveller_secrecy != new.traveller_secrecy:
        yield (
            "Everybody may read scores as they come in, from now on."
            if new.traveller_secrecy == TravellerSecrecy.OPEN
            else "Scores of boards that are still played are hidden again; whoever has read them has read them."
        )
    if event.kind == Kind.PAIRS and old.winners != new.winners and event.rounds.exists():
        yield (
            "North-South and East-West are ranked each for itself, in two lists."
            if new.winners == Winners.TWO
            else "All pairs are ranked in one list, though the draw was not made for that."
            if event.movement is not None
            else "All pairs are ranked in one list."
        )
    if before.details.name != after.details.name and event.rounds.exists():
        yield "The name changes on every page; the event’s address and what is printed already stay as they are."
    if not before.details.entered_twice and after.details.entered_twice and event.results.exists():
        yield "Results from paper that are in stay as they are; those that come now wait for a second entry."
    if before.details.rated != after.details.rated and event.kind != Kind.RANKED:
        yield (
            "Each table counts as a rated game when the event is final."
            if after.details.rated
            else "The event moves nobody’s rating."
        )
    yield from _of_options(event, before.options, after.options)
    if event.kind == Kind.RANKED:
        yield from _of_ranked(event, before, after)


def _of_options(event: Event, old: TeamOptions | None, new: TeamOptions | None) -> Iterable[str]:
    if old is None or new is None or not event.rounds.exists():
        return
    drawn = event.rounds.count()
    if old.rounds != new.rounds:
        yield (
            "The event goes on until at most one team is undefeated."
            if new.rounds is None
            else f"The event has {new.rounds} rounds; {drawn} of them are drawn."
        )
    if old.pairing != new.pairing:
        yield f"Rounds from {drawn + 1} on are drawn otherwise; those that are drawn stay."


def _of_ranked(event: Event, before: Wanted, after: Wanted) -> Iterable[str]:
    if before.ranked is None or after.ranked is None or not event.games.exists():
        return
    old, new = RuleSet.from_json(before.settings.rules), RuleSet.from_json(after.settings.rules)
    of_a_game = (before.ranked.rated, before.ranked.stake) != (after.ranked.rated, after.ranked.stake)
    if old != new or of_a_game:
        yield "Games that were opened already keep what they began with; it holds for those opened from now on."
    if before.ranked.leaving != after.ranked.leaving:
        yield "What becomes of a game that somebody quits changes at once, for games that are being played too."
