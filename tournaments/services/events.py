"""An event from its making to its end: settings, penalties, final and reopened.

Owns: every change of an event that is not a result, an entry or a round.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from django.db import transaction
from django.utils.text import slugify

from scoring.faults import Fault, FaultsError
from scoring.ranking import TIE_BREAKS
from scoring.rules import RuleSet
from scoring.swiss_standings import SWISS_TIE_BREAKS
from tournaments.eventfile.reader import MAX_NUMBER
from tournaments.eventfile.scoring_input import check_result, to_pairs_result
from tournaments.models import (
    Entry,
    Event,
    EventStatus,
    Kind,
    Penalty,
    PenaltyUnit,
    Result,
    ResultState,
    StandingsSnapshot,
    Tournament,
    TravellerSecrecy,
    Winners,
)
from tournaments.services.actors import Actor, acts_and_plays
from tournaments.services.archive import archive_after_commit
from tournaments.services.errors import ConflictError, NotFoundError, ServiceError, refuse_if
from tournaments.services.kinds import faults_of_kind, faults_of_target
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.logbook import log
from tournaments.services.progress import open_matters
from tournaments.services.queueing import queue_recompute
from tournaments.services.ratings.ledger import post_event, withdraw_event
from tournaments.services.result_fields import to_fields
from tournaments.services.same_event import faults_of_rated_twice
from tournaments.services.slugs import free_slug
from tournaments.services.texts import faults_of_name


@dataclass(frozen=True, slots=True)
class EventSettings:
    """What a director chooses, whatever the kind of event; `winners`, `neuberg` and `expected_scores` are for Pairs.
    `rules` is a preset's name or an object that overrides one (docs/rules.md §1)."""

    rules: str | Mapping[str, object] = "duplicate-pairs"
    winners: str = Winners.ONE
    neuberg: bool = True
    tie_breaks: tuple[str, ...] = ()
    traveller_secrecy: str = TravellerSecrecy.FINISHED
    provisional_counts: bool = True
    expected_scores: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, event: Event) -> "EventSettings":
        return cls(
            rules=event.rules,
            winners=event.winners,
            neuberg=event.neuberg,
            tie_breaks=tuple(event.tie_breaks),
            traveller_secrecy=event.traveller_secrecy,
            provisional_counts=event.provisional_counts,
            expected_scores=event.expected_scores,
        )

    def to_json(self) -> dict[str, object]:
        return {
            "rules": self.rules,
            "winners": str(self.winners),
            "neuberg": self.neuberg,
            "tie_breaks": list(self.tie_breaks),
            "traveller_secrecy": str(self.traveller_secrecy),
            "provisional_counts": self.provisional_counts,
            "expected_scores": dict(self.expected_scores),
        }


TIE_BREAKS_OF: Mapping[str, Collection[str]] = {Kind.PAIRS: TIE_BREAKS, Kind.TEAMS: SWISS_TIE_BREAKS}
"""What can part equals, by the kind of event; there is nothing of the kind at ranked tables."""


def usual_settings(kind: str) -> EventSettings:
    """What an event of this kind is played under unless its director says otherwise."""
    if kind == Kind.TEAMS:
        return EventSettings(rules="standard", tie_breaks=tuple(SWISS_TIE_BREAKS))
    if kind == Kind.RANKED:
        return EventSettings(rules="puzzle-pirates")
    return EventSettings()


def check_settings(settings: EventSettings, kind: str = Kind.PAIRS) -> tuple[Fault, ...]:
    """All faults of `settings` for an event of this kind."""
    faults: list[Fault] = []
    try:
        rules = RuleSet.from_json(settings.rules)
    except FaultsError as error:
        faults += error.faults
    else:
        faults += faults_of_target(rules) if kind == Kind.RANKED else []
    known = TIE_BREAKS_OF.get(kind, ())
    for index, name in enumerate(settings.tie_breaks):
        if not known:
            message = "Ranked tables have no tie-breaks; leave them out."
            faults.append(Fault(code="tie-break", message=message, path="tie_breaks"))
        elif name not in known:
            message = f"There is no tie-break “{name}”; choose from {', '.join(sorted(known))}."
            faults.append(Fault(code="tie-break", message=message, path="tie_breaks"))
        elif name in settings.tie_breaks[:index]:
            message = f"The tie-break “{name}” is named twice; leave one out."
            faults.append(Fault(code="tie-break", message=message, path="tie_breaks"))
    faults += _faults_of_expected(settings.expected_scores)
    for name, value, choices in (
        ("winners", settings.winners, Winners),
        ("traveller_secrecy", settings.traveller_secrecy, TravellerSecrecy),
    ):
        if value not in choices.values:
            message = f"“{value}” is not one of {', '.join(choices.values)}."
            faults.append(Fault(code=name, message=message, path=name))
    return tuple(faults)


