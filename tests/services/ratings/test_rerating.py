"""The fold over the ledger: gone on with, or made anew, it has the same floats; beside a slow computation."""

import random
from collections import defaultdict
from dataclasses import dataclass
from itertools import permutations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.elo_policies import POLICIES
from tests.scoring import elo_oracle
from tests.support.ledger_builders import DRAW, EW, NS, QUITS, RatedClub, at
from tournaments.models import Event, Game, Kind, RatedGame, Rating, RatingChanges, RatingSet
from tournaments.services.ratings import rerating
from tournaments.services.ratings.rerating import rebuild

pytestmark = pytest.mark.django_db

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus")
LISTS = ("ranked", "teams", "pairs", "combined")
few = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


# --- two ways -----------------------------------------------------------------------------------------------


@pytest.fixture
def club() -> RatedClub:
    return RatedClub(*NAMES, "Hal")


def test_a_game_that_comes_last_is_gone_on_with(club: RatedClub) -> None:
    club.game("Ann Bob Cleo Dan", NS, minute=1)
    assert club.bring_up() == "1 games, anew"
    club.game("Ann Cleo Bob Dan", NS, minute=2)
    assert club.bring_up() == "1 games, going on"
    assert club.bring_up() == "up to date"
    assert [round(club.rating(name)) for name in ("Ann", "Bob", "Cleo", "Dan")] == [1550, 1500, 1500, 1450]
    assert club.book.rated_version == club.book.ledger_version == 2


def test_a_game_that_began_earlier_makes_what_follows_anew(club: RatedClub) -> None:
    club.game("Ann Bob Cleo Dan", NS, minute=10)
    club.bring_up()
    club.game("Ann Eve Fay Gus", NS, minute=5)
    assert club.bring_up() == "2 games, anew"
    later = RatingChanges.objects.get(rated_game__started_at=at(10))
    assert (later.own_before_n, later.own_before_s) == (1525, 1500)


def test_an_earlier_game_of_others_is_gone_on_with(club: RatedClub) -> None:
    club.game("Ann Bob Cleo Dan", NS, minute=10)
    club.bring_up()
    club.game("Eve Fay Gus Hal", NS, minute=5)
    assert club.bring_up() == "1 games, going on"


