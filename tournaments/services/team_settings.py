"""What a director chooses for a Teams event beside its rule set and tie-breaks: races, rounds, how rounds are drawn.

Owns: these settings, their faults, and until when each can be changed.
"""

import secrets
from dataclasses import asdict, dataclass

from django.db import transaction

from scoring.faults import Fault
from scoring.race import LENGTH
from tournaments.draws.swiss import MAX_ROUNDS, rounds_fault
from tournaments.models import Event, FirstRound, Kind, Pairing, TeamsSettings, Tournament
from tournaments.services.actors import Actor
from tournaments.services.errors import refuse_if
from tournaments.services.events import EventSettings, check_settings, create_event, faults_if_final
from tournaments.services.kinds import faults_of_kind
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.logbook import log
from tournaments.services.queueing import queue_recompute
from tournaments.services.race_boards import FEWEST, MOST

LARGEST_SEED = 2**63 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamOptions:
    """`rounds` None: on until at most one team is undefeated. `seed` None: one is drawn and recorded."""

    race_boards: int = LENGTH
    rounds: int | None = None
    pairing: str = Pairing.FOLD
    first_round: str = FirstRound.RANDOM
    seed: int | None = None

    @classmethod
    def of(cls, event: Event) -> "TeamOptions":
        kept = event.teams
        return cls(
            race_boards=kept.race_boards,
            rounds=kept.rounds,
            pairing=kept.pairing,
            first_round=kept.first_round,
            seed=kept.seed,
        )

    def to_json(self) -> dict[str, object]:
        return asdict(self) | {"pairing": str(self.pairing), "first_round": str(self.first_round)}


def check_team_options(options: TeamOptions) -> tuple[Fault, ...]:
    """All faults of the options by themselves; whether the field holds so many rounds: `faults_of_rounds`."""
    faults = []
    for name, value, least, most in (
        ("race_boards", options.race_boards, FEWEST, MOST),
        ("rounds", options.rounds, 1, MAX_ROUNDS),
        ("seed", options.seed, 0, LARGEST_SEED),
    ):
        if value is not None and not least <= value <= most:
            message = f"This is a whole number from {least} to {most}, not {value}."
            faults.append(Fault(name.replace("_", "-"), message, name))
    for name, text, choices in (
        ("pairing", options.pairing, Pairing),
        ("first_round", options.first_round, FirstRound),
    ):
        if text not in choices.values:
            message = f"“{text}” is not one of {', '.join(choices.values)}."
            faults.append(Fault(name.replace("_", "-"), message, name))
    return tuple(faults)


def faults_of_rounds(rounds: int | None, teams: int) -> list[Fault]:
    """Whether `teams` can play so many rounds without a rematch; nothing is said before two teams are entered."""
    fault = rounds_fault(teams, rounds) if rounds is not None and teams > 1 else None
    return [Fault(fault.code, fault.message, "rounds")] if fault else []


def new_team_settings(event: Event, options: TeamOptions) -> TeamsSettings:
    """The settings of a new event, unsaved; a seed is drawn where none is given."""
    seed = options.seed if options.seed is not None else secrets.randbelow(LARGEST_SEED + 1)
    return TeamsSettings(event=event, **{**asdict(options), "seed": seed})


def create_teams_event(
    tournament: Tournament, name: str, settings: EventSettings, options: TeamOptions, actor: Actor
) -> Event:
    """Make a Team-of-Four event that is being set up. Raises `ServiceError` with every fault."""
    refuse_if([*check_settings(settings, Kind.TEAMS), *check_team_options(options)])
    with transaction.atomic():
        event = create_event(tournament, name, settings, actor, Kind.TEAMS)
        new_team_settings(event, options).save()
    return event


def change_team_options(event_id: int, options: TeamOptions, actor: Actor, reason: str = "") -> Event:
    """Change the options. What rounds that are drawn already rest on stays: the race's boards; the seed and the order
    of the first round. Raises `ServiceError` with every fault."""
    refuse_if(check_team_options(options))
    with transaction.atomic():
        event = lock_event(event_id)
        refuse_if([*faults_if_final(event), *faults_of_kind(event, Kind.TEAMS)])
        before = TeamOptions.of(event)
        if options.seed is None:
            options = TeamOptions(**{**asdict(options), "seed": before.seed})
        if options == before:
            return event
        drawn = event.rounds.count()
        faults = _faults_of_fixed(before, options) if drawn else []
        faults += faults_of_rounds(
            options.rounds, event.entries.filter(withdrawn=False, standby=False).count()
        )
        if options.rounds is not None and options.rounds < drawn:
            message = f"{drawn} rounds are drawn already; an event of {options.rounds} would be over."
            faults.append(Fault("rounds", message, "rounds"))
        if drawn and not reason.strip():
            faults.append(
                Fault("reason-missing", "Rounds are drawn; give a reason for the change.", "reason")
            )
        refuse_if(faults)
        TeamsSettings.objects.filter(event=event).update(**asdict(options))
        event.refresh_from_db(fields=["results_version"])
        raise_version(event, all_boards=True)
        log(event, actor, "event.teams", before=before.to_json(), after=options.to_json(), reason=reason)
        queue_recompute(event)
    return event


def _faults_of_fixed(before: TeamOptions, after: TeamOptions) -> list[Fault]:
    fixed = {
        "race_boards": "boards are dealt and played",
        "seed": "the first draw came from it",
        "first_round": "the first round is drawn",
    }
    return [
        Fault("drawn-already", f"This cannot change any more: {why}. Undo the draw first.", name)
        for name, why in fixed.items()
        if getattr(before, name) != getattr(after, name)
    ]


def lock_teams_event(event_id: int) -> Event:
    """Lock a Teams event that is not final. Raises `ServiceError` for any other."""
    event = lock_event(event_id)
    refuse_if([*faults_of_kind(event, Kind.TEAMS), *faults_if_final(event)])
    return event
