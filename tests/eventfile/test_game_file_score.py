"""What `score` makes of ranked tables: running scores, ends, winners, ratings; golden figures where there are some."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scoring.faults import FaultsError
from tests.eventfile.documents import text_of
from tests.eventfile.game_documents import deal, game, games_document, won
from tournaments.eventfile import dumps, loads, score
from tournaments.eventfile.report import report

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"
ELO = json.loads((GOLDEN / "elo.json").read_text("utf-8"))


def scored(*games: dict[str, Any], **sections: Any) -> dict[str, Any]:
    return score(loads(text_of(games_document(*games, **sections))))


def ratings_of(printed: dict[str, Any]) -> dict[str, float]:
    return {row["player"]: row["rating"] for row in printed["ratings"]}


def test_golden_sides_by_their_averages() -> None:
    """S2's worked example."""
    golden = ELO["team_average"]
    ratings = ratings_of(score(loads((GOLDEN / "ranked_average.json").read_bytes())))

    assert round(ratings["A"]) == golden["new"]
    assert ratings["A"] == pytest.approx(golden["a"] + 25 * (2 - golden["expected"]), abs=0.02)
    assert sum(ratings.values()) == pytest.approx(1512 + 1484 + 1562 + 1417)


def test_golden_a_quitter_and_the_partner_who_wins() -> None:
    golden = ELO["quit"]
    printed = score(loads((GOLDEN / "ranked_quit.json").read_bytes()))

    expected = {"Peter": golden["peter_quits"]} | {
        name.title(): rating for name, rating in golden["if_john_wins"].items()
    }
    assert ratings_of(printed) == expected
    assert printed["games"][0]["notes"] == ["Paul sat in for somebody who quit, and is not rated."]


def test_the_command_prints_one_object_and_needs_no_database() -> None:
    command = [sys.executable, str(ROOT / "manage.py"), "score", str(GOLDEN / "ranked_average.json")]
    done = subprocess.run([*command, "--json"], capture_output=True, text=True, check=True)
    said = subprocess.run(command, capture_output=True, text=True, check=True)

    row = next(row for row in json.loads(done.stdout)["ratings"] if row["player"] == "A")
    assert list(row) == ["player", "rating", "games", "skill"]
    assert (row["games"], row["skill"]) == (1, None)
    assert "NS reached 200 on deal 2: NS 200, EW 60." in said.stdout


def test_a_game_prints_its_running_score_its_end_and_who_won() -> None:
    (row,) = scored(game(deal(1, 70), deal(2, 80), deal(3, 60)))["games"]

    assert [step["ns"]["total"] for step in row["steps"]] == [70, 150, 210]
    assert [step["ew"]["total"] for step in row["steps"]] == [60, 110, 180]
    assert [step["first_bidder"] for step in row["steps"]] == ["E", "S", "W"]
    assert (row["end"], row["over_after"], row["winner"]) == ("target", 3, "ns")


def test_a_game_that_still_runs_is_not_rated() -> None:
    printed = scored(game(deal(1)))

    assert (printed["games"][0]["end"], printed["games"][0]["winner"]) == ("running", None)
    assert printed["ratings"] == []


def test_a_side_at_minus_the_target_has_lost() -> None:
    set_badly = deal(1, ns_bid="13", ns_tricks="6", ew_bid="5", ew_tricks="7")
    rules = {"preset": "puzzle-pirates", "target": 200}

    (row,) = scored(game(set_badly, set_badly | {"deal": 2}), event={"rules": rules})["games"]

    assert (row["end"], row["winner"], row["ns_total"]) == ("floor", "ew", -260)


