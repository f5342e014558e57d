"""Rating policies: the presets' figures, overrides, and what is refused."""

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from scoring.elo_policies import DEFAULT_POLICY, POLICIES, Expectation, RatingPolicy
from scoring.faults import FaultsError


def faults(value: Any) -> list[tuple[str, str]]:
    with pytest.raises(FaultsError) as refused:
        RatingPolicy.from_json(value)
    return [(fault.code, fault.path) for fault in refused.value.faults]


def test_2026_is_in_force() -> None:
    assert DEFAULT_POLICY is POLICIES["2026"]
    assert next(iter(POLICIES)) == "2026"


@pytest.mark.parametrize(
    ("name", "expected", "first", "fiftieth", "fifty_first"),
    [
        ("2026", Expectation.AVERAGE, 25, 25, 25),
        ("2017", Expectation.PER_OPPONENT, 25, 25, 25),
        ("2016", Expectation.PER_OPPONENT, 50, 50, 30),
    ],
)
def test_k_and_expectation_of_each_preset(
    name: str, expected: Expectation, first: float, fiftieth: float, fifty_first: float
) -> None:
    policy = POLICIES[name]
    assert policy.expectation is expected
    assert [policy.k_for(games) for games in (0, 49, 50)] == [first, fiftieth, fifty_first]


@pytest.mark.parametrize("policy", POLICIES.values(), ids=lambda policy: policy.preset)
def test_the_conditions_are_the_same_in_every_preset(policy: RatingPolicy) -> None:
    assert (policy.start, policy.scale, policy.finished_games) == (1500, 400, 10)
    assert (policy.quit_ban_minutes, policy.grace_minutes, policy.leaderboard_ban_days) == (60, 3, 7)
    assert (policy.leaderboard_needed, policy.bots_may_start, policy.bots_may_fill) == (True, False, True)


def test_one_k_for_all_is_known_as_such() -> None:
    assert POLICIES["2026"].has_one_k
    assert not POLICIES["2016"].has_one_k
    assert RatingPolicy.from_json({"preset": "2016", "k_new": 30}).has_one_k


def test_overrides_are_read_and_written_back() -> None:
    policy = RatingPolicy.from_json({"preset": "2016", "k": 20, "grace_minutes": 5, "expectation": "average"})
    assert (policy.k, policy.k_new, policy.grace_minutes) == (20.0, 50.0, 5)
    assert policy.expectation is Expectation.AVERAGE
    written = json.loads(json.dumps(policy.to_json()))
    assert written == {"preset": "2016", "expectation": "average", "k": 20.0, "grace_minutes": 5}
    assert RatingPolicy.from_json(written) == policy


@pytest.mark.parametrize("name", POLICIES)
def test_a_preset_is_written_by_its_name_alone(name: str) -> None:
    assert POLICIES[name].to_json() == {"preset": name}
    assert RatingPolicy.from_json(name) is not None
    assert RatingPolicy.from_json(name) == POLICIES[name]


def test_everything_wrong_is_told_at_once() -> None:
    found = faults(
        {
            "preset": "2025",
            "version": 2,
            "k": "25",
            "k_new": True,
            "scale": 0,
            "grace_minutes": 1.5,
            "leaderboard_needed": 1,
            "expectation": "median",
            "bonus": 3,
        }
    )
    assert sorted(found) == sorted(
        [
            ("policy-unknown-key", "bonus"),
            ("policy-preset", "preset"),
            ("policy-version", "version"),
            ("policy-range", "scale"),
            ("policy-type", "expectation"),
            ("policy-type", "k"),
            ("policy-type", "k_new"),
            ("policy-type", "leaderboard_needed"),
            ("policy-type", "grace_minutes"),
        ]
    )


@pytest.mark.parametrize("value", [None, 2026, [], {"k": 25}, {"preset": None}, {"preset": ["2026"]}])
def test_what_names_no_preset_is_refused(value: Any) -> None:
    assert faults(value)[0][0] in ("policy-form", "policy-preset")


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_number_must_be_finite(value: float) -> None:
    assert faults({"preset": "2026", "start": value}) == [("policy-type", "start")]


def test_a_policy_made_in_code_is_checked_too() -> None:
    with pytest.raises(FaultsError, match="k is 0"):
        RatingPolicy(preset="2026", k=0)


def test_the_documented_figures_are_the_presets() -> None:
    text = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
    table = text.split("### Fields of a rating policy")[1].split("\n###")[0]
    lines = [
        [cell.strip(" `") for cell in line.split("|")[1:-1]] for line in table.splitlines() if "|" in line
    ]
    names = lines[0][2:]
    documented = {
        (row[0], name): cell for row in lines[2:] for name, cell in zip(names, row[2:], strict=True)
    }
    fields = [row[0] for row in lines[2:]]
    assert names == list(POLICIES)
    assert {*fields, "preset", "version"} == {field.name for field in dataclasses.fields(RatingPolicy)}
    for name, policy in POLICIES.items():
        for field in fields:
            value = getattr(policy, field)
            shown = json.dumps(value).removesuffix(".0").strip('"')
            assert documented[field, name] == shown, (field, name)
