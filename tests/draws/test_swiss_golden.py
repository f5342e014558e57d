"""`golden/swiss.json`: the forced round, and fold, slide and adjacent."""

import json
from pathlib import Path

import pytest

from tests.draws.swiss_checker import pairs_of
from tests.draws.swiss_world import teams
from tournaments.draws.swiss import FirstRound, Pairing, draw

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "swiss.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("pairing", Pairing)
def test_forced_round(pairing: Pairing, seed: int) -> None:
    names = "ABCD"
    field = teams(4, [(names.index(a) + 1, names.index(b) + 1) for a, b in GOLDEN["forced_round"]["played"]])
    expected = {frozenset(names.index(n) + 1 for n in pair) for pair in GOLDEN["forced_round"]["only_draw"]}
    drawn = draw(field, round_number=3, seed=seed, pairing=pairing)
    assert pairs_of(drawn) == expected
    assert drawn.certificate.next_best is not None
    assert drawn.certificate.next_best.cost is None
    assert "no other draw" in drawn.certificate.text[-1]


@pytest.mark.parametrize("pairing", Pairing)
def test_ten_teams_of_one_group(pairing: Pairing) -> None:
    expected = [
        tuple(map(int, text.split("-"))) for text in GOLDEN["fold_slide_adjacent_10"][pairing].split()
    ]
    drawn = draw(teams(10), round_number=1, seed=1, pairing=pairing, first_round=FirstRound.SEEDED)
    assert [(match.home, match.away) for match in drawn.matches] == expected
    assert drawn.certificate.cost.order == 0
