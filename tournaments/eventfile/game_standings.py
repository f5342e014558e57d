"""What `manage.py score --json` prints of an event of ranked tables.

Owns: the keys of its games and ratings (docs/event-file.md, "What score prints"), and the sentence on a game's end.
Never does: compute; every figure comes from `game_scoring`.
"""

from scoring.elo import Outcome
from tournaments.eventfile.game_scoring import End, GameScored, RankedScored, Standing, score_ranked
from tournaments.eventfile.model import EventFile
from tournaments.eventfile.model_games import ROW_ORDER

Json = dict[str, object]
WINNERS = {Outcome.NS: "ns", Outcome.EW: "ew", Outcome.DRAW: "draw"}
_WON = {Outcome.NS: "NS won", Outcome.EW: "EW won", Outcome.DRAW: "the game is drawn"}


def ranked_json(event_file: EventFile) -> Json:
    """The whole object; ratings and changes are unrounded floats, a skill without a nil met is null."""
    scored = score_ranked(event_file)
    return {
        "standings": [],
        "boards": [],
        "matches": [],
        "games": [_game(scored, game) for game in scored.games],
        "ratings": [_rating(row) for row in scored.standings],
    }


def ending(scored: GameScored) -> str:
    """In one sentence how far the game is, why it is over, and who won."""
    game, text = scored.game, scored.score.text
    if scored.end is End.SEATING:
        return f"Waits for players: {len(game.seats)} of 4 are there."
    if scored.end is End.VOID:
        return f"Void: {game.reason}" if game.reason else "Void: it counts for nothing."
    if scored.outcome is None:
        return text
    won = _WON[scored.outcome]
    if scored.end is End.DIRECTOR:
        return f"{text} The director decided: {won}." + (f" {game.reason}" if game.reason else "")
    if scored.end is End.LEFT:
        names = " and ".join(gone.player for gone in game.quits) or "A player"
        return f"{text} {names} left the game: {won}."
    return text


def _game(event: RankedScored, scored: GameScored) -> Json:
    game, number = scored.game, scored.game.number
    stakes = scored.stakes
    names = [game.seats.get(seat, "") for seat in ROW_ORDER]
    return (
        {"game": number, "seats": dict(game.seats), "rated": game.rated}
        | scored.score.to_json()
        | {
            "end": str(scored.end),
            "winner": None if scored.outcome is None else WINNERS[scored.outcome],
            "beyond": list(scored.beyond),
            "text": ending(scored),
            "quits": [gone.player for gone in game.quits],
            "stakes": None if stakes is None else dict(zip(names, stakes, strict=True)),
            "changes": [change.to_json() for change in event.changes.get(number, ())],
            "notes": list(event.notes.get(number, ())),
        }
    )


def _rating(row: Standing) -> Json:
    skill = row.skill.rating
    return {
        "player": row.player,
        "rating": row.rating,
        "games": row.games,
        "skill": None if skill is None else float(skill),
    }
