"""An event of ranked tables as plain text for a terminal: ratings, and each game's running score and what it changed.

Owns: the layout of `manage.py score FILE` for ranked tables.
Never does: compute; every figure and every reason comes from scoring/.
"""

from collections.abc import Iterator, Sequence

from scoring.elo import shown, signed
from scoring.game import GameStep
from scoring.race import SideStep
from tournaments.eventfile.columns import aligned, points, shortened
from tournaments.eventfile.game_scoring import GameScored, RankedScored, Standing, score_ranked
from tournaments.eventfile.game_standings import ending
from tournaments.eventfile.model import EventFile
from tournaments.eventfile.model_games import ROW_ORDER, DealInfo

_HEADS = (
    *("Deal", "Dealer", "First", "NS bid", "took", "EW bid", "took"),
    *("NS score", "off", "bags", "NS total"),
    *("EW score", "off", "bags", "EW total"),
    "",
)


def ranked_report(event_file: EventFile, *, sums: bool = False) -> str:
    """The whole event as text ending in a line break; with `sums` also how each side's score adds up."""
    scored = score_ranked(event_file)
    event = event_file.event
    games = "1 game" if len(event_file.games) == 1 else f"{len(event_file.games)} games"
    lines = [f"{event.name} · {event.rules.preset} · {games}"]
    if scored.standings:
        lines += ["", "Ratings", *_ratings(scored.standings)]
    for game in scored.games:
        lines += ["", *_game(scored, game, sums)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _ratings(standings: Sequence[Standing]) -> list[str]:
    rows = [
        (shortened(row.player), f"{shown(row.rating)}", f"{row.games}", row.skill.text) for row in standings
    ]
    return aligned([("Player", "Rating", "Games", "Skill"), *rows], "lrrl")


def _game(event: RankedScored, scored: GameScored, sums: bool) -> Iterator[str]:
    game = scored.game
    seats = {seat: shortened(game.seats.get(seat, "–")) for seat in ROW_ORDER}
    about = [f"to {game.rules.target}", "" if game.rated else "not rated"]
    about.append(f"stake {game.stake}" if game.stake else "")
    yield (
        f"Game {game.number}: {seats['N']} & {seats['S']} (NS) against {seats['E']} & {seats['W']} (EW) · "
        + " · ".join(text for text in about if text)
    )
    yield f"  {ending(scored)}"
    yield from (f"  {row}" for row in _people(scored))
    if game.deals:
        yield from (f"    {row}" for row in _deals(scored, sums))
    if (stakes := scored.stakes) is not None:
        each = (f"{seats[seat]} {signed(won)}" for seat, won in zip(ROW_ORDER, stakes, strict=True))
        yield f"  Stakes: {', '.join(each)}."
    for change in event.changes.get(game.number, ()):
        yield f"  {shortened(change.player)} {shown(change.before)} → {shown(change.after)}, {change.text}"
    yield from (f"  {note}" for note in event.notes.get(game.number, ()))


def _people(scored: GameScored) -> Iterator[str]:
    """Who quit and who sat in."""
    for gone in scored.game.quits:
        when = f"after deal {gone.after_deal}" if gone.after_deal else "before the first deal"
        yield f"{gone.player} ({scored.game.seat_of(gone.player)}) quit {when}."
    for row in scored.game.stand_ins:
        until = "" if row.last_deal is None else f" to deal {row.last_deal}"
        yield f"{row.player} sat in on {row.seat} from deal {row.from_deal}{until}."


def _deals(scored: GameScored, sums: bool) -> Iterator[str]:
    steps = {step.number: step for step in scored.score.steps}
    deals = sorted(scored.game.deals, key=lambda deal: deal.number)
    rows = [_deal(deal, steps.get(deal.number)) for deal in deals]
    text = aligned([_HEADS, *rows], "r" * (len(_HEADS) - 1) + "l")
    yield text[0]
    for deal, row in zip(deals, text[1:], strict=True):
        yield row
        if sums and deal.number in steps:
            yield from _sums(steps[deal.number])


def _deal(deal: DealInfo, step: GameStep | None) -> tuple[str, ...]:
    words = (deal.ns_bid, deal.ns_tricks, deal.ew_bid, deal.ew_tricks)
    state = "" if deal.status == "confirmed" else str(deal.status)
    if step is None:
        return (f"{deal.number}", "", "", *words, *("",) * 8, "does not count")
    return (
        *(f"{deal.number}", step.dealer, step.first_bidder),
        *words,
        *_side(step.ns),
        *_side(step.ew),
        state,
    )


def _side(side: SideStep) -> tuple[str, str, str, str]:
    return points(side.score), points(side.penalty or None), f"{side.bags}", points(side.total)


def _sums(step: GameStep) -> Iterator[str]:
    for name, side in (("NS", step.ns), ("EW", step.ew)):
        parts = "; ".join(f"{part.text} = {points(part.points)}" for part in side.components)
        yield f"          {name} {points(side.score + side.penalty)}: {parts}"
