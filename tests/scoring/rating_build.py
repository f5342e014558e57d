"""Short builders of rated games, and Hypothesis strategies of them."""

from dataclasses import replace

from hypothesis import strategies as st

from scoring.elo import GameRating, Outcome, RatedGame, RatedPlayer, rate_game
from scoring.elo_fold import Row
from scoring.elo_policies import DEFAULT_POLICY, POLICIES, Expectation, RatingPolicy

NAMES = ("Mary", "Sue", "John", "Peter")
Four = tuple[float, float, float, float]


def game(
    outcome: Outcome,
    ratings: Four = (1500, 1500, 1500, 1500),
    *,
    quits: tuple[str, ...] = (),
    games: tuple[int, int, int, int] = (0, 0, 0, 0),
    stand_ins: tuple[str, ...] = (),
) -> RatedGame:
    """Mary and Sue against John and Peter."""
    mary, sue, john, peter = (
        RatedPlayer(name, rating, played, has_quit=name in quits)
        for name, rating, played in zip(NAMES, ratings, games, strict=True)
    )
    return RatedGame((mary, sue), (john, peter), outcome, stand_ins)


def after(found: GameRating) -> dict[str, float]:
    return {change.player: change.after for change in found.changes}


def moves(found: GameRating) -> list[float]:
    return [change.change for change in found.changes]


def rated(outcome: Outcome, *args: Four, policy: RatingPolicy = DEFAULT_POLICY, **more: object) -> GameRating:
    return rate_game(policy, game(outcome, *args, **more))  # type: ignore[arg-type]


outcomes = st.sampled_from(Outcome)
# The presets, and averages with a K that changes, which is no preset.
policies = st.sampled_from([*POLICIES.values(), replace(POLICIES["2016"], expectation=Expectation.AVERAGE)])
ratings = st.floats(0, 4000, allow_nan=False)
four_ratings = st.tuples(ratings, ratings, ratings, ratings)
quitters = st.sets(st.sampled_from(NAMES)).map(lambda names: tuple(sorted(names)))


@st.composite
def rows(draw: st.DrawFn, players: int = 7, *, quits: bool = True) -> list[Row]:
    """Games among a few players, so that everybody is met again and again."""
    made: list[Row] = []
    for _ in range(draw(st.integers(0, 25))):
        one, two, three, four = draw(st.permutations(range(players)))[:4]
        left = draw(st.sampled_from((0, 0, 0, *range(16)))) if quits else 0
        made.append((one, two, three, four, draw(st.integers(0, 2)) + 4 * left))
    return made
