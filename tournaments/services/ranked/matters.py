"""What is still open in an event of ranked tables, one sentence each: what speaks against calling it final."""

from tournaments.models import DealState, Event, GameCall, GameDeal, GameEnding, GameStatus

_LIVE = (GameStatus.SEATING, GameStatus.PLAYING)
LISTED = 12
"""Deals named one by one; the rest is counted."""


def open_games(event: Event) -> tuple[str, ...]:
    """Games that are not over, deals on which the sides have not agreed, and calls. Four queries."""
    matters = []
    for number, table, status in event.games.filter(status__in=_LIVE).values_list(
        "number", "table", "status"
    ):
        where = f"Game {number} at table {table}"
        if status == GameStatus.SEATING:
            matters.append(f"{where} waits for players: start it, or declare it void.")
        else:
            matters.append(f"{where} is being played.")
    if not event.games.exclude(status=GameStatus.VOID).exists():
        matters.append("There is no game, so nothing has been played.")
    return (*matters, *_deals(event), *_calls(event))


def _calls(event: Event) -> list[str]:
    found = GameCall.objects.filter(game__event=event, answered_at=None).order_by("at", "pk")
    rows = found.values_list("game__table", "game__number")
    return [f"Table {table} has called (game {game})." for table, game in rows]


def _deals(event: Event) -> list[str]:
    found = GameDeal.objects.filter(game__event=event, game__status__in=(*_LIVE, GameStatus.OVER))
    # a game that its deals have ended has only deals after the end that nobody confirmed
    found = found.exclude(game__ending__in=(GameEnding.TARGET, GameEnding.FLOOR))
    rows = list(
        found.exclude(state=DealState.CONFIRMED)
        .order_by("game__number", "number")
        .values_list("game__number", "number", "state")
    )
    said = {
        DealState.DISPUTED: "is disputed: a director has to rule",
        DealState.PROVISIONAL: "waits for the other side",
    }
    matters = [f"Game {game}, deal {deal} {said[DealState(state)]}." for game, deal, state in rows[:LISTED]]
    if len(rows) > LISTED:
        matters.append(f"And {len(rows) - LISTED} more deals are not confirmed.")
    return matters
