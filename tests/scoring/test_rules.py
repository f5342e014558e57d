"""Rule sets: the presets' figures, the check as a whole, the JSON form."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from scoring.faults import FaultsError
from scoring.rules import PRESETS, BlindNil, NilTricks, RuleSet
from tests.scoring.build import quick, rule_sets, rules

NAMES = ("duplicate-pairs", "standard", "puzzle-pirates", "card-game-academy", "safe-harbor")

# A row per rule, a column per preset in the order of NAMES. Typed from the table of the rules.
TABLE: dict[str, tuple[Any, ...]] = {
    "trick_points": (10, 10, 10, 10, 10),
    "nil_points": (100, 100, 50, 100, 100),
    "blind_nil_points": (200, 200, 100, 200, 200),
    "set_loses_points": (True, True, True, False, False),
    "losses_to_opponents": (True, False, False, True, True),
    "bag_points": (-1, 1, 1, -1, -1),
    "opponents_bag_points": (0, 0, 0, 1, 0),
    "bag_penalty": (0, 100, 100, 0, 0),
    "bag_penalty_every": (None, 10, 10, None, None),
    "failed_nil_tricks": ("bags-if-made", "bags", "ignored", "bags-if-made", "bags-if-made"),
    "blind_nil": ("off", "off", "behind", "off", "off"),
    "blind_nil_behind": (100, 100, 100, 100, 100),
    "bids_may_pass_13": (True, True, False, True, True),
    "minimum_team_bid": (None, None, None, None, None),
    "ten_for_200": (False, False, False, False, False),
    "target": (None, 500, 500, None, None),
    "mercy": (False, False, True, False, False),
    "floor": (None, None, None, None, None),
}


def faults_of(value: object) -> dict[str, str]:
    """Path → code of every fault of a rule set in JSON."""
    with pytest.raises(FaultsError) as caught:
        RuleSet.from_json(value)
    return {fault.path: fault.code for fault in caught.value.faults}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("field", TABLE)
def test_preset_figure(name: str, field: str) -> None:
    assert getattr(PRESETS[name], field) == TABLE[field][NAMES.index(name)]


def test_the_table_leaves_no_field_and_no_preset_out() -> None:
    assert set(PRESETS) == set(NAMES)
    assert {*TABLE, "preset", "version"} == set(RuleSet.__dataclass_fields__)


def test_the_documented_table_is_the_computed_one() -> None:
    text = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
    words = {"true": True, "false": False, "null": None}
    documented = {}
    for name, *cells in re.findall(
        r"^\| `([a-z]\w+)` \|[^|\n]*\|" + r"([^|\n]*)\|" * 5 + "$", text, re.MULTILINE
    ):
        values = [cell.strip().strip("`").replace("−", "-") for cell in cells]
        documented[name] = tuple(
            words[value] if value in words else int(value) if re.fullmatch("-?[0-9]+", value) else value
            for value in values
        )
    assert documented == TABLE


def test_mercy_is_minus_the_target_whatever_the_target_is() -> None:
    assert rules("puzzle-pirates").lowest == -500
    assert rules("puzzle-pirates", target=200).lowest == -200


def test_a_floor_goes_before_minus_the_target() -> None:
    assert rules("puzzle-pirates", floor=-300).lowest == -300
    assert rules("standard", floor=-200).lowest == -200
    assert rules("standard").lowest is None


def test_a_presets_name_alone_is_a_rule_set() -> None:
    assert RuleSet.from_json("safe-harbor") == PRESETS["safe-harbor"]


def test_overrides_change_only_their_fields() -> None:
    value = {
        "preset": "standard",
        "blind_nil": "behind",
        "bag_penalty_every": 5,
        "failed_nil_tricks": "helps",
    }
    assert RuleSet.from_json(value) == rules(
        "standard", blind_nil=BlindNil.BEHIND, bag_penalty_every=5, failed_nil_tricks=NilTricks.HELPS
    )


def test_json_names_the_preset_and_only_what_differs() -> None:
    assert PRESETS["standard"].to_json() == {"preset": "standard"}
    assert rules("standard", nil_points=50).to_json() == {"preset": "standard", "nil_points": 50}


@quick
@given(rule_sets())
def test_json_round_trip(rule_set: RuleSet) -> None:
    assert RuleSet.from_json(rule_set.to_json()) == rule_set


def test_all_faults_are_reported_together() -> None:
    value = {
        "preset": "bridge",
        "version": 2,
        "nil_points": True,
        "mercy": 1,
        "colour": "red",
        "target": 0,
        "blind_nil": "maybe",
        "bag_penalty_every": "10",
    }
    assert faults_of(value) == {
        "preset": "rules-preset",
        "version": "rules-version",
        "nil_points": "rules-type",
        "mercy": "rules-type",
        "colour": "rules-unknown-key",
        "target": "rules-range",
        "blind_nil": "rules-type",
        "bag_penalty_every": "rules-type",
    }


@pytest.mark.parametrize("value", [None, 7, [], "bridge", {}, {"preset": ["standard"]}, {"nil_points": 50}])
def test_what_names_no_preset_is_refused(value: object) -> None:
    assert set(faults_of(value).values()) <= {"rules-form", "rules-preset"}


def test_an_unknown_key_is_named() -> None:
    with pytest.raises(FaultsError, match="nill_points is not a field"):
        RuleSet.from_json({"preset": "standard", "nill_points": 50})


@pytest.mark.parametrize(
    ("overrides", "path"),
    [
        ({"bag_penalty": 100}, "bag_penalty"),
        ({"bag_penalty_every": 5}, "bag_penalty_every"),
        ({"mercy": True}, "mercy"),
        ({"floor": -200}, "floor"),
        ({"blind_nil": "on", "blind_nil_points": 50}, "blind_nil_points"),
    ],
)
def test_contradictions(overrides: dict[str, object], path: str) -> None:
    assert faults_of({"preset": "duplicate-pairs", **overrides}) == {path: "rules-contradiction"}


def test_two_contradictions_are_both_reported() -> None:
    assert set(faults_of({"preset": "safe-harbor", "mercy": True, "bag_penalty": 5})) == {
        "mercy",
        "bag_penalty",
    }


@pytest.mark.parametrize(
    ("field", "low", "high"),
    [("trick_points", 1, 1000), ("minimum_team_bid", 1, 13), ("bag_points", -1000, 1000)],
)
def test_ranges_hold_to_the_edge(field: str, low: int, high: int) -> None:
    for value in (low, high):
        assert getattr(RuleSet.from_json({"preset": "standard", field: value}), field) == value
    for value in (low - 1, high + 1):
        assert faults_of({"preset": "standard", field: value}) == {field: "rules-range"}


def test_a_rule_set_built_in_code_is_checked_too() -> None:
    with pytest.raises(FaultsError, match="nil_points is -1"):
        rules("standard", nil_points=-1)
