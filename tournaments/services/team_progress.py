"""How long a Swiss event is, and whether it is over (docs/rules.md §4)."""

from collections.abc import Collection

from tournaments.models import TeamsSettings


def rounds_to_one(teams: int) -> int:
    """The least number of rounds after which at most one of `teams` can be undefeated, ties left aside: ⌈log₂ N⌉."""
    return max(teams - 1, 0).bit_length()


def planned_rounds(settings: TeamsSettings, teams: int) -> int:
    """The rounds foreseen for so many teams: those that were set, or the fewest that leave one undefeated."""
    return settings.rounds or rounds_to_one(teams)


def is_decided(
    settings: TeamsSettings, teams: int, drawn: int, undefeated: Collection[int], open_matches: int
) -> bool:
    """Whether nothing is left to be drawn or played: all rounds that were set, or enough to leave at most one team
    undefeated. `open_matches` are those that are not certain yet."""
    if open_matches or drawn < planned_rounds(settings, teams) or not drawn:
        return False
    return settings.rounds is not None or len(undefeated) <= 1
