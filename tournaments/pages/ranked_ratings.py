"""What a ranked game did to its players' ratings, with the reason, as far as everybody may know it.

Owns: the lines of one game; whose line is left out.
Never does: rate, or explain: `services.ratings.why` makes the sentence out of what the ledger kept.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.elo import shown, signed
from tournaments.models import Game, Person, RatedGame, StandIn
from tournaments.services.ratings.book import book_of, policy_of
from tournaments.services.ratings.shown import is_listed
from tournaments.services.ratings.why import Change, why_of

ROW_ORDER = ("N", "S", "E", "W")
"""As the ledger has the players of a game (models/ratings.py)."""


@dataclass(frozen=True, slots=True)
class RatingLine:
    """One player: rating before and after as shown, the change with its sign, and why; `up`: 1, 0 or −1."""

    seat: str
    person: int
    name: str
    before: str
    after: str
    change: str
    up: int
    why: str


@dataclass(frozen=True, slots=True)
class GameRatings:
    """`waits`: the game is rated, and its ratings are not made yet. `unsaid` players are not on the leaderboard."""

    lines: tuple[RatingLine, ...]
    notes: tuple[str, ...]
    waits: bool
    unsaid: int


def ratings_of_game(game: Game, starters: Mapping[str, Person]) -> GameRatings:
    """What the game brought to its starters, given by seat; at most four queries, one where it is not rated."""
    rated = RatedGame.objects.select_related("changes").filter(game=game).first()
    if rated is None or len(starters) != len(ROW_ORDER):
        return GameRatings((), (), False, 0)
    changes = getattr(rated, "changes", None)
    if changes is None:
        return GameRatings((), (), True, 0)
    told = [place for place, seat in enumerate(ROW_ORDER) if is_listed(starters[seat])]
    # while it is played a game is rated for those alone who have quit it
    counted = [place for place in told if not rated.pending or rated.code >> place + 2 & 1]
    players = [
        Change(
            starters[seat].name,
            getattr(changes, f"own_before_{seat.lower()}"),
            getattr(changes, f"own_change_{seat.lower()}"),
        )
        for seat in ROW_ORDER
    ]
    policy = policy_of(book_of(rated.club_id))
    sat_in = StandIn.objects.filter(seat__game=game).order_by("pk").values_list("person__name", flat=True)
    stand_ins = tuple(dict.fromkeys(sat_in))
    lines, notes = [], dict[str, None]()
    for place in counted:
        seat, player = ROW_ORDER[place], players[place]
        in_full = all(is_listed(starters[other]) for other in ROW_ORDER if other != seat)
        why = why_of(policy, players, rated.code, place, stand_ins, in_full=in_full)
        notes.update(dict.fromkeys(why.notes if why is not None else ()))
        lines.append(
            RatingLine(
                seat=seat,
                person=starters[seat].pk,
                name=player.name,
                before=str(shown(player.before)),
                after=str(shown(player.before + player.change)),
                change=signed(player.change),
                up=(player.change > 0) - (player.change < 0),
                why=_reason(why.text) if why is not None else "",
            )
        )
    return GameRatings(tuple(lines), tuple(notes), False, len(ROW_ORDER) - len(told))


def _reason(text: str) -> str:
    """The sentence without the change that it begins with, which stands beside it."""
    return text.partition(": ")[2] or text
