"""Who may sit down to a ranked game, who has quit one, and what that brings.

Owns: the conditions with a sentence for each that fails, the grace, bans and when they end.
Never does: ask the clock (the time is given), store or lift a ban, rate.
Source: docs/rules.md §5. Every number is the rating policy's.

Terms
-----
ban        a time without ranked games; a director can lift it
grace      how long a player may be away without having quit
fill in    take a quitter's seat for the rest of a game, unrated
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from scoring.elo import shown
from scoring.elo_policies import RatingPolicy
from scoring.faults import Fault


class BanReason(StrEnum):
    """The closed set of what a player is banned for."""

    QUIT = "quit"
    LEADERBOARD_OFF = "leaderboard-off"


@dataclass(frozen=True, slots=True)
class Ban:
    """No ranked games from ``since`` until ``until``, which is the first moment they are allowed again.

    Both times need a time zone (``ValueError``).
    """

    reason: BanReason
    since: datetime
    until: datetime
    lifted: bool = False

    def __post_init__(self) -> None:
        _need_zone(self.since)
        _need_zone(self.until)

    def holds(self, now: datetime) -> bool:
        return not self.lifted and self.since <= now < self.until

    def text(self, now: datetime) -> str:
        """Why and until when, in the time zone of ``now``: ``…: ranked games again at 21:40.``"""
        why = {
            BanReason.QUIT: f"left a ranked game {moment(self.since, now)}",
            BanReason.LEADERBOARD_OFF: f"turned the leaderboard setting off {moment(self.since, now)}",
        }[self.reason]
        return f"{why}: ranked games again {moment(self.until, now)}."


class Absence(StrEnum):
    """Where a player who left the table stands."""

    GRACE = "grace"
    """Away, and still in time."""
    BACK = "back"
    """Came back in time: nothing has happened."""
    QUIT = "quit"


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who wants to sit down. ``finished_games`` counts games of every kind, rated or not.

    ``sits_at`` names another table where they play now; empty when there is none.
    """

    name: str
    is_registered: bool = True
    finished_games: int = 0
    on_leaderboard: bool = True
    is_bot: bool = False
    bans: tuple[Ban, ...] = ()
    sits_at: str = ""


@dataclass(frozen=True, slots=True)
class LeaderboardOff:
    """What turning the leaderboard setting off brings: the rating it leaves, and the ban (``None``: none)."""

    rating: float
    ban: Ban | None
    warning: str


def check_candidate(
    policy: RatingPolicy, candidate: Candidate, now: datetime, *, fills_in: bool = False
) -> tuple[Fault, ...]:
    """Everything that keeps somebody from a seat, longest ban last; nothing: they may sit down.

    Who fills in is not rated, so the conditions of a rating are not asked of them; a ban holds all the same,
    or a quitter could sit down again at once.
    """
    _need_zone(now)
    name = candidate.name
    faults = []
    if candidate.sits_at:
        message = f"{name} sits at {candidate.sits_at}: finish or leave that game first."
        faults.append(Fault("ranked-two-tables", message))
    if candidate.is_bot:
        return (*faults, *_bot_faults(policy, name, fills_in))
    if not fills_in:
        faults.extend(_rating_faults(policy, candidate))
    holding = sorted((ban for ban in candidate.bans if ban.holds(now)), key=lambda ban: ban.until)
    faults.extend(Fault("ranked-banned", f"{name} {ban.text(now)}") for ban in holding)
    return tuple(faults)


def check_table(policy: RatingPolicy, seats: Mapping[str, Candidate], now: datetime) -> tuple[Fault, ...]:
    """All faults of those who want to start a game, under their seats (the keys, such as N, E, S, W)."""
    faults, seen = [], set()
    for seat, candidate in seats.items():
        if candidate.name in seen:
            message = f"{candidate.name} has a seat already: four different players are needed."
            faults.append(Fault("ranked-player-twice", message, seat))
        seen.add(candidate.name)
        faults.extend(fault.under(seat) for fault in check_candidate(policy, candidate, now))
    return tuple(faults)


def absence(policy: RatingPolicy, left: datetime, now: datetime, back: datetime | None = None) -> Absence:
    """Whether somebody who left at ``left`` has quit; ``back`` is when they returned, if they did."""
    if (now if back is None else back) - left > timedelta(minutes=policy.grace_minutes):
        return Absence.QUIT
    return Absence.GRACE if back is None else Absence.BACK


def ban_for(policy: RatingPolicy, reason: BanReason, since: datetime) -> Ban | None:
    """The ban that begins at ``since``; ``None`` where the policy has none."""
    lengths = {
        BanReason.QUIT: timedelta(minutes=policy.quit_ban_minutes),
        BanReason.LEADERBOARD_OFF: timedelta(days=policy.leaderboard_ban_days),
    }
    return Ban(reason, since, since + lengths[reason]) if lengths[reason] else None


def leaderboard_off(policy: RatingPolicy, rating: float, now: datetime) -> LeaderboardOff:
    """What happens to a player with that rating who turns the setting off now, with the warning to show before."""
    ban = ban_for(policy, BanReason.LEADERBOARD_OFF, now)
    warning = f"Your rating of {shown(rating)} goes back to {shown(policy.start)}"
    if ban is None:
        return LeaderboardOff(policy.start, None, f"{warning}.")
    until = moment(ban.until, now)
    return LeaderboardOff(policy.start, ban, f"{warning}, and you can play ranked games again only {until}.")


def moment(when: datetime, now: datetime) -> str:
    """A time in words, in the time zone of ``now``: ``at 21:40``, on another day ``on 7 December at 21:40``."""
    there = when.astimezone(now.tzinfo)
    clock = f"at {there:%H:%M}"
    if there.date() == now.date():
        return clock
    year = "" if there.year == now.year else f" {there.year}"
    return f"on {there.day} {_MONTHS[there.month - 1]}{year} {clock}"


def _bot_faults(policy: RatingPolicy, name: str, fills_in: bool) -> tuple[Fault, ...]:
    if fills_in:
        allowed, message = policy.bots_may_fill, f"{name} is a bot: only people can fill in here."
    else:
        allowed, message = policy.bots_may_start, f"{name} is a bot: a ranked game starts with four people."
    return () if allowed else (Fault("ranked-bot", message),)


def _rating_faults(policy: RatingPolicy, candidate: Candidate) -> list[Fault]:
    """The conditions of being rated."""
    name, faults = candidate.name, []
    if not candidate.is_registered:
        message = f"{name} is not registered: register first, ranked games need a name that lasts."
        faults.append(Fault("ranked-not-registered", message))
    missing = policy.finished_games - candidate.finished_games
    if missing > 0:
        message = (
            f"{name} has finished {candidate.finished_games} of the {policy.finished_games} games that "
            f"ranked play asks for: {missing} more to go."
        )
        faults.append(Fault("ranked-too-few-games", message))
    if policy.leaderboard_needed and not candidate.on_leaderboard:
        message = f"{name} is not on the leaderboard: turn that setting on to play ranked games."
        faults.append(Fault("ranked-leaderboard-off", message))
    return faults


def _need_zone(when: datetime) -> None:
    if when.utcoffset() is None:
        raise ValueError("A time without a time zone does not say when a ban ends.")


# Not strftime's, which follow the machine's language.
_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
