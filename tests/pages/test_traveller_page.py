"""A board's page: every figure, and the figures it came from."""

import json
import re
from pathlib import Path

import pytest
from django.test import Client

from tests.pages.reading import get, row, text
from tests.support.event_builders import ACTOR, enter, four_tables, make_event, seat, standings
from tournaments.eventfile.scoring_input import ResultFields, WeightedScore
from tournaments.models import Event, EventStatus, ResultState
from tournaments.services.results import Entered, record_result


def ruled(event: Event, table: int, board: int, **fields: object) -> None:
    record_result(event.pk, Entered(ResultFields(round=1, table=table, board=board, **fields)), ACTOR)


def results(html: str) -> list[str]:
    """The text of each result, in order."""
    _, *found = re.split(r'(?=<tbody id="result-)', html)
    return [text(part.split("</details>")[0]) for part in found]


def test_a_result_shows_bids_tricks_scores_matchpoints_and_percentages(client: Client, event: Event) -> None:
    found = results(get(client, event, "boards/1/"))
    assert len(found) == 4
    assert "2 North 2 & South 2 bid 7, took 7 7 7 70 2 66.67" in found[1]
    assert "NS 4 North 4 & South 4 bid 7, took 9 7 9 118 3 100.00" in found[3]


def test_a_percentage_unfolds_to_what_was_beaten(client: Client, event: Event) -> None:
    found = results(get(client, event, "boards/1/"))
    assert "66.67 % = beat 2 of 3: 2 ÷ 3." in found[1]
    assert "33.33 % = beat 1 of 3: 1 ÷ 3." in found[2]
    assert "0.00 % = beat 0 of 3: 0 ÷ 3." in found[0]


def test_a_score_unfolds_to_its_components(client: Client, event: Event) -> None:
    """Docs/rules.md §1: bid 7, took 6, against 5 bid and 7 taken: −70; 50 − 2 + 70 = 118."""
    found = results(get(client, event, "boards/1/"))[0]
    assert "−70 contract of 7 set with 6 tricks: −7 × 10 −70 score" in found
    assert (
        "+50 contract of 5 made: 5 × 10 −2 2 bags: 2 × −1 +70 opponents' failed bids: 70 118 score" in found
    )


def test_ties_and_neuberg_are_told_with_their_numbers(client: Client, event: Event) -> None:
    for table, line in ((1, "7 7 5 6"), (2, "7 7 5 6"), (3, "7 8 5 5")):
        enter(event, 1, table, 2, line)
    standings(event)
    Event.objects.filter(pk=event.pk).update(traveller_secrecy="open")
    found = results(get(client, event, "boards/2/"))
    assert "75.00 % = beat 1 and tied 1 of 2: (1 + 1 × ½) ÷ 2." in found[0]
    # 50 + 25 · 2/3 · 4/3 = 72.22
    assert "Neuberg, as 3 of 4 scores are in: 50 + (75.00 − 50) × 2/3 × 4/3 = 72.22 %." in found[0]
    assert " 72.22" in found[0]
    assert "Neuberg" in found[2]


def test_one_score_alone_is_fifty(client: Client, event: Event) -> None:
    enter(event, 1, 1, 2, "7 7 5 6")
    standings(event)
    Event.objects.filter(pk=event.pk).update(traveller_secrecy="open")
    assert "The only score in this direction: 50.00 %." in results(get(client, event, "boards/2/"))[0]


def test_rulings_are_named_and_explained(client: Client, event: Event) -> None:
    ruled(event, 1, 2, ns_adjusted="A+", ew_adjusted="A-")
    ruled(event, 2, 2, not_played=True)
    ruled(event, 3, 2, ns_adjusted="62.5", ew_adjusted="A")
    outcomes = (
        WeightedScore(weight=60, ns_score=70, ew_score=49),
        WeightedScore(weight=40, ns_score=-70, ew_score=118),
    )
    ruled(event, 4, 2, weighted=outcomes)
    standings(event)
    html = get(client, event, "boards/2/")
    found = results(html)
    assert "60.00 A+" in found[0]
    assert "60.00 % by ruling A+: 60 %, or the average elsewhere if higher (0.00 %)." in found[0]
    assert "A− " in found[0]
    assert "or the average elsewhere if lower" in found[0]
    assert "not played" in found[1]
    assert "Not played: the board leaves the pair's average." in found[1]
    assert "62.50 ruling" in found[2]
    assert "62.50 % by ruling." in found[2]
    assert "50.00 % by ruling A, the average." in found[2]
    assert "by a weighted ruling: 60 % of 70 (" in found[3]
    assert "40 % of −70 (" in found[3]
    assert "Scores North-South" not in text(html)


