"""A round before it is published: the best draw there is, or the director's own, with what speaks against it.

Owns: drafts, their warnings and faults. A draft is computed each time it is looked at, from the results and the
recorded seed, and stored nowhere: nothing of it can be seen before it is published (team_draws.py).
Terms: *basis*, a fingerprint of the records a draft rests on; *warning*, what a director may overrule with a reason;
*provisional*, resting on matches that are not decided yet, each of which counts as half a win for both teams.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from scoring.faults import Fault
from scoring.swiss_event import SwissMatch
from tournaments.draws.swiss import (
    FirstRound,
    NoDrawError,
    Pairing,
    SwissDraw,
    SwissError,
    SwissTeam,
    draw,
)
from tournaments.draws.swiss_certificate import wins
from tournaments.models import Event, Kind
from tournaments.services.errors import NotFoundError, ServiceError, refuse_if
from tournaments.services.events import faults_if_final
from tournaments.services.kinds import faults_of_kind
from tournaments.services.team_records import SwissRead, read_swiss
from tournaments.services.team_settings import faults_of_rounds

Pairs = tuple[tuple[int, int], ...]
"""Home and away of each match, by team number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftMatch:
    """`text` says why the two meet; `warnings` what speaks against it."""

    number: int
    home: int
    away: int
    text: str
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A round that could be published. `certificate` is the best draw's, None where a director pairs by hand.

    `undecided` are the matches that the draft had to guess at; `names` the teams'.
    """

    round_number: int
    matches: tuple[DraftMatch, ...]
    bye: int | None
    warnings: tuple[str, ...]
    undecided: tuple[SwissMatch, ...]
    basis: str
    certificate: dict[str, Any] | None = None
    names: dict[int, str] = field(default_factory=dict)

    @property
    def provisional(self) -> bool:
        return bool(self.undecided)

    @property
    def pairs(self) -> Pairs:
        return tuple((match.home, match.away) for match in self.matches)

    @property
    def all_warnings(self) -> tuple[str, ...]:
        """The round's, then each match's."""
        return (*self.warnings, *(text for match in self.matches for text in match.warnings))

    def to_json(self) -> dict[str, Any]:
        return {
            "round": self.round_number,
            "matches": [{**asdict(match), "warnings": list(match.warnings)} for match in self.matches],
            "bye": self.bye,
            "warnings": list(self.warnings),
            "provisional": self.provisional,
            "undecided": [
                {"round": match.round, "home": match.home, "away": match.away} for match in self.undecided
            ],
            "basis": self.basis,
            "certificate": self.certificate,
        }


def draft_round(event_id: int, bye: int | None = None, *, allow_rematches: bool = False) -> Draft:
    """The best draw of the next round. `bye` is the director's choice of who sits out.

    Raises `ServiceError` where the round cannot be drawn, with the proof where no draw without a rematch exists.
    """
    event = _teams_event(event_id)
    return best_draft(event, read_swiss(event), bye, allow_rematches=allow_rematches)


def check_draft(event_id: int, pairs: Pairs, bye: int | None) -> Draft:
    """The next round as a director pairs it: every warning. Raises `ServiceError` with what cannot be played."""
    event = _teams_event(event_id)
    return own_draft(event, read_swiss(event), pairs, bye)


def best_draft(event: Event, read: SwissRead, bye: int | None, *, allow_rematches: bool) -> Draft:
    """`draft_round` of an event that has been read already."""
    refuse_if(_faults_of_time(event, read))
    records = read.records()
    drawn = _draw(event, records, read.drawn + 1, bye, allow_rematches=allow_rematches)
    matches = tuple(
        DraftMatch(
            number=number,
            home=match.home,
            away=match.away,
            text=match.text,
            # floats of the best draw are no warning: the certificate shows that there are no fewer
            warnings=(_meet_again(match.home, match.away),) if match.rematch else (),
        )
        for number, match in enumerate(drawn.matches, start=1)
    )
    certificate = drawn.to_json()["certificate"]
    return _drafted(read, records, matches, drawn.bye, certificate)


def own_draft(event: Event, read: SwissRead, pairs: Pairs, bye: int | None) -> Draft:
    """`check_draft` of an event that has been read already."""
    records = read.records()
    refuse_if([*_faults_of_time(event, read), *_faults_of_pairs(records, pairs, bye)])
    by_number = {team.number: team for team in records}
    matches = tuple(
        DraftMatch(
            number=number,
            home=home,
            away=away,
            text="Paired by the director.",
            warnings=_match_warnings(by_number[home], by_number[away]),
        )
        for number, (home, away) in enumerate(pairs, start=1)
    )
    return _drafted(read, records, matches, bye, None)


def _drafted(
    read: SwissRead,
    records: Sequence[SwissTeam],
    matches: tuple[DraftMatch, ...],
    bye: int | None,
    certificate: dict[str, Any] | None,
) -> Draft:
    had = any(team.had_bye for team in records if team.number == bye)
    return Draft(
        round_number=read.drawn + 1,
        matches=matches,
        bye=bye,
        warnings=(*([f"Team {bye} has a second bye."] if had else []), *_round_warnings(read)),
        undecided=read.undecided,
        basis=basis_of(records),
        certificate=certificate,
        names={team.number: team.name for team in read.teams},
    )


def draw_again(event: Event, read: SwissRead, round_number: int) -> SwissDraw | None:
    """The best draw of a round that was drawn before, from the records as they are now and for the teams that were in
    it; None where there is none any more."""
    drawn = [match for match in read.matches if match.round == round_number]
    there = {number for match in drawn for number in (match.home, match.away)}
    records = [replace(team, available=team.number in there) for team in read.before(round_number).records()]
    byes = [match.home for match in drawn if match.away is None]
    try:
        return _draw(event, records, round_number, byes[0] if byes else None, allow_rematches=True)
    except ServiceError:
        return None


def basis_of(records: Sequence[SwissTeam]) -> str:
    """A fingerprint of the records; equal records give equal draws."""
    plain = [
        (
            team.number,
            team.rank,
            team.points,
            sorted(team.opponents),
            team.had_bye,
            team.floats,
            team.available,
        )
        for team in records
    ]
    return hashlib.sha256(json.dumps(plain).encode()).hexdigest()[:16]


def _teams_event(event_id: int) -> Event:
    event = Event.objects.select_related("teams").filter(pk=event_id).first()
    if event is None:
        raise NotFoundError(f"There is no event {event_id}.", code="no-event")
    refuse_if([*faults_of_kind(event, Kind.TEAMS), *faults_if_final(event)])
    return event


def _draw(
    event: Event,
    records: Sequence[SwissTeam],
    round_number: int,
    bye: int | None,
    *,
    allow_rematches: bool,
) -> SwissDraw:
    settings = event.teams
    try:
        return draw(
            records,
            round_number=round_number,
            seed=settings.seed,
            pairing=Pairing(settings.pairing),
            first_round=FirstRound(settings.first_round),
            bye=bye,
            allow_rematches=allow_rematches,
        )
    except SwissError as error:
        faults = [
            Fault(fault.code, fault.message, "bye" if "bye" in fault.code else "") for fault in error.faults
        ]
        raise ServiceError(*faults) from None
    except NoDrawError as error:
        message = f"{error.proof.text} Allow rematches, pair by hand, or end the event here."
        raise ServiceError(Fault("no-draw", message, "allow_rematches")) from None


def _faults_of_time(event: Event, read: SwissRead) -> list[Fault]:
    rounds = event.teams.rounds
    if rounds is not None and read.drawn >= rounds:
        message = f"All {rounds} rounds are drawn; to play more, change the number of rounds first."
        return [Fault("rounds-over", message)]
    there = sum(team.withdrawn_after is None for team in read.teams)
    return faults_of_rounds(rounds, there) if read.drawn == 0 else []


def _round_warnings(read: SwissRead) -> list[str]:
    """What speaks against drawing a round at all."""
    if read.drawn < read.planned or read.undecided:
        return []
    undefeated = read.standings().undefeated
    names = {team.number: team.name for team in read.teams}
    if len(undefeated) == 1:
        return [f"{names[undefeated[0]]} is the only undefeated team: the event is decided."]
    return [] if undefeated else ["No team is undefeated any more: the standings decide the event."]


def _faults_of_pairs(records: Sequence[SwissTeam], pairs: Pairs, bye: int | None) -> list[Fault]:
    by_number = {team.number: team for team in records}
    faults = []
    named = Counter(number for pair in pairs for number in pair)
    if bye is not None:
        named[bye] += 1
    for number, times in sorted(named.items()):
        if number not in by_number:
            faults.append(Fault("no-team", f"There is no team {number} in this event.", "matches"))
        elif not by_number[number].available:
            message = f"Team {number} has left the event; let it return, or take it out of the draw."
            faults.append(Fault("team-withdrawn", message, "matches"))
        if times > 1:
            faults.append(
                Fault("team-drawn-twice", f"Team {number} is drawn {times} times; once will do.", "matches")
            )
    left_out = [team.number for team in records if team.available and team.number not in named]
    if left_out:
        listed = ", ".join(str(number) for number in left_out)
        message = f"Nobody meets team {listed}; give it an opponent or the bye, or mark it as withdrawn."
        faults.append(Fault("team-left-out", message, "matches"))
    if not pairs:
        faults.append(Fault("empty", "A round has at least one match.", "matches"))
    return faults


def _match_warnings(home: SwissTeam, away: SwissTeam) -> tuple[str, ...]:
    warnings = []
    if away.number in home.opponents:
        warnings.append(_meet_again(home.number, away.number))
    if home.points != away.points:
        warnings.append(
            f"Teams {home.number} and {away.number} float: they have {wins(home.points)} and {wins(away.points)}."
        )
    return tuple(warnings)


def _meet_again(home: int, away: int) -> str:
    one, two = sorted((home, away))
    return f"Teams {one} and {two} meet again."