def _faults_of_expected(expected: object) -> list[Fault]:
    """Neuberg's numbers come from forms and files: anything may stand there."""
    path = "expected_scores"
    if not isinstance(expected, Mapping):
        message = 'Expected scores are an object of board numbers and counts, such as {"7": 6}.'
        return [Fault(code="expected", message=message, path=path)]
    wrong = [
        str(board)[:20]
        for board, count in expected.items()
        if not (str(board).isascii() and str(board).isdecimal() and 1 <= int(str(board)[:9]) <= MAX_NUMBER)
        or isinstance(count, bool)
        or not isinstance(count, int)
        or not 1 <= count <= MAX_NUMBER
    ]
    if not wrong:
        return []
    message = (
        f"Expected scores are counts from 1 to {MAX_NUMBER} by board number; look at {', '.join(wrong[:5])}."
    )
    return [Fault(code="expected", message=message, path=path)]


def create_event(
    tournament: Tournament, name: str, settings: EventSettings, actor: Actor, kind: str = Kind.PAIRS
) -> Event:
    """Make an event that is being set up; a Teams event is made by `team_settings.create_teams_event`, one of ranked
    tables by `ranked.options.create_ranked_event`, which call this. Raises `ServiceError` with every fault."""
    slug = slugify(name)[:80] or "event"
    refuse_if([*check_settings(settings, kind), *faults_of_name(name, "name")])
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)  # one slug at a time
        event = Event(tournament=tournament, name=name.strip(), kind=kind)
        event.slug = free_slug(slug, set(tournament.events.values_list("slug", flat=True)))
        apply_settings(event, settings)
        event.save()
        StandingsSnapshot.objects.create(event=event)
        raise_version(event, all_boards=True)
        queue_recompute(event)
        log(event, actor, "event.created", after={"name": event.name, "kind": kind, **settings.to_json()})
    return event


def change_settings(event_id: int, settings: EventSettings, actor: Actor, reason: str = "") -> Event:
    """Change what an event is played under; results that are in are scored again under it.

    Raises `ServiceError` when the event is final, when a setting is wrong, when results are in and no reason is
    given, or with every result that is impossible under the new rule set.
    """
    with transaction.atomic():
        event = lock_event(event_id)
        refuse_if([*faults_if_final(event), *check_settings(settings, event.kind)])
        before = EventSettings.of(event)
        if before.traveller_secrecy != settings.traveller_secrecy:
            refuse_if(_faults_of_player(event, actor, "change when scores are shown"))
        if before.to_json() == settings.to_json():
            return event
        results = list(
            event.results.exclude(state=ResultState.REMOVED).select_related("table__round", "ns", "ew")
        )
        if results and not reason.strip():
            raise ServiceError(
                "Results are in; give a reason for changing the settings.", code="reason-missing"
            )
        apply_settings(event, settings)
        event.save()
        if before.rules != settings.rules:
            _score_again(event.rule_set, results)
        raise_version(event, all_boards=True)
        log(event, actor, "event.settings", before=before.to_json(), after=settings.to_json(), reason=reason)
        queue_recompute(event)
    return event


def add_penalty(
    event_id: int,
    entry_number: int,
    amount: Decimal,
    reason: str,
    actor: Actor,
    unit: str = PenaltyUnit.PERCENT,
    private_note: str = "",
    again: int | None = None,
    why: str = "",
    known: int | None = None,
) -> Penalty:
    """Take `amount` off an entry's final total (a bonus is negative). `private_note` is for directors only.

    `again` is the key of a penalty that was taken back and is given again, `why` the log's reason for that. `known` is
    the latest key that whoever gives it has seen: one in the same words that came since is no second one, and refused.
    """
    with transaction.atomic():
        event = lock_event(event_id)
        # only wins count among teams: there is nothing a penalty could be taken off
        refuse_if(faults_of_kind(event, Kind.PAIRS))
        faults = list(faults_if_final(event))
        entry = Entry.objects.filter(event=event, number=entry_number).first()
        if entry is None:
            raise NotFoundError(f"There is no pair {entry_number} in this event.", code="no-entry")
        if entry.standby:
            message = f"Pair {entry_number} is on stand-by and in no standings; give it a seat first."
            faults.append(Fault(code="on-standby", message=message, path="entry"))
        limit = 100 if unit == PenaltyUnit.PERCENT else 1_000
        if not amount.is_finite() or amount == 0 or abs(amount) > limit:
            message = f"A penalty is a number from −{limit} to {limit} other than 0."
            faults.append(Fault(code="amount", message=message, path="amount"))
        if unit not in PenaltyUnit.values:
            faults.append(Fault(code="unit", message="A penalty is in percent or in points.", path="unit"))
        if not reason.strip():
            faults.append(Fault(code="reason-missing", message="A penalty needs a reason.", path="reason"))
        refuse_if(faults)
        words = {"entry": entry, "unit": unit, "amount": amount, "reason": reason.strip()[:500]}
        if known is not None and event.penalties.filter(pk__gt=known, **words).exists():
            raise ConflictError(
                "This pair was given the same since you opened the page. Give it again only if it is a second one.",
                code="given-already",
            )
        penalty = Penalty.objects.create(
            event=event,
            **words,
            private_note=private_note.strip()[:500],
        )
        raise_version(event, all_boards=True)
        after = _penalty_logged(penalty, str(amount)) | ({} if again is None else {"again": again})
        log(event, actor, "penalty.added", f"pair {entry.number}", after=after, reason=why or reason)
        queue_recompute(event)
    return penalty