def test_equal_totals_at_the_target_play_another_deal() -> None:
    even = [
        {"deal": number, "ns_bid": bid, "ns_tricks": took, "ew_bid": other, "ew_tricks": rest}
        for number, (bid, took, other, rest) in enumerate(
            [("7", "7", "6", "6"), ("6", "6", "7", "7"), ("7", "7", "6", "6"), ("6", "6", "7", "7")], 1
        )
    ]

    (row,) = scored(game(*even, target=250))["games"]
    (decided,) = scored(game(*even, deal(5, 70), target=250))["games"]

    assert (row["ns_total"], row["ew_total"], row["end"]) == (260, 260, "running")
    assert (decided["end"], decided["over_after"]) == ("target", 5)


def test_a_quitter_is_rated_while_the_game_goes_on_and_nobody_else() -> None:
    printed = scored(game(deal(1), quits=[{"player": "Bo", "after_deal": 1}]))

    assert ratings_of(printed) == {"Ann": 1500, "Bo": 1475, "Cy": 1500, "Di": 1500}
    assert [row["games"] for row in printed["ratings"]] == [0, 0, 0, 1]


def test_when_both_partners_quit_their_side_has_lost_at_once() -> None:
    quits = [{"player": "Bo", "after_deal": 1}, {"player": "Di", "after_deal": 1}]

    printed = scored(game(deal(1), quits=quits))

    assert (printed["games"][0]["end"], printed["games"][0]["winner"]) == ("left", "ns")
    assert ratings_of(printed) == {"Ann": 1525, "Bo": 1475, "Cy": 1525, "Di": 1475}
    assert "Bo and Di left the game: NS won." in printed["games"][0]["text"]


def test_quitters_on_opposite_sides_do_not_add_up_to_nothing_and_it_is_said() -> None:
    quits = [{"player": "Ann", "after_deal": 0}, {"player": "Bo", "after_deal": 1}]
    substitutes = [
        {"seat": "N", "player": "Eve", "from_deal": 1},
        {"seat": "E", "player": "Flo", "from_deal": 2},
    ]

    printed = scored(game(*won(), quits=quits, substitutes=substitutes))

    assert sum(ratings_of(printed).values()) == pytest.approx(6000 - 25)
    assert "opposite sides" in printed["games"][0]["notes"][0]
    assert {"Eve", "Flo"}.isdisjoint(ratings_of(printed))


def test_where_leaving_forfeits_the_game_is_over_at_once() -> None:
    printed = scored(
        game(deal(1), quits=[{"player": "Bo", "after_deal": 1}]), event={"ranked": {"leaving": "forfeit"}}
    )

    assert (printed["games"][0]["end"], printed["games"][0]["winner"]) == ("left", "ns")


def test_the_skill_counts_nils_met_while_one_sat_there() -> None:
    nil = deal(1, 60, ew_bid="N+5", ew_tricks="1+6")
    made = deal(2, 60, ew_bid="N+7", ew_tricks="0+7")
    quits = [{"player": "Ann", "after_deal": 1}]

    printed = scored(game(nil, made, target=250, quits=quits, given={"outcome": "ns"}))

    skills = {row["player"]: row["skill"] for row in printed["ratings"]}
    assert skills == {"Ann": 1.0, "Cy": 0.5, "Bo": None, "Di": None}


def test_friendly_void_and_waiting_games_are_not_rated() -> None:
    printed = scored(
        game(*won(), rated=False),
        game(*won(), game=2, status="void", reason="A card was missing."),
        game(game=3, status="seating", seats={"N": "Ann"}),
    )

    assert printed["ratings"] == []
    assert [row["end"] for row in printed["games"]] == ["target", "void", "seating"]
    assert printed["games"][1]["text"] == "Void: A card was missing."


def test_a_director_decides_a_game() -> None:
    (row,) = scored(game(deal(1), given={"outcome": "draw"}, reason="Fire alarm."))["games"]

    assert (row["end"], row["winner"]) == ("director", "draw")
    assert row["text"].endswith("The director decided: the game is drawn. Fire alarm.")


