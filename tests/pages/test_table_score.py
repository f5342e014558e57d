"""The browser's scorer says what Python's says, of thousands of deals under every preset, in a real Chromium."""

import random
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from scoring.deal_score import check_deal, score_deal
from scoring.notation import SideBid, SideTricks
from scoring.rules import PRESETS, BlindNil, NilTricks, RuleSet
from scoring.running import Running, apply_to_running

pytestmark = pytest.mark.browser

DEALS = 1_500
"""For each rule set."""
VARIANTS = {
    **PRESETS,
    "ten": replace(PRESETS["standard"], ten_for_200=True, minimum_team_bid=4, blind_nil=BlindNil.ON),
    "helps": replace(PRESETS["duplicate-pairs"], failed_nil_tricks=NilTricks.HELPS, opponents_bag_points=-2),
    "behind": replace(PRESETS["standard"], blind_nil=BlindNil.BEHIND, bag_points=0, set_loses_points=False),
}
EVALUATE = """([rules, deals]) => deals.map(([content, lead, before]) => {
  const score = window.spadesScore;
  const deal = score.read(content);
  const faults = score.checkDeal(rules, ...deal, lead);
  if (faults.length) return { faults };
  const found = score.scoreDeal(rules, ...deal);
  return { faults, score: found, running: score.applyToRunning(rules, before, found.ns) };
})"""


def some_deal(draw: random.Random) -> tuple[str, str, str, str]:
    """Mostly sound, sometimes faulty: nils often, tricks split or not, a sum that is not 13 now and then."""

    def player() -> str:
        return draw.choice(["N", "N", "B", *map(str, range(1, 14))])

    def bid() -> str:
        return str(draw.randint(1, 26)) if draw.random() < 0.2 else f"{player()}+{player()}"

    def tricks(total: int) -> str:
        first = draw.randint(0, total)
        return f"{first}+{total - first}" if draw.random() < 0.85 else f"{total}"

    ns = draw.randint(0, 13)
    ew = 13 - ns if draw.random() < 0.97 else draw.randint(0, 13)
    return bid(), tricks(ns), bid(), tricks(ew)


def expected(
    rules: RuleSet, deal: tuple[str, str, str, str], lead: int | None, before: Running
) -> dict[str, Any]:
    sides = (
        SideBid.parse(deal[0]),
        SideTricks.parse(deal[1]),
        SideBid.parse(deal[2]),
        SideTricks.parse(deal[3]),
    )
    faults = check_deal(rules, *sides, ns_lead=lead)
    if faults:
        return {"faults": [{"code": f.code, "path": f.path, "message": f.message} for f in faults]}
    score = score_deal(rules, *sides)
    step = apply_to_running(rules, before, score.ns)
    penalty = step.penalty.points if step.penalty else 0
    running = {"score": step.after.score, "bags": step.after.bags, "penalty": penalty}
    return {"faults": [], "score": score.to_json(), "running": running}


@pytest.mark.parametrize("name", VARIANTS)
def test_the_browser_scores_as_the_server_does(page: Page, repository: Path, name: str) -> None:
    rules = VARIANTS[name]
    draw = random.Random(name)
    names = ("ns_bid", "ns_tricks", "ew_bid", "ew_tricks")
    deals = [some_deal(draw) for _ in range(DEALS)]
    leads = [draw.choice([None, -250, -100, -99, 0, 99, 100, 250]) for _ in deals]
    before = [Running(draw.randint(-300, 480), draw.randint(0, 9)) for _ in deals]
    sent = [
        [dict(zip(names, deal, strict=True)), lead, asdict(running)]
        for deal, lead, running in zip(deals, leads, before, strict=True)
    ]
    page.add_script_tag(path=repository / "static" / "js" / "score.js")
    found = page.evaluate(EVALUATE, [asdict(rules), sent])
    wanted = [expected(rules, *each) for each in zip(deals, leads, before, strict=True)]
    wrong = [each for each in zip(deals, found, wanted, strict=True) if each[1] != each[2]]
    assert not wrong, (len(wrong), wrong[:2])
    assert sum(not each["faults"] for each in wanted) > DEALS / 12


@pytest.mark.parametrize("text", ["", "0", "27", "14+1", "N", "4+", "4+3+2", "x", "-1", "1e1", "٣"])
def test_what_is_no_bid_is_none_in_the_browser_too(page: Page, repository: Path, text: str) -> None:
    page.add_script_tag(path=repository / "static" / "js" / "score.js")
    with pytest.raises(ValueError, match=r".+"):
        SideBid.parse(text)
    assert page.evaluate("(text) => window.spadesScore.parseBid(text)", text) is None


@pytest.mark.parametrize("text", ["", "14", "7+7", "x", "4+", "-1", "N"])
def test_what_are_no_tricks_are_none_in_the_browser_too(page: Page, repository: Path, text: str) -> None:
    page.add_script_tag(path=repository / "static" / "js" / "score.js")
    with pytest.raises(ValueError, match=r".+"):
        SideTricks.parse(text)
    assert page.evaluate("(text) => window.spadesScore.parseTricks(text)", text) is None