def _penalty_logged(penalty: Penalty, amount: str) -> dict[str, object]:
    """For the log, which directors alone read. `penalty` is the key: two may have the same words."""
    private = {"private_note": penalty.private_note} if penalty.private_note else {}
    said = {"entry": penalty.entry.number, "amount": amount, "unit": str(penalty.unit)}
    return {**said, "penalty": penalty.pk, **private}


def remove_penalty(penalty_id: int, reason: str, actor: Actor) -> None:
    """Take a penalty back; the log keeps it."""
    found = Penalty.objects.select_related("entry").filter(pk=penalty_id)
    gone = NotFoundError("There is no such penalty; it may have been taken back already.", code="no-penalty")
    penalty = found.first()
    if penalty is None:
        raise gone
    with transaction.atomic():
        event = lock_event(penalty.event_id)
        penalty = found.first()
        if penalty is None:  # by somebody else, while we waited
            raise gone
        faults = list(faults_if_final(event))
        if not reason.strip():
            message = "Taking back a penalty needs a reason."
            faults.append(Fault(code="reason-missing", message=message, path="reason"))
        refuse_if(faults)
        before = {**_penalty_logged(penalty, str(penalty.amount)), "reason": penalty.reason}
        penalty.delete()
        raise_version(event, all_boards=True)
        log(event, actor, "penalty.removed", f"pair {penalty.entry.number}", before=before, reason=reason)
        queue_recompute(event)


def finalise(event_id: int, actor: Actor, reason: str = "") -> Event:
    """Freeze the event. What is still open is refused by name, unless a reason says why it stays open."""
    with transaction.atomic():
        event = lock_event(event_id)
        refuse_if(faults_if_final(event))
        matters = open_matters(event)
        if matters:
            refuse_if(_faults_of_player(event, actor, "finalise while something is open"))
        if matters and not reason.strip():
            raise ServiceError(
                *(Fault(code="still-open", message=matter) for matter in matters),
                Fault(
                    code="reason-missing", message="Give a reason to finalise all the same.", path="reason"
                ),
            )
        _set_status(event, EventStatus.FINAL)
        refuse_if(faults_of_rated_twice(event))
        post_event(event)
        log(event, actor, "event.finalised", after={"open": list(matters)}, reason=reason)
        archive_after_commit(event, actor)
    return event


def reopen(event_id: int, actor: Actor, reason: str) -> Event:
    """Make a final event provisional again, so that results can be corrected."""
    with transaction.atomic():
        event = lock_event(event_id)
        faults = []
        if event.status != EventStatus.FINAL:
            faults.append(Fault(code="not-final", message="Only a final event can be reopened."))
        if not reason.strip():
            faults.append(Fault(code="reason-missing", message="Reopening needs a reason.", path="reason"))
        refuse_if(faults)
        # without a draw or a game nothing has been played: there is an evening to set up, not one to correct
        played = event.rounds.exists() or event.games.exists()
        _set_status(event, EventStatus.PROVISIONAL if played else EventStatus.SETUP)
        withdraw_event(event)
        log(event, actor, "event.reopened", reason=reason)
    return event


def faults_if_final(event: Event) -> tuple[Fault, ...]:
    """The one fault that stops every change of a final event."""
    if event.status == EventStatus.FINAL:
        return (Fault(code="event-final", message="The event is final; a director has to reopen it first."),)
    return ()


def _faults_of_player(event: Event, actor: Actor, deed: str) -> list[Fault]:
    """A director who plays is a player: what would open secrets is for somebody who does not."""
    if not acts_and_plays(actor, event):
        return []
    message = f"Whoever plays in the event cannot {deed}; another director has to."
    return [Fault(code="plays-here", message=message)]


def _set_status(event: Event, status: EventStatus) -> None:
    # the snapshot carries the status, so a new one is due
    event.status = status
    event.save(update_fields=["status"])
    raise_version(event)
    queue_recompute(event)


def apply_settings(event: Event, settings: EventSettings) -> None:
    """Put checked settings on an event, unsaved."""
    event.rules = RuleSet.from_json(settings.rules).to_json()
    event.winners = settings.winners
    event.neuberg = settings.neuberg
    event.tie_breaks = list(settings.tie_breaks)
    event.traveller_secrecy = settings.traveller_secrecy
    event.provisional_counts = settings.provisional_counts
    event.expected_scores = dict(settings.expected_scores)


def _score_again(rules: RuleSet, results: list[Result]) -> None:
    faults = []
    for result in results:
        fields = to_fields(result, result.table.round.number, result.table.number)
        found = check_result(rules, fields)
        where = f"round {fields.round}, table {fields.table}, board {fields.board}"
        faults += [Fault(fault.code, f"{where}: {fault.message}", fault.path) for fault in found]
        if not found:
            scored = to_pairs_result(rules, fields)
            result.ns_score, result.ew_score = scored.ns_score, scored.ew_score
    refuse_if(faults)
    Result.objects.bulk_update(results, ["ns_score", "ew_score"], batch_size=500)