def test_a_disputed_result_says_so(client: Client, event: Event) -> None:
    for table in range(1, 5):
        enter(
            event, 1, table, 2, "7 7 5 6", state=ResultState.DISPUTED if table == 2 else ResultState.CONFIRMED
        )
    standings(event)
    found = results(get(client, event, "boards/2/"))
    assert "Round 1, table 2 · disputed" in found[1]
    assert "disputed" not in found[0]


def test_the_hand_says_who_deals_and_who_bids_first(client: Client, event: Event) -> None:
    html = get(client, event, "boards/1/")
    hands = re.findall(r'<div class="hand ([NESW])"><h3>(.*?)</h3>\s*<ul>(.*?)</ul>', html, re.DOTALL)
    assert [seat for seat, _, _ in hands] == ["N", "W", "E", "S"]
    heads = {seat: text(head) for seat, head, _ in hands}
    assert heads == {"N": "North dealer", "E": "East bids first", "S": "South", "W": "West"}
    cards = [
        rank
        for _, _, body in hands
        for holding in re.findall(r"</span>([^<]+)</li>", body)
        for rank in holding.split()
    ]
    assert len(cards) == 52
    assert sorted(set(cards)) == sorted(["10", *"23456789JQKA"])


def test_the_frequencies_count_each_score(client: Client, event: Event) -> None:
    html = get(client, event, "boards/1/")
    pictures = re.findall(r"<svg class=\"frequency\".*?</svg>", html, re.DOTALL)
    assert len(pictures) == 2
    assert 'aria-label="How often each North-South score occurred"' in pictures[0]
    figures = re.findall(r'<text class="figure"[^>]*>([^<]+)<', pictures[0])
    assert figures == ["118", "70", "69", "−70"]


def test_a_board_that_came_in_twice_in_groups_names_them(client: Client, event: Event) -> None:
    for table in range(1, 5):
        fields = ResultFields(
            round=1,
            table=table,
            board=2,
            ns_bid="7",
            ns_tricks="7",
            ew_bid="5",
            ew_tricks="6",
            group=table % 2,
        )
        record_result(event.pk, Entered(fields), ACTOR)
    standings(event)
    found = results(get(client, event, "boards/2/"))
    assert "group 1" in found[0]
    assert "group 0" in found[1]


@pytest.mark.django_db
def test_neighbouring_boards_are_one_step_away(client: Client) -> None:
    event = make_event(boards=3)
    four_tables(event, boards=(1, 2, 3))
    html = get(client, event, "boards/2/")
    assert re.search(r'rel="prev" href="[^"]*/boards/1/"', html)
    assert re.search(r'rel="next" href="[^"]*/boards/3/"', html)
    assert 'rel="prev"' not in get(client, event, "boards/1/")
    assert 'rel="next"' not in get(client, event, "boards/3/")


@pytest.mark.django_db
def test_a_board_without_a_dealt_deal_has_its_results(client: Client) -> None:
    event = make_event(pairs=4)
    seat(event, [(1, 3, [7]), (2, 4, [7])])
    Event.objects.filter(pk=event.pk).update(status=EventStatus.RUNNING)
    for table in (1, 2):
        enter(event, 1, table, 7, "7 7 5 6")
    standings(event)
    html = get(client, event, "boards/7/")
    assert len(results(html)) == 2
    assert 'class="hand ' not in html
    assert "South deals, West bids first" in text(html)
    assert row(get(client, event, "boards/"), 'id="board-7"') == "7 finished 2 of 2 in"


@pytest.mark.django_db
def test_both_golden_hands_come_out_as_worked_by_hand(client: Client, repository: Path) -> None:
    """tests/golden/deal_scores.json, as printed travellers: scores and percentages of both sides."""
    golden = json.loads((repository / "tests/golden/deal_scores.json").read_text(encoding="utf-8"))
    rows = [found for found in golden["duplicate-pairs"] if found["hand"] in (1, 2)]
    event = make_event(boards=2)
    four_tables(event)
    for place, found in enumerate(rows):
        line = " ".join(found[name] for name in ("ns_bid", "ns_tricks", "ew_bid", "ew_tricks"))
        enter(event, 1, place % 4 + 1, found["hand"], line)
    standings(event)
    for hand in (1, 2):
        shown = results(get(client, event, f"boards/{hand}/"))
        for result, found in zip(shown, [found for found in rows if found["hand"] == hand], strict=True):
            for side in ("ns", "ew"):
                place = side == "ew"
                score, percent = found["value"][place], found["percent"][place]
                words = f"{found[side + '_bid']} {found[side + '_tricks']} {score} ".replace("-", "−")
                assert words in result, (words, result)
                assert f" {percent:.2f} " in result, (percent, result)