@pytest.mark.parametrize("limit", ["MOST_NEW", "MOST_LATER"])
def test_very_many_games_are_folded_with_all_others(
    club: RatedClub, limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    club.game("Ann Bob Cleo Dan", NS, minute=10)
    club.game("Ann Bob Cleo Dan", NS, minute=11)
    club.bring_up()
    monkeypatch.setattr(rerating, limit, 1)
    club.game("Eve Fay Gus Hal", NS, minute=5)
    club.game("Eve Fay Gus Hal", NS, minute=6)
    assert club.bring_up() == "4 games, anew"


def test_a_game_before_a_rating_that_was_set_makes_everything_anew(club: RatedClub) -> None:
    club.game("Ann Bob Cleo Dan", NS, minute=10)
    club.set("Eve", 1700, minute=20)
    club.bring_up()
    club.game("Eve Fay Gus Hal", EW, minute=15)
    assert club.bring_up() == "2 games, anew"
    assert club.rating("Eve") == 1700


def test_the_last_game_corrected_is_taken_back_and_gone_on_with(club: RatedClub) -> None:
    club.game("Ann Bob Cleo Dan", NS, minute=1)
    last = club.game("Ann Bob Cleo Dan", NS, minute=2)
    club.bring_up()
    club.change(last, EW)
    assert club.games("Ann") == 1
    assert club.bring_up() == "1 games, going on"
    assert club.rating("Ann") == pytest.approx(1525 - 25 * 2 / (1 + 10 ** (-50 / 400)))


def test_a_correction_rates_again_what_follows(club: RatedClub) -> None:
    first = club.game("Ann Bob Cleo Dan", NS, minute=1)
    club.game("Ann Eve Fay Gus", NS, minute=2)
    club.bring_up()
    club.change(first, EW)
    assert club.bring_up() == "2 games, anew"
    assert club.rating("Ann") == pytest.approx(1475 + 25 * (2 - 2 / (1 + 10 ** (12.5 / 400))))


def test_the_worked_example_of_a_correction(club: RatedClub) -> None:
    """docs/rules.md §5, Many games."""
    first = club.game("Ann Bob Cleo Dan", NS, minute=0)
    club.game("Ann Bob Cleo Dan", NS, minute=60)
    club.bring_up()
    assert round(club.rating("Ann"), 2) == 1546.43
    club.change(first, EW)
    club.bring_up()
    assert round(club.rating("Ann"), 2) == 1503.57


def test_a_game_declared_void_leaves_no_trace(club: RatedClub) -> None:
    game = club.game("Ann Bob Cleo Dan", NS, minute=1)
    club.bring_up()
    club.void(game)
    club.bring_up()
    assert club.floats() == ([], [])


def test_a_correction_writes_nothing_before_it(club: RatedClub) -> None:
    club.game("Ann Bob Cleo Dan", NS, minute=1)
    second = club.game("Ann Bob Cleo Dan", NS, minute=2)
    club.game("Ann Bob Cleo Dan", NS, minute=3)
    club.bring_up()
    RatingChanges.objects.filter(rated_game__started_at=at(1)).update(own_change_n=7)
    club.change(second, EW)
    club.bring_up()
    assert RatingChanges.objects.get(rated_game__started_at=at(1)).own_change_n == 7
    assert RatingChanges.objects.filter(rated_game__started_at__gt=at(1), own_change_n=7).count() == 0


# --- what is rated from what --------------------------------------------------------------------------------


def test_each_game_moves_its_own_list_and_all_together(club: RatedClub) -> None:
    club.game("Ann Bob Cleo Dan", NS, minute=1)
    club.event(Kind.PAIRS, [("Ann Bob Cleo Dan", NS)], minute=2)
    club.bring_up()
    kinds = {kind: club.rating("Ann", kind) for kind in ("ranked", "pairs", "combined")}
    assert kinds["ranked"] == kinds["pairs"] == 1525
    assert kinds["combined"] == pytest.approx(1546.43, abs=0.005)
    assert not Rating.objects.filter(kind="teams").exists()


def test_the_tables_of_an_event_are_rated_from_the_ratings_it_began_with(club: RatedClub) -> None:
    club.event(Kind.TEAMS, [("Ann Bob Cleo Dan", NS)] * 2, minute=2)
    club.bring_up()
    assert (club.rating("Ann", "teams"), club.games("Ann", "teams")) == (1550, 2)
    rows = RatingChanges.objects.filter(rated_game__kind="teams")
    assert list(rows.values_list("own_before_n", "own_change_n")) == [(1500, 25), (1500, 25)]


def test_a_pending_game_moves_its_quitters_alone_until_it_is_over(club: RatedClub) -> None:
    game = club.game("Ann Bob Cleo Dan", QUITS["N"], minute=1, over=False)
    club.bring_up()
    assert dict(Rating.objects.filter(kind="ranked").values_list("person__name", "rating")) == {"Ann": 1475}
    club.change(game, EW + QUITS["N"])
    assert club.bring_up() == "1 games, going on"
    assert [round(club.rating(name)) for name in ("Ann", "Bob", "Cleo", "Dan")] == [1475, 1475, 1525, 1525]
    assert club.games("Ann") == 1


def test_a_rating_that_is_set_holds_for_games_from_then_on(club: RatedClub) -> None:
    club.game("Ann Bob Cleo Dan", NS, minute=1)
    club.game("Ann Bob Cleo Dan", NS, minute=3)
    club.bring_up()
    club.set("Ann", 1700, minute=2, kind="ranked")
    club.bring_up()
    second = RatingChanges.objects.get(rated_game__started_at=at(3))
    assert (second.own_before_n, second.all_before_n) == (1700, 1525)


def test_a_rating_set_at_the_very_start_of_a_game_comes_before_it(club: RatedClub) -> None:
    club.game("Ann Bob Cleo Dan", NS, minute=1)
    club.bring_up()
    club.set("Ann", 1700, minute=1)
    club.bring_up()
    assert RatingChanges.objects.get().own_before_n == 1700


def test_a_rating_set_after_everything_holds_at_once(club: RatedClub) -> None:
    club.game("Ann Bob Cleo Dan", NS, minute=1)
    club.bring_up()
    club.set("Ann", 1500, minute=2)
    assert [club.rating("Ann", kind) for kind in LISTS] == [1500] * 4
    assert club.bring_up() == "up to date"
    assert rebuild(club.club.pk).endswith("every rating is as it was")


def test_a_rating_set_after_a_game_stays_when_the_game_is_declared_void(club: RatedClub) -> None:
    game = club.game("Ann Bob Cleo Dan", NS, minute=1)
    club.bring_up()
    club.set("Ann", 1600, minute=2)
    club.void(game)
    club.bring_up()
    assert club.rating("Ann") == 1600
    assert rebuild(club.club.pk).endswith("every rating is as it was")


def test_tables_of_an_event_add_up_to_the_last_bit_in_any_order() -> None:
    games = [
        ("Ann Bob Cleo Dan", NS),
        ("Ann Eve Fay Gus", EW),
        ("Ann Cleo Bob Eve", NS),
        ("Ann Gus Dan Fay", NS),
    ]
    found = set()
    for order in permutations(games):
        club = RatedClub(*NAMES)
        for number, name in enumerate(NAMES):
            # near 0, where a rounding of the sum would not be lost in the rating's own
            club.set(name, 0.37 * number**2, minute=0)
        club.event(Kind.PAIRS, order, minute=1)
        club.bring_up()
        found.add(club.rating("Ann", "pairs"))
    assert len(found) == 1


def test_k_of_2016_counts_the_games_of_each_list() -> None:
    club = RatedClub(*NAMES, policy={"preset": "2016", "k_new_games": 1})
    club.game("Ann Bob Cleo Dan", DRAW, minute=1)
    club.event(Kind.PAIRS, [("Ann Bob Cleo Dan", NS)], minute=2)
    club.bring_up()
    changes = RatingChanges.objects.get(rated_game__kind="pairs")
    assert (changes.own_change_n, changes.all_change_n) == (50, 30)


# --- any ledger, in any order of arrival --------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """`games` are (names, code): one of a ranked table, any number of an event; `rating` is set where it is given."""

    minute: int
    kind: str
    games: tuple[tuple[str, int], ...] = ()
    pending: bool = False
    person: str = ""
    rating: float = 0.0


@st.composite
def steps(draw: st.DrawFn, *, quits: bool = True, sets: bool = True) -> list[Step]:
    made = []
    what = ["ranked", "ranked", "ranked", "pairs", "teams"] + (["set"] if sets else [])
    for kind in draw(st.lists(st.sampled_from(what), max_size=9)):
        minute = draw(st.integers(0, 12))
        if kind == "set":
            listed = draw(st.sampled_from(("", *LISTS)))
            rating = draw(st.sampled_from((1500.0, 1234.5, 1999.25)))
            made.append(Step(minute, listed, person=draw(st.sampled_from(NAMES)), rating=rating))
            continue
        count = 1 if kind == "ranked" else draw(st.integers(1, 4))
        games = []
        for _ in range(count):
            four = " ".join(draw(st.permutations(NAMES))[:4])
            left = draw(st.sampled_from((0, 0, *range(16)))) if quits and kind == "ranked" else 0
            games.append((four, draw(st.integers(0, 2)) + 4 * left))
        pending = kind == "ranked" and games[0][1] > 2 and draw(st.booleans())
        made.append(Step(minute, kind, tuple(games), pending))
    return made


def arrive(club: RatedClub, step: Step) -> Game | Event | None:
    if step.person:
        club.set(step.person, step.rating, minute=step.minute, kind=step.kind)
        return None
    if step.kind == "ranked":
        (names, code) = step.games[0]
        return club.game(names, code, minute=step.minute, over=not step.pending)
    return club.event(step.kind, step.games, minute=step.minute)


@few
@given(steps(), st.sampled_from(sorted(POLICIES)), st.randoms(use_true_random=False))
def test_whatever_comes_in_whatever_order_the_floats_are_those_of_one_fold(
    made: list[Step], policy: str, source: random.Random
) -> None:
    club = RatedClub(*NAMES, policy=policy)
    there: list[tuple[Game | Event, Step]] = []
    for step in source.sample(made, len(made)):
        found = arrive(club, step)
        if found is not None:
            there.append((found, step))
        if source.random() < 0.6:
            club.bring_up()
        if there and source.random() < 0.4:
            _change_something(club, *source.choice(there), source)
            if source.random() < 0.6:
                club.bring_up()
    club.bring_up()
    gone_on_with = club.floats()
    assert rebuild(club.club.pk).endswith("every rating is as it was")
    assert club.floats() == gone_on_with
    assert_as_by_the_book(club, policy)


def _change_something(club: RatedClub, what: Game | Event, step: Step, source: random.Random) -> None:
    if isinstance(what, Event):
        games = [(names, source.choice((NS, DRAW, EW))) for names, _ in step.games]
        club.say(what, games[: source.randint(0, len(games))])
    elif source.random() < 0.3:
        club.void(what)
    else:
        left = step.games[0][1] & ~3
        club.change(
            what, left + source.choice((NS, DRAW, EW)), over=not step.pending or source.random() < 0.5
        )


@few
@given(steps(quits=False, sets=False))
def test_without_quits_what_one_gains_another_loses(made: list[Step]) -> None:
    club = RatedClub(*NAMES)
    for step in made:
        arrive(club, step)
    club.bring_up()
    for changes in RatingChanges.objects.filter(rated_game__club=club.club):
        assert sum(getattr(changes, f"own_change_{seat}") for seat in "nsew") == 0
        assert sum(getattr(changes, f"all_change_{seat}") for seat in "nsew") == 0
    for kind in LISTS:
        rated = list(Rating.objects.filter(club=club.club, kind=kind).values_list("rating", flat=True))
        assert sum(rated) == pytest.approx(1500 * len(rated))


@few
@given(steps(), st.randoms(use_true_random=False))
def test_the_order_of_the_tables_inside_an_event_does_not_matter(
    made: list[Step], source: random.Random
) -> None:
    found = []
    for shuffled in (False, True):
        club = RatedClub(*NAMES)
        for step in made:
            games = source.sample(step.games, len(step.games)) if shuffled else step.games
            arrive(club, Step(step.minute, step.kind, tuple(games), step.pending, step.person, step.rating))
        club.bring_up()
        rows = Rating.objects.filter(club=club.club).order_by("person__name", "kind")
        found.append(list(rows.values_list("person__name", "kind", "rating", "games")))
    assert found[0] == found[1]


def assert_as_by_the_book(club: RatedClub, policy: str) -> None:
    """A slow computation, list by list, with exact decimals."""
    for kind in LISTS:
        expected, counts = by_the_book(club, kind, policy)
        found = Rating.objects.filter(club=club.club, kind=kind)
        assert {row.person_id: row.games for row in found} == counts
        for row in found:
            assert row.rating == pytest.approx(expected[row.person_id], abs=1e-6)


def by_the_book(club: RatedClub, kind: str, policy: str) -> tuple[dict[int, float], dict[int, int]]:
    ratings: defaultdict[int, float] = defaultdict(lambda: 1500.0)
    counts: dict[int, int] = {}
    moments: defaultdict[object, list[RatedGame]] = defaultdict(list)
    for row in RatedGame.objects.filter(club=club.club):
        if kind in ("combined", row.kind):
            one_by_one = row.pk if row.kind == "ranked" else 0
            moments[row.started_at, 1, row.event_id, one_by_one].append(row)
    for given_ in RatingSet.objects.filter(person__club=club.club, kind__in=("", kind)):
        moments[given_.at, 0, 0, given_.pk] = [given_]  # type: ignore[list-item]
    for moment in sorted(moments):
        steps_ = moments[moment]
        if isinstance(steps_[0], RatingSet):
            ratings[steps_[0].person_id] = steps_[0].rating
            counts.setdefault(steps_[0].person_id, 0)
            continue
        before, played = dict(ratings), dict(counts)
        for row in steps_:
            four = [row.north_id, row.south_id, row.east_id, row.west_id]
            start = [before.get(person, 1500.0) for person in four]
            games = [played.get(person, 0) for person in four]
            after = elo_oracle.rate(policy, [(0, 1, 2, 3, row.code)], start, games)
            for place, person in enumerate(four):
                if not row.pending or row.code // 4 // 2**place % 2:
                    ratings[person] += float(after[place]) - start[place]
                    counts[person] = counts.get(person, 0) + 1
    return ratings, counts
