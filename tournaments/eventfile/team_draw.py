"""The next round of a Teams event's file: drawn, and as text for a terminal.

Owns: what `manage.py draw FILE` does and prints.
Never does: draw (tournaments/draws/swiss.py) or make the records (tournaments/draws/swiss_records.py) itself.
"""

from dataclasses import replace

from scoring.faults import Fault, FaultsError
from scoring.swiss_event import SwissMatch
from tournaments.draws.swiss import NoDrawError, SwissDraw, SwissError, draw
from tournaments.draws.swiss_records import records_of, undecided
from tournaments.eventfile.model import EventFile, EventKind
from tournaments.eventfile.parse_teams import MAX_SEED
from tournaments.eventfile.team_scoring import TeamsScored, score_teams

USUAL_SEED = 0
"""What is drawn from where neither the file nor the caller has a seed: the same file is drawn the same way."""


def draw_next(
    event_file: EventFile,
    *,
    seed: int | None = None,
    bye: int | None = None,
    allow_rematches: bool = False,
) -> SwissDraw:
    """The draw of the round after the last one that has matches; raises FaultsError with every reason why not.

    `seed` stands in place of the file's, `bye` is the director's choice of who sits out. A match that is not decided
    counts as half a win each, and the certificate warns of it.
    """
    scored = _scored(event_file, seed)
    teams = event_file.event.teams
    chosen = teams.seed if seed is None else seed
    try:
        drawn = draw(
            records_of(scored.swiss_teams, scored.settled_matches, event_file.event.tie_breaks),
            round_number=scored.standings.rounds + 1,
            seed=USUAL_SEED if chosen is None else chosen,
            pairing=teams.pairing,
            first_round=teams.first_round,
            bye=bye,
            allow_rematches=allow_rematches,
        )
    except SwissError as error:
        raise FaultsError(Fault(fault.code, fault.message) for fault in error.faults) from None
    except NoDrawError as error:
        advice = "Draw with --allow-rematches, which takes as few as there can be."
        raise FaultsError((Fault("no-draw", f"{error} {advice}"),)) from None
    return _warned(drawn, undecided(scored.settled_matches))


def _scored(event_file: EventFile, seed: int | None) -> TeamsScored:
    """The event as it stands; raises FaultsError where there is no next round."""
    event = event_file.event
    if event.kind is not EventKind.TEAMS:
        message = f"kind is “{event.kind}”; only events of kind “teams” are drawn round by round."
        raise FaultsError((Fault("kind-unsupported", message, "event.kind"),))
    if seed is not None and not 0 <= seed <= MAX_SEED:
        raise FaultsError((Fault("seed", f"A seed is a whole number from 0 to {MAX_SEED}, not {seed}."),))
    scored = score_teams(event_file)
    rounds = event.teams.rounds
    if rounds is not None and scored.standings.rounds >= rounds:
        count = "The only round is" if rounds == 1 else f"All {rounds} rounds are"
        message = f"{count} drawn; set a larger number of rounds to play on."
        raise FaultsError((Fault("rounds-drawn", message, "event.teams.rounds"),))
    return scored


def _warned(drawn: SwissDraw, open_matches: tuple[SwissMatch, ...]) -> SwissDraw:
    """The draw whose certificate names the matches that it had to count as half a win each."""
    warnings = tuple(
        f"Round {match.round}: teams {match.home} and {match.away} have not finished; "
        "their match counts as half a win for each."
        for match in open_matches
    )
    certificate = drawn.certificate
    return replace(drawn, certificate=replace(certificate, warnings=(*certificate.warnings, *warnings)))


def draw_text(event_file: EventFile, drawn: SwissDraw) -> str:
    """The draw as text: a match and its reason each, the bye, warnings and what the certificate says."""
    names = {entry.number: entry.name for entry in event_file.entries}
    certificate = drawn.certificate
    lines = [
        f"{event_file.event.name}: round {certificate.round_number}",
        f"{certificate.algorithm}, seed {certificate.seed}, {certificate.pairing}",
        "",
    ]
    for number, match in enumerate(drawn.matches, 1):
        pair = " against ".join(f"{team} {names[team]}" for team in (match.home, match.away))
        lines += [f"Match {number}: {pair}", f"    {match.text}"]
    if drawn.bye is not None:
        lines.append(f"Bye: {drawn.bye} {names[drawn.bye]}")
    lines += ["", *(f"warning: {warning}" for warning in certificate.warnings), *certificate.text]
    return "\n".join(lines) + "\n"
