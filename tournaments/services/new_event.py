"""A new event in one step: made, or copied, with its boards dealt and the movement that was chosen for it.

Owns: that all of it happens or none; what was planned before there were entries.
Terms: *plan*, the pairs that are expected and the movement chosen for them: a note for the day, which binds nobody.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from django.db import transaction

from scoring.faults import Fault
from tournaments.draws.propose import Proposal
from tournaments.models import Event, Kind, Tournament
from tournaments.services.actors import Actor
from tournaments.services.boards import deal_for_event
from tournaments.services.copying import copied_options, copied_settings, find_source, finish_copy
from tournaments.services.errors import refuse_if
from tournaments.services.event_details import EventDetails, change_details
from tournaments.services.events import EventSettings, create_event, usual_settings
from tournaments.services.kinds import faults_of_kind
from tournaments.services.locking import lock_event
from tournaments.services.logbook import log
from tournaments.services.ranked.options import RankedOptions, create_ranked_event
from tournaments.services.rounds import install_movement
from tournaments.services.team_settings import TeamOptions, create_teams_event

PLANNED = "event.planned"
"""The log's word for a plan."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEvent:
    """What a director chooses. "" and None: as in the event that is copied, else as usual.

    `movement` is for a Pairs event, and brings its number of boards; `boards` is the number to deal, None: none.
    `open_ended`: no number of rounds, whatever the event that is copied has. `ranked` and `target` are for an event of
    ranked tables, the points that its games are played to; its rules are then those of `rules`, or of the event copied.
    """

    name: str
    kind: str = Kind.PAIRS
    rules: str = ""
    rounds: int | None = None
    open_ended: bool = False
    race_boards: int | None = None
    boards: int | None = None
    movement: Proposal | None = None
    copy_from: int | None = None
    with_entries: bool = False
    ranked: RankedOptions | None = None
    target: int | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """A movement chosen for so many pairs; see `draws.propose.Proposal` for the words."""

    pairs: int
    kind: str
    boards: int
    rounds: int
    boards_per_round: int

    def is_for(self, proposal: Proposal) -> bool:
        """Whether the proposal is this movement, for as many pairs."""
        return self == Plan(
            pairs=proposal.pairs,
            kind=proposal.kind,
            boards=proposal.boards,
            rounds=proposal.rounds,
            boards_per_round=proposal.boards_per_round,
        )


@dataclass(slots=True)
class SetUp:
    """What came of it. `drawn`: the movement is installed, the entries being those it is for."""

    event: Event
    entries: int = 0
    left: int = 0
    drawn: bool = False
    boards: int = field(default=0)


def set_up_event(tournament: Tournament, wanted: NewEvent, actor: Actor) -> SetUp:
    """Make the event, with all that was chosen. Raises `ServiceError` with every fault."""
    with transaction.atomic():
        source = find_source(tournament.club_id, wanted.copy_from) if wanted.copy_from is not None else None
        if source is not None:
            refuse_if(
                Fault(fault.code, f"{fault.message} Choose its kind, or copy another.", "copy_from")
                for fault in faults_of_kind(source, wanted.kind)
            )
        event = _make(tournament, wanted, source, actor)
        made = SetUp(event)
        if source is not None:
            details = replace(EventDetails.of(source), name=wanted.name)
            if wanted.ranked is not None:
                details = replace(details, rated=wanted.ranked.rated)
            change_details(event.pk, details, actor)
            copy = finish_copy(event.pk, source, actor, with_entries=wanted.with_entries)
            made.entries, made.left = copy.entries, copy.left
        if wanted.kind == Kind.PAIRS:
            _prepare(made, wanted, actor)
        event.refresh_from_db()
    return made


def plan_of(event: Event) -> Plan | None:
    """What was planned for a Pairs event when it was made, if anything."""
    last = event.log.filter(action=PLANNED).order_by("-pk").values_list("after", flat=True).first()
    try:
        return Plan(**last) if isinstance(last, dict) else None
    except TypeError:
        return None


def _make(tournament: Tournament, wanted: NewEvent, source: Event | None, actor: Actor) -> Event:
    settings: EventSettings = copied_settings(source) if source is not None else usual_settings(wanted.kind)
    if wanted.rules:
        settings = replace(settings, rules=wanted.rules)
    if wanted.kind == Kind.TEAMS:
        teams = copied_options(source) if source is not None else TeamOptions()
        teams = replace(
            teams,
            rounds=wanted.rounds if wanted.rounds is not None or wanted.open_ended else teams.rounds,
            race_boards=wanted.race_boards if wanted.race_boards is not None else teams.race_boards,
        )
        return create_teams_event(tournament, wanted.name, settings, teams, actor)
    if wanted.kind == Kind.RANKED:
        settings = replace(settings, rules=_rules_to(settings.rules, wanted.target))
        options = wanted.ranked or (RankedOptions.of(source) if source is not None else RankedOptions())
        return create_ranked_event(tournament, wanted.name, settings, options, actor)
    if wanted.movement is not None:
        settings = replace(settings, winners=str(wanted.movement.winners))
    return create_event(tournament, wanted.name, settings, actor, wanted.kind)


def _rules_to(rules: str | Mapping[str, object], target: int | None) -> str | Mapping[str, object]:
    """A rule set as it is stored, with another target."""
    if target is None:
        return rules
    return {**({"preset": rules} if isinstance(rules, str) else rules), "target": target}


def _prepare(made: SetUp, wanted: NewEvent, actor: Actor) -> None:
    """Boards, and the movement: drawn where the entries are those it is for, else noted."""
    if wanted.boards is not None:
        deal_for_event(made.event.pk, wanted.boards, actor)
        made.boards = wanted.boards
    chosen = wanted.movement
    if chosen is None:
        return
    log(
        lock_event(made.event.pk),
        actor,
        PLANNED,
        after={
            "pairs": chosen.pairs,
            "kind": chosen.kind,
            "boards": chosen.boards,
            "rounds": chosen.rounds,
            "boards_per_round": chosen.boards_per_round,
        },
    )
    if made.entries == chosen.pairs:
        install_movement(made.event.pk, chosen.build(), actor)
        made.drawn = True
