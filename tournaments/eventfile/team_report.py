"""A Teams event as plain text for a terminal: standings, and each round's matches with their races.

Owns: the layout of `manage.py score FILE` for a Teams event.
Never does: compute; every figure and every reason comes from scoring/.
"""

from collections.abc import Iterator, Mapping, Sequence

from scoring.match import Room
from scoring.matchpoints import percentage_text
from scoring.race import Race, RaceStep, SideStep
from scoring.swiss_standings import SwissRow, SwissStandings
from tournaments.eventfile.columns import aligned, points, shortened
from tournaments.eventfile.model import EventFile, MatchInfo, RoomResult
from tournaments.eventfile.team_scoring import MatchScored, score_teams

Names = Mapping[int, str]
_HEADS = (
    *("Board", "NS bid", "took", "EW bid", "took"),
    *("NS score", "off", "bags", "NS total"),
    *("EW score", "off", "bags", "EW total"),
)


def team_report(event_file: EventFile, *, sums: bool = False) -> str:
    """The whole event as text ending in a line break; with `sums` also how each side's score adds up."""
    scored = score_teams(event_file)
    event = event_file.event
    names = {entry.number: entry.name for entry in event_file.entries}
    lines = [f"{event.name} · {event.rules.preset} · {len(event_file.entries)} teams"]
    lines += ["", "Standings", *_standings(scored.standings)]
    for number in sorted({match.round for match in event_file.matches}):
        found = [match for match in scored.matches if match.match.round == number]
        # byes have no number and come last
        found.sort(key=lambda match: (match.match.away is None, match.match.number))
        lines += ["", f"Round {number}"]
        for match in found:
            lines += ["", *_match(match, names, sums)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _standings(standings: SwissStandings) -> list[str]:
    heads = ("Rank", "Team", "Name", "Won", "Half", "Lost", "Opponents", "Beaten", "Points", "")
    table = [heads, *(_row(row, row.team in standings.undefeated) for row in standings.rows)]
    return aligned(table, "rrlrrrrrrl")


def _row(row: SwissRow, undefeated: bool) -> tuple[str, ...]:
    notes = [
        "undefeated" if undefeated else "",
        _times(row.byes, "bye"),
        _times(row.missed, "missed round"),
        "withdrawn" if row.withdrawn else "",
    ]
    return (
        f"{row.rank}=" if row.tied else f"{row.rank}",
        f"{row.team}",
        shortened(row.name),
        f"{row.wins}",
        f"{row.halves}",
        f"{row.losses}",
        percentage_text(row.opponents_wins),
        percentage_text(row.defeated_opponents_wins),
        points(row.points_difference),
        " · ".join(note for note in notes if note),
    )


def _times(count: int, what: str) -> str:
    return "" if not count else what if count == 1 else f"{count} {what}s"


def _match(scored: MatchScored, names: Names, sums: bool) -> Iterator[str]:
    match, score = scored.match, scored.score
    if score is None or scored.races is None or match.away is None:
        yield f"Bye: {match.home} {names[match.home]}"
        return
    home, away = names[match.home], names[match.away]
    played = any(race.steps for race in scored.races) and not (match.given and match.given.forfeit)
    shown = f" · {points(score.home_points)} to {points(score.away_points)}" if played else ""
    yield f"Match {match.number}: {match.home} {home} against {match.away} {away}{shown}"
    yield f"  {score.explain(home, away)}"
    if match.text:
        yield from (f"  {line}" for line in match.text.splitlines())
    rooms = zip((Room.OPEN, Room.CLOSED), scored.races, (match.open, match.closed), strict=True)
    for room, race, results in rooms:
        if results:
            yield from _room(match, names, room, race, results, sums)


def _room(
    match: MatchInfo, names: Names, room: Room, race: Race, results: Sequence[RoomResult], sums: bool
) -> Iterator[str]:
    """A table's race: how it stands, and both pairs' running totals after each board.

    Every board that is in counts: `loads` refuses those that do not.
    """
    ns, ew = _seats(match, names, room)
    yield f"  {str(room).capitalize()} room: {ns} NS, {ew} EW. {race.text}"
    by_board = {result.board: result for result in results}
    table = [_HEADS, *(_step(step, by_board[step.board]) for step in race.steps)]
    for row, step in zip(aligned(table, "r" * len(_HEADS)), (None, *race.steps), strict=True):
        yield f"    {row}"
        if sums and step is not None:
            yield from _sums(step)


def _seats(match: MatchInfo, names: Names, room: Room) -> tuple[str, str]:
    """Who sits North-South and East-West, players in brackets where a line-up names them."""
    assert match.away is not None, "a bye has no rooms"
    line_up = match.line_up.open if room is Room.OPEN else match.line_up.closed
    teams = (match.home, match.away) if room is Room.OPEN else (match.away, match.home)
    ns, ew = (
        f"{names[team]} ({' & '.join(players)})" if players else names[team]
        for team, players in zip(teams, (line_up.ns, line_up.ew), strict=True)
    )
    return ns, ew


def _step(step: RaceStep, result: RoomResult) -> tuple[str, ...]:
    return (
        f"{step.board}",
        result.ns_bid,
        result.ns_tricks,
        result.ew_bid,
        result.ew_tricks,
        *_side(step.ns),
        *_side(step.ew),
    )


def _side(side: SideStep) -> tuple[str, str, str, str]:
    """What the board brought, what bags cost on top of it, and the bags and points the pair then has."""
    return points(side.score), points(side.penalty or None), f"{side.bags}", points(side.total)


def _sums(step: RaceStep) -> Iterator[str]:
    for name, side in (("NS", step.ns), ("EW", step.ew)):
        parts = "; ".join(f"{part.text} = {points(part.points)}" for part in side.components)
        yield f"          {name} {points(side.score + side.penalty)}: {parts}"
