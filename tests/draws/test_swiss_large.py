"""Fields too large to look at all matches: the same draw, exact integers, an oracle of another make."""

import random
from itertools import combinations

import networkx
import pytest

from tests.draws import swiss_checker as checker
from tests.draws.swiss_world import event, teams
from tournaments.draws import swiss_matching
from tournaments.draws.swiss import MAX_ROUNDS, MAX_TEAMS, Pairing, SwissTeam, draw
from tournaments.draws.swiss_bound import undecided
from tournaments.draws.swiss_cost import costing


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("pairing", Pairing)
@pytest.mark.parametrize(("size", "rounds"), [(61, 3), (100, 7)])
def test_the_bound_leaves_nothing_out(
    size: int, rounds: int, pairing: Pairing, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was not weighed was rightly left out: the draw of all matches is the same, lots included."""
    field = event(size, rounds, pairing, seed=seed)
    monkeypatch.setattr(swiss_matching, "DENSE", 200)
    dense = draw(field, round_number=rounds + 1, seed=3, pairing=pairing)
    monkeypatch.setattr(swiss_matching, "DENSE", 0)
    monkeypatch.setattr(swiss_matching, "FALL_BACK", 0)
    sparse = draw(field, round_number=rounds + 1, seed=3, pairing=pairing)
    assert dense.certificate.proved
    assert sparse.certificate.weighed < dense.certificate.weighed
    assert sparse.matches == dense.matches
    assert sparse.bye == dense.bye


@pytest.mark.parametrize("pairing", Pairing)
@pytest.mark.parametrize("seed", range(6))
def test_undecided_has_every_match_of_every_draw_as_cheap(pairing: Pairing, seed: int) -> None:
    """All matchings of eight teams against what the bound rules out, for draws good and bad."""
    source = random.Random(seed)
    field = checker.in_order(event(8, 2, pairing, seed=seed))
    costs = costing(field, pairing, source)
    place = {team.number: index for index, team in enumerate(field)}
    draws = []
    for pairs in checker.matchings([team.number for team in field]):
        indexes = [(place[one], place[two]) for one, two in pairs]
        if not any(costs.met(*pair) for pair in indexes):
            draws.append((sum(costs.weight(*pair) for pair in indexes), set(indexes)))
    draws.sort(key=lambda row: row[0])
    told = 0
    for known, _ in draws[:40]:
        allowed = undecided(costs, known, rematches=False)
        if allowed is None:
            continue
        told += 1
        for weight, pairs in draws:
            assert weight > known or pairs <= allowed
    assert told


def test_widened_to_all_matches_where_few_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody has met all but two others, so that near matches alone do not do."""
    monkeypatch.setattr(swiss_matching, "DENSE", 0)
    size = 14
    apart = {frozenset((i, i % size + 1)) for i in range(1, size + 1)}
    met = [pair for pair in combinations(range(1, size + 1), 2) if frozenset(pair) not in apart]
    drawn = draw(teams(size, met), round_number=12, seed=1)
    assert {frozenset((m.home, m.away)) for m in drawn.matches} <= apart


@pytest.mark.parametrize("pairing", Pairing)
def test_networkx_finds_no_cheaper_draw(pairing: Pairing) -> None:
    field = event(40, 6, pairing, seed=11)
    drawn = draw(field, round_number=7, seed=2, pairing=pairing)
    order = checker.in_order(field)
    graph = networkx.Graph()
    for one, two in combinations(order, 2):
        if two.number not in one.opponents:
            numbers = checker.cost(order, [(one.number, two.number)], pairing)
            weight = sum(number << 40 * (4 - place) for place, number in enumerate(numbers))
            graph.add_edge(one.number, two.number, weight=weight)
    pairs = list(networkx.min_weight_matching(graph))
    assert checker.cost(order, pairs, pairing) == tuple(drawn.certificate.cost.to_json().values())


@pytest.mark.parametrize("pairing", Pairing)
def test_a_field_of_512(pairing: Pairing) -> None:
    field = event(511, 2, pairing, seed=5)
    drawn = draw(field, round_number=3, seed=5, pairing=pairing)
    assert checker.breaks(field, drawn, pairing) == []
    assert drawn.certificate.next_best is None
    second = drawn.next_best()
    assert not second.exact
    assert second.cost is not None
    assert second.cost >= drawn.certificate.cost
    assert frozenset(map(frozenset, second.pairs)) != checker.pairs_of(drawn)
    assert second.text.startswith("The next-best draw is no worse than one that has")


def worst(spread: bool) -> list[SwissTeam]:
    """The largest field there may be, after the longest event, all floats in one direction."""
    most = 2 * MAX_ROUNDS
    return [
        SwissTeam(
            number=number,
            rank=number,
            points=most * (2 * number <= MAX_TEAMS) if spread else 0,
            floats=(1,) * MAX_ROUNDS,
        )
        for number in range(1, MAX_TEAMS + 1)
    ]


@pytest.mark.parametrize("spread", [False, True])
@pytest.mark.parametrize("pairing", Pairing)
def test_the_largest_weights_fit_128_bits(pairing: Pairing, spread: bool) -> None:
    costs = costing(worst(spread), pairing, random.Random(1))
    source = random.Random(2)
    ends = [(0, MAX_TEAMS - 1), (0, MAX_TEAMS // 2 - 1), (0, 1)]
    pairs = ends + [tuple(sorted(source.sample(range(MAX_TEAMS), 2))) for _ in range(2_000)]
    heaviest = max(costs.weight(*pair) for pair in pairs)
    assert (heaviest + costs.factors[0]) * (MAX_TEAMS + 4) < 2**124


@pytest.mark.parametrize("pairing", Pairing)
def test_weights_compare_as_costs_do(pairing: Pairing) -> None:
    """Sums over whole draws, whatever the draws: the packed number never disagrees with the list of numbers."""
    field = checker.in_order(event(30, 6, pairing, seed=4))
    costs = costing(field, pairing, random.Random(1))
    source = random.Random(5)
    seen = []
    for _ in range(400):
        order = source.sample(range(30), 30)
        pairs = list(zip(order[::2], order[1::2], strict=True))
        numbers = [(field[a].number, field[b].number) for a, b in pairs]
        seen.append((checker.cost(field, numbers, pairing), sum(costs.weight(*pair) for pair in pairs)))
    seen.sort()
    assert [weight for _, weight in seen] == sorted(weight for _, weight in seen)
