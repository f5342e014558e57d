"""The draw against all matchings of small fields, and the proof where there is none."""

import random
from itertools import count

import pytest

from tests.draws import swiss_checker as checker
from tests.draws.swiss_world import made_up
from tournaments.draws import swiss_matching
from tournaments.draws.swiss import NoDrawError, Pairing, draw


def cases(amount: int, sizes: tuple[int, ...], start: int = 0) -> list[tuple[int, int, Pairing]]:
    kinds = list(Pairing)
    return [(seed, sizes[seed % len(sizes)], kinds[seed // 3 % 3]) for seed in range(start, start + amount)]


@pytest.mark.parametrize(
    ("seed", "size", "pairing"), cases(480, (2, 3, 4, 5, 6, 7, 8)) + cases(20, (9, 10), 500)
)
def test_no_matching_is_cheaper(seed: int, size: int, pairing: Pairing) -> None:
    field = made_up(random.Random(seed), size)
    expected = checker.best(field, pairing)
    if expected is None:
        with pytest.raises(NoDrawError) as caught:
            draw(field, round_number=5, seed=seed, pairing=pairing)
        assert checker.proves(field, caught.value.proof)
        return
    bye, cost, draws = expected
    drawn = draw(field, round_number=5, seed=seed, pairing=pairing)
    assert checker.breaks(field, drawn, pairing) == []
    assert drawn.bye == bye
    assert tuple(drawn.certificate.cost.to_json().values()) == cost
    assert checker.pairs_of(drawn) in draws
    assert drawn.certificate.proved


@pytest.mark.parametrize(("seed", "size", "pairing"), cases(160, (4, 5, 6, 7, 8), 5000))
def test_no_matching_is_cheaper_where_few_are_weighed(
    seed: int, size: int, pairing: Pairing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As large fields are drawn: near matches first, the bound, then wider; a proof told holds."""
    source = random.Random(seed)
    field = next(made for _ in count() if checker.best(made := made_up(source, size), pairing))
    expected = checker.best(field, pairing)
    monkeypatch.setattr(swiss_matching, "DENSE", 0)
    monkeypatch.setattr(swiss_matching, "FALL_BACK", 0)
    monkeypatch.setattr(swiss_matching, "FIRST_WIDTH", 1)
    drawn = draw(field, round_number=5, seed=seed, pairing=pairing)
    assert checker.breaks(field, drawn, pairing) == []
    assert expected is not None
    told = drawn.bye, tuple(drawn.certificate.cost.to_json().values())
    assert told == expected[:2] or not drawn.certificate.proved


@pytest.mark.parametrize(("seed", "size", "pairing"), cases(60, (3, 4, 5, 6, 7), 1000))
def test_fewest_rematches(seed: int, size: int, pairing: Pairing) -> None:
    """Rematches and a second bye only where there is nothing else, then as few as can be."""
    source = random.Random(seed)
    field = next(made for _ in count() if checker.best(made := made_up(source, size), pairing) is None)
    expected = checker.best(field, pairing, rematches=True)
    drawn = draw(field, round_number=5, seed=seed, pairing=pairing, allow_rematches=True)
    assert expected is not None
    assert checker.breaks(field, drawn, pairing, relaxed=True) == []
    assert (drawn.bye, tuple(drawn.certificate.cost.to_json().values())) == expected[:2]
    assert drawn.certificate.proof is not None
    assert checker.proves(field, drawn.certificate.proof)
    assert drawn.certificate.warnings


@pytest.mark.parametrize(("seed", "size", "pairing"), cases(60, (4, 5, 6, 7, 8), 2000))
def test_allowing_rematches_changes_nothing_where_none_is_needed(
    seed: int, size: int, pairing: Pairing
) -> None:
    source = random.Random(seed)
    field = next(made for _ in count() if checker.best(made := made_up(source, size), pairing))
    strict = draw(field, round_number=5, seed=seed, pairing=pairing)
    assert draw(field, round_number=5, seed=seed, pairing=pairing, allow_rematches=True) == strict
    assert strict.certificate.warnings == ()


@pytest.mark.parametrize(("seed", "size", "pairing"), cases(60, (3, 5, 7), 3000))
def test_the_director_chooses_the_bye(seed: int, size: int, pairing: Pairing) -> None:
    source = random.Random(seed)
    field = made_up(source, size)
    chosen = source.randint(1, size)
    expected = checker.best(field, pairing, chosen=chosen)
    if expected is None:
        with pytest.raises(NoDrawError) as caught:
            draw(field, round_number=5, seed=seed, pairing=pairing, bye=chosen)
        even = [team for team in field if team.number != chosen]
        assert checker.proves(even, caught.value.proof)
        return
    drawn = draw(field, round_number=5, seed=seed, pairing=pairing, bye=chosen)
    assert checker.breaks(field, drawn, pairing, chosen=chosen) == []
    assert (drawn.bye, tuple(drawn.certificate.cost.to_json().values())) == (chosen, expected[1])
    second = next(team for team in field if team.number == chosen).had_bye
    assert drawn.certificate.warnings == ((f"Team {chosen} has a second bye.",) if second else ())


@pytest.mark.parametrize(("seed", "size", "pairing"), cases(80, (4, 5, 6, 7), 4000))
def test_next_best(seed: int, size: int, pairing: Pairing) -> None:
    """The cheapest of all other draws with this bye."""
    source = random.Random(seed)
    field = next(made for _ in count() if checker.best(made := made_up(source, size), pairing))
    drawn = draw(field, round_number=5, seed=seed, pairing=pairing)
    order = [team for team in checker.in_order(field) if team.number != drawn.bye]
    met = {frozenset((team.number, other)) for team in order for other in team.opponents}
    others = [
        checker.cost(order, pairs, pairing)
        for pairs in checker.matchings([team.number for team in order])
        if not met & set(map(frozenset, pairs))
        and frozenset(map(frozenset, pairs)) != checker.pairs_of(drawn)
    ]
    second = drawn.next_best()
    assert second is drawn.certificate.next_best
    assert second.exact
    told = tuple(second.cost.to_json().values()) if second.cost else None
    assert told == min(others, default=None)
    if second.cost:
        assert checker.cost(order, second.pairs, pairing) == told
        assert frozenset(map(frozenset, second.pairs)) != checker.pairs_of(drawn)
