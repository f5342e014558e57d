"""Rounds of a Teams event: published, undone, and what a late result would have changed.

Owns: that a round is drawn once, whole, in one transaction: its matches, tables, boards and line-ups.
Never does: invent a draw (tournaments/draws/swiss.py), weigh one (team_draft.py).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scoring.faults import Fault
from tournaments.models import (
    Entry,
    Event,
    EventStatus,
    Match,
    ResultState,
    Room,
    Round,
    RoundDraw,
    RoundStatus,
    Table,
)
from tournaments.services.actors import Actor
from tournaments.services.boards import deal_more, give_secret
from tournaments.services.errors import ConflictError, NotFoundError, ServiceError, refuse_if
from tournaments.services.lineups import seat_by_default
from tournaments.services.locking import raise_version
from tournaments.services.logbook import log
from tournaments.services.queueing import queue_recompute
from tournaments.services.race_boards import RaceBoards
from tournaments.services.team_draft import Draft, Pairs, best_draft, draw_again, own_draft
from tournaments.services.team_records import read_swiss
from tournaments.services.team_settings import lock_teams_event
from tournaments.services.texts import faults_of_note


@dataclass(frozen=True, slots=True, kw_only=True)
class Publication:
    """What a director publishes: `matches` as they stood in a draft, changed or not. `basis` is that draft's; "" means
    whatever the results are by now. `round_number` guards against publishing twice. Without `matches` it is the best
    draw, `allow_rematches` as for `draft_round`."""

    round_number: int
    matches: Pairs = ()
    bye: int | None = None
    basis: str = ""
    reason: str = ""
    allow_rematches: bool = False


@dataclass(frozen=True, slots=True)
class Difference:
    """A published round beside the draw that the results of today would give: matches that only one of them has."""

    round_number: int
    gone: Pairs
    new: Pairs


def publish_round(event_id: int, wanted: Publication, actor: Actor) -> Round:
    """Publish the next round: everybody may then see it. It is opened, like any round, by `rounds.open_round`.

    Raises `ServiceError` with every fault (warnings too, unless a reason overrules them), `ConflictError` when the
    round is drawn already or the results have changed the records since the draft.
    """
    with transaction.atomic():
        event = lock_teams_event(event_id)
        _refuse_late(event, wanted)
        draft = _draft(event, wanted)
        if wanted.basis and wanted.basis != draft.basis:
            raise ConflictError(
                "Results came in, or teams came or left, since this draw was made; look at the new one.",
                code="draw-outdated",
            )
        refuse_if([*_faults_of_warnings(draft, wanted.reason), *faults_of_note(wanted.reason, "reason")])
        if event.board_set is None:
            give_secret(event, actor)
        round_ = _store(event, draft)
        log(
            event,
            actor,
            "round.drawn",
            f"round {round_.number}",
            after={
                "matches": [list(pair) for pair in draft.pairs],
                "bye": draft.bye,
                "by_hand": draft.certificate is None,
                "warnings": list(draft.all_warnings),
            },
            reason=wanted.reason,
        )
    return round_


def undo_round(event_id: int, number: int, actor: Actor, reason: str) -> None:
    """Take the last round's draw back. Refused once it has results, or when its matches were given."""
    with transaction.atomic():
        event = lock_teams_event(event_id)
        round_ = event.rounds.filter(number=number).first()
        if round_ is None:
            raise NotFoundError(f"Round {number} is not drawn.", code="no-round")
        refuse_if(_faults_of_undoing(event, round_, reason))
        before = list(round_.matches.values_list("home__number", "away__number"))
        # results that were taken back hold their tables, and say nothing any more: the log keeps them
        event.results.filter(table__round=round_).delete()
        round_.delete()
        _forget_round(event, number - 1)
        if not event.rounds.exists():
            event.status = EventStatus.SETUP
            event.save(update_fields=["status"])
        raise_version(event, all_boards=True)
        subject = f"round {number}"
        log(
            event,
            actor,
            "round.undone",
            subject,
            before={"matches": [list(pair) for pair in before]},
            reason=reason,
        )
        queue_recompute(event)


def _forget_round(event: Event, drawn: int) -> None:
    """A team that entered when the round was drawn was not late for it after all, nor in it one that left then."""
    for entry in event.entries.filter(Q(late_losses__gt=0) | Q(late_halves__gt=0)):
        if entry.late_losses + entry.late_halves > drawn:
            entry.late_losses, entry.late_halves = (
                (entry.late_losses - 1, entry.late_halves)
                if entry.late_losses
                else (0, entry.late_halves - 1)
            )
            entry.save(update_fields=["late_losses", "late_halves"])
    event.entries.filter(withdrawn_after__gt=drawn).update(withdrawn_after=drawn)


