"""A leaderboard as text."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.elo import shown, signed
from tournaments import figures
from tournaments.services.ratings.reading import RECENT_DAYS, Leader, Leaderboard


@dataclass(frozen=True, slots=True)
class LeaderRow:
    """`direction` is 1 for a rise in the last days, −1 for a fall, 0 for neither."""

    rank: str
    first: bool
    person: int
    name: str
    rating: int
    skill: str
    games: int
    last_at: datetime | None
    recent: str
    direction: int
    is_own: bool


def board_of(found: Leaderboard) -> dict[str, Any]:
    own = found.own.pk if found.own is not None else None
    return {
        "club": found.club,
        "list": found.kind,
        "lists": found.lists,
        "rows": [_row(leader, own) for leader in found.page.items],
        "sheet": found.page,
        "minimum_games": found.minimum_games,
        "inactive_days": found.inactive_days,
        "behind": found.behind,
        "own": found.own,
        "own_absent": found.own_absent,
        "recent_days": RECENT_DAYS,
    }


def _row(leader: Leader, own: int | None) -> LeaderRow:
    recent = leader.recent
    moved = recent is not None and shown(abs(recent)) != 0
    return LeaderRow(
        rank=figures.rank(leader.rank, leader.tied),
        first=leader.rank == 1,
        person=leader.person_id,
        name=leader.name,
        rating=leader.whole,
        skill=leader.skill.text,
        games=leader.games,
        last_at=leader.last_at,
        recent="" if recent is None else signed(recent),
        direction=0 if not moved or recent is None else (1 if recent > 0 else -1),
        is_own=leader.person_id == own,
    )