def test_a_game_is_not_over_before_both_sides_agree_on_its_deals() -> None:
    (row,) = scored(game(deal(1, 100), deal(2, 100, status="disputed")))["games"]

    assert (row["end"], row["winner"], row["ns_total"]) == ("running", None, 200)


def test_stray_deals_count_for_nothing_and_are_named() -> None:
    (row,) = scored(game(*won(), deal(3, stray=True)))["games"]

    assert (row["beyond"], row["ns_total"]) == ([3], 200)
    assert "does not count" in report(loads(text_of(games_document(game(*won(), deal(3, stray=True))))))


def test_stakes_are_the_losers_and_add_up_to_nothing() -> None:
    (row,) = scored(game(*won(), stake=10))["games"]

    assert row["stakes"] == {"Ann": 10, "Cy": 10, "Bo": -10, "Di": -10}


def test_games_are_rated_by_their_start_and_else_in_the_order_of_the_file() -> None:
    later = game(*won(), game=1, started="2026-11-28T21:00:00Z")
    earlier = game(*won("ew"), game=2, started="2026-11-28T20:00:00Z")

    by_start = scored(later, earlier)
    by_file = scored(game(*won(), game=1), game(*won("ew"), game=2))

    assert by_start["games"][1]["changes"][0]["before"] == 1500
    assert by_file["games"][0]["changes"][0]["before"] == 1500
    assert by_file["games"][1]["changes"][0]["before"] > 1500


def test_the_policy_is_the_files() -> None:
    printed = scored(game(*won()), policy={"preset": "2026", "k": 40})

    assert ratings_of(printed)["Ann"] == pytest.approx(1520 + 20)


def test_games_played_before_the_file_count_for_k() -> None:
    printed = scored(game(*won()), policy="2016", ratings=[{"player": "Ann", "rating": 1500, "games": 50}])

    changes = {each["player"]: each["k"] for each in printed["games"][0]["changes"]}
    assert changes == {"Ann": 30, "Cy": 50, "Bo": 50, "Di": 50}
    assert "K differ" in printed["games"][0]["notes"][0]


@pytest.mark.parametrize("form", ["rows", "by name"])
def test_the_ratings_that_one_night_printed_start_the_next_one_to_the_last_bit(form: str) -> None:
    policy = {"preset": "2016", "k": 29.3}  # whose ratings have all the digits that a float has
    start = {"Ann": 980.7, "Bo": 1612.45, "Cy": 7.1, "Di": 1417}
    printed = scored(game(*won()), game(*won("ew"), game=2), ratings=start, policy=policy)
    rows = [{key: row[key] for key in ("player", "rating", "games")} for row in printed["ratings"]]
    kept: Any = rows if form == "rows" else ratings_of(printed)
    assert any(len(f"{row['rating']}") > 16 for row in rows)

    again = loads(json.dumps(games_document(ratings=kept)))

    assert {row.player: float(row.rating) for row in again.rating.ratings} == ratings_of(printed)
    assert ratings_of(score(again)) == ratings_of(printed)
    assert loads(dumps(again)) == again


def test_no_other_number_has_the_digits_of_a_rating() -> None:
    with pytest.raises(FaultsError) as caught:
        loads(json.dumps(games_document(policy={"preset": "2026", "k": 25.123456789012345})))
    assert [(fault.code, fault.path) for fault in caught.value.faults] == [("json-number", "policy.k")]


@pytest.mark.parametrize(
    ("rating", "code"), [("1500.123456789012345", "json-number"), ("10000.00000000001", "out-of-bounds")]
)
def test_a_rating_too_long_or_too_high_is_refused(rating: str, code: str) -> None:
    text = json.dumps(games_document(ratings={"Ann": 0})).replace('"Ann": 0', f'"Ann": {rating}')
    with pytest.raises(FaultsError) as caught:
        loads(text)
    assert [(fault.code, fault.path) for fault in caught.value.faults] == [(code, "ratings.Ann")]