def draw_difference(event: Event) -> Difference | None:
    """What today's results would change in the last round's draw; None where they would change nothing, or where the
    round was paired by hand. A draw that has been played stays: this is for the director to decide on."""
    last = event.rounds.select_related("drawn").order_by("-number").first()
    if last is None or not last.draw or last.draw.get("certificate") is None:
        return None
    again = draw_again(event, read_swiss(event), last.number)
    if again is None:
        return None
    published = {frozenset(pair) for pair in last.draw["matches"]}
    today = {match.teams for match in again.matches}
    if published == today:
        return None
    return Difference(
        last.number,
        tuple(tuple(pair) for pair in last.draw["matches"] if frozenset(pair) not in today),
        tuple((match.home, match.away) for match in again.matches if match.teams not in published),
    )


def _refuse_late(event: Event, wanted: Publication) -> None:
    drawn = event.rounds.count()
    if wanted.round_number != drawn + 1:
        message = (
            f"Round {wanted.round_number} is drawn already."
            if wanted.round_number <= drawn
            else f"Round {drawn + 1} has to be drawn first."
        )
        raise ConflictError(message, code="round-drawn")
    unopened = event.rounds.filter(status=RoundStatus.PLANNED).first()
    if unopened is not None:
        message = f"Round {unopened.number} is drawn and not opened yet; open it, or undo it, first."
        raise ConflictError(message, code="round-order")


def _draft(event: Event, wanted: Publication) -> Draft:
    """The best draw where that is what is wanted, with its certificate; else the director's own."""
    read = read_swiss(event)
    if not wanted.matches:
        return best_draft(event, read, wanted.bye, allow_rematches=wanted.allow_rematches)
    by_hand = own_draft(event, read, wanted.matches, wanted.bye)
    try:
        best = best_draft(event, read, wanted.bye, allow_rematches=True)
    except ServiceError:
        return by_hand
    return best if best.pairs == by_hand.pairs else by_hand


def _faults_of_warnings(draft: Draft, reason: str) -> list[Fault]:
    if not draft.all_warnings or reason.strip():
        return []
    return [
        *(Fault("warning", text, "matches") for text in draft.all_warnings),
        Fault("reason-missing", "Give a reason to publish it all the same.", "reason"),
    ]


def _faults_of_undoing(event: Event, round_: Round, reason: str) -> list[Fault]:
    faults = []
    if event.rounds.filter(number__gt=round_.number).exists():
        faults.append(Fault("round-order", f"Only the last round can be undone, not round {round_.number}."))
    if event.results.filter(table__round=round_).exclude(state=ResultState.REMOVED).exists():
        faults.append(Fault("results-in", f"Round {round_.number} has results, so its draw stays."))
    if round_.matches.exclude(given="").exists():
        message = f"A match of round {round_.number} was given; take that back first."
        faults.append(Fault("match-given", message))
    if not reason.strip():
        faults.append(Fault("reason-missing", "Undoing a draw needs a reason.", "reason"))
    return [*faults, *faults_of_note(reason, "reason")]


def _store(event: Event, draft: Draft) -> Round:
    entries = {entry.number: entry for entry in event.entries.all()}
    certificate = {
        "certificate": draft.certificate,
        "matches": [list(pair) for pair in draft.pairs],
        "bye": draft.bye,
        "warnings": list(draft.all_warnings),
        "provisional": draft.provisional,
        "drawn_at": timezone.now().isoformat(),
    }
    round_ = Round.objects.create(event=event, number=draft.round_number)
    RoundDraw.objects.create(round=round_, data=certificate)
    matches = _matches(round_, draft, entries)
    tables = _tables(event, round_, matches)
    seat_by_default(event, matches, tables)
    if event.status != EventStatus.RUNNING:
        event.status = EventStatus.RUNNING
        event.save(update_fields=["status"])
    # every team's record now has one round more
    raise_version(event, all_boards=False)
    queue_recompute(event)
    return round_


def _matches(round_: Round, draft: Draft, entries: Mapping[int, Entry]) -> list[Match]:
    found = [
        Match(
            round=round_,
            number=match.number,
            home=entries[match.home],
            away=entries[match.away],
            text=match.text[:500],
        )
        for match in draft.matches
    ]
    if draft.bye is not None:
        found.append(Match(round=round_, number=len(found) + 1, home=entries[draft.bye], text="Bye."))
    return Match.objects.bulk_create(found, batch_size=500)


def _tables(event: Event, round_: Round, matches: list[Match]) -> list[Table]:
    boards = RaceBoards(event.teams.race_boards).of_round(round_.number)
    assert event.board_set is not None, "the round is stored after the secret"
    deal_more(event.board_set, boards)
    tables = []
    for match in matches:
        if match.away is None:
            continue
        home, away = match.home, match.away
        for room, ns, ew, number in (
            (Room.OPEN, home, away, 2 * match.number - 1),
            (Room.CLOSED, away, home, 2 * match.number),
        ):
            tables.append(
                Table(round=round_, match=match, room=room, number=number, ns=ns, ew=ew, boards=boards)
            )
    return Table.objects.bulk_create(tables, batch_size=500)
