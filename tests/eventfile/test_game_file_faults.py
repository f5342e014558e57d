"""What is wrong with a file of ranked tables: each fault with its JSON path, all of them at once."""

from typing import Any

import pytest

from tests.eventfile.documents import document, text_of
from tests.eventfile.game_documents import FOUR, deal, game, games_document, won
from tests.eventfile.test_event_faults import faults_of
from tournaments.eventfile import loads


def told(*games: dict[str, Any], **sections: Any) -> list[tuple[str, str]]:
    return [(fault.code, fault.path) for fault in faults_of(games_document(*games, **sections))]


def test_everything_is_told_at_once() -> None:
    value = games_document(
        game(
            deal(1),
            deal(3),
            quits=[{"player": "Eve", "after_deal": 0}],
            substitutes=[{"seat": "E", "player": "Ann", "from_deal": 2}],
            target=400,
            seats=FOUR | {"W": "Ann"},
        )
        | {"extra": 1},
        game(
            deal(1),
            deal(3),
            game=2,
            seats=FOUR | {"W": "Ann"},
            quits=[{"player": "Eve", "after_deal": 0}],
            substitutes=[{"seat": "E", "player": "Ann", "from_deal": 2}],
        ),
    )

    # an object with faults of its own is left out of the second look, so that one mistake is told once
    assert [(fault.code, fault.path) for fault in faults_of(value)] == [
        ("target", "games[0].target"),
        ("unknown-key", "games[0].extra"),
        ("player-twice", "games[1].seats.W"),
        ("game-gap", "games[1].deals[1].deal"),
        ("quit-stranger", "games[1].quits[0].player"),
        ("stand-in-starter", "games[1].substitutes[0].player"),
        ("stand-in-no-quit", "games[1].substitutes[0].seat"),
    ]


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({"target": 400}, [("target", "games[0].target")]),
        ({"target": 0}, [("number", "games[0].target")]),
        ({"target": "200"}, [("number", "games[0].target")]),
        ({"seats": None}, [("missing-key", "games[0].seats")]),
        ({"seats": {"N": "Ann", "E": "Bo", "S": "Cy"}}, [("missing-key", "games[0].seats.W")]),
        ({"seats": FOUR | {"X": "Eve"}}, [("unknown-key", "games[0].seats.X")]),
        ({"seats": FOUR | {"S": "Bo"}}, [("player-twice", "games[0].seats.S")]),
        ({"seats": FOUR | {"S": "Rook"}}, [("rating-bot", "games[0].seats.S")]),
        ({"rules": "bridge"}, [("rules-preset", "games[0].rules.preset")]),
        ({"status": "over"}, [("choice", "games[0].status")]),
        ({"given": {"outcome": "home"}}, [("choice", "games[0].given.outcome")]),
        ({"started": "yesterday"}, [("moment", "games[0].started")]),
        (
            {"started": "2026-11-28T20:00:00Z", "ended": "2026-11-28T19:00:00Z"},
            [("times", "games[0].ended")],
        ),
        ({"rematch_of": 7}, [("no-game", "games[0].rematch_of")]),
        ({"rematch_of": 1}, [("no-game", "games[0].rematch_of")]),
        ({"quits": [{"player": "Bo"}]}, [("missing-key", "games[0].quits[0].after_deal")]),
        (
            {"quits": [{"player": "Bo", "after_deal": 2}]},
            [("quit-after-end", "games[0].quits[0].after_deal")],
        ),
        ({"quits": [{"player": "Eve", "after_deal": 1}]}, [("quit-stranger", "games[0].quits[0].player")]),
        ({"quits": [{"player": "Bo", "after_deal": 1}] * 2}, [("double", "games[0].quits[1].player")]),
        (
            {"stakes": [{"settlement": 1, "player": "Ann", "points": 5}]},
            [("stake-sum", "games[0].stakes")],
        ),
        (
            {
                "stakes": [
                    {"settlement": 1, "player": "Eve", "points": 5},
                    {"settlement": 1, "player": "Bo", "points": -5},
                ]
            },
            [("stake-stranger", "games[0].stakes[0].player")],
        ),
    ],
)
def test_each_fault_of_a_game_has_its_path(keys: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert told(game(*won(), **keys), people=[{"name": "Rook", "bot": True}]) == expected


@pytest.mark.parametrize(
    ("deals", "expected"),
    [
        ([deal(2)], [("game-gap", "games[0].deals[0].deal")]),
        ([deal(1), deal(1)], [("double", "games[0].deals[1].deal")]),
        ([*won(), deal(3)], [("game-over", "games[0].deals[2].deal")]),
        ([deal(1, ns_tricks="8")], [("tricks-sum", "games[0].deals[0].ns_tricks")]),
        ([deal(1, ns_bid="ten")], [("notation", "games[0].deals[0].ns_bid")]),
        ([deal(1, ns_bid=None)], [("missing-key", "games[0].deals[0].ns_bid")]),
        ([deal(1, ns_bid=None, ns_score=70)], [("other-kind", "games[0].deals[0].ns_score")]),
        ([deal(1, not_played=True)], [("other-kind", "games[0].deals[0].not_played")]),
        ([deal(1, ns_bid="B+5", ns_tricks="0+7")], [("blind-nil-off", "games[0].deals[0].ns_bid")]),
        ([deal(1, board=2)], [("deal-number", "games[0].deals[0].board")]),
        ([deal(1, cards="N:A...")], [("deal", "games[0].deals[0].cards")]),
        ([deal(1, said={"N": {}})], [("unknown-key", "games[0].deals[0].said.N")]),
    ],
)
def test_each_fault_of_a_deal_has_its_path(
    deals: list[dict[str, Any]], expected: list[tuple[str, str]]
) -> None:
    found = told(game(*deals))

    assert [place for place in found if place[0] != "deal"] == [one for one in expected if one[0] != "deal"]
    assert {path for _, path in found} == {path for _, path in expected}


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([("E", "Eve", 1, None)], [("stand-in-too-early", "games[0].substitutes[0].from_deal")]),
        ([("E", "Eve", 3, None)], [("stand-in-after-end", "games[0].substitutes[0].from_deal")]),
        ([("W", "Eve", 2, None)], [("stand-in-no-quit", "games[0].substitutes[0].seat")]),
        ([("E", "Di", 2, None)], [("stand-in-starter", "games[0].substitutes[0].player")]),
        ([("X", "Eve", 2, None)], [("choice", "games[0].substitutes[0].seat")]),
        ([("E", "Eve", 2, 0)], [("stand-in-span", "games[0].substitutes[0].last_deal")]),
        (
            [("E", "Eve", 2, None), ("E", "Flo", 2, None)],
            [("stand-in-seat-taken", "games[0].substitutes[1].from_deal")],
        ),
    ],
)
def test_each_fault_of_a_substitute_has_its_path(
    rows: list[tuple[str, str, int, int | None]], expected: list[tuple[str, str]]
) -> None:
    substitutes = [
        {"seat": seat, "player": player, "from_deal": first, "last_deal": last}
        for seat, player, first, last in rows
    ]

    found = told(game(*won(), quits=[{"player": "Bo", "after_deal": 1}], substitutes=substitutes))

    assert found == expected


def test_one_substitute_does_not_sit_on_two_seats_at_a_time() -> None:
    quits = [{"player": "Bo", "after_deal": 0}, {"player": "Cy", "after_deal": 1}]
    both = [{"seat": "E", "player": "Eve", "from_deal": 1}, {"seat": "S", "player": "Eve", "from_deal": 2}]

    assert told(game(*won(), quits=quits, substitutes=both)) == [
        ("player-twice", "games[0].substitutes[1].player")
    ]
    both[0]["last_deal"] = 1
    loads(text_of(games_document(game(*won(), quits=quits, substitutes=both))))


def test_a_deal_behind_a_faulty_one_is_not_blamed_for_a_gap() -> None:
    assert told(game(deal(1, ns_tricks="9"), deal(2))) == [("tricks-sum", "games[0].deals[0].ns_tricks")]


def test_a_stray_deal_may_stand_behind_the_end_and_behind_a_gap() -> None:
    loads(text_of(games_document(game(*won(), deal(3, stray=True)))))
    loads(text_of(games_document(game(deal(2, stray=True)))))


def test_deals_after_both_partners_have_quit_are_told() -> None:
    quits = [{"player": "Ann", "after_deal": 1}, {"player": "Cy", "after_deal": 1}]

    assert told(game(*won(), quits=quits)) == [("game-over", "games[0].deals[1].deal")]


def test_where_leaving_forfeits_deals_after_it_are_told() -> None:
    quits = [{"player": "Ann", "after_deal": 1}]

    assert told(game(*won(), quits=quits), event={"ranked": {"leaving": "forfeit"}}) == [
        ("game-over", "games[0].deals[1].deal")
    ]


def test_a_blind_nil_is_for_the_side_a_hundred_behind() -> None:
    rules = {"preset": "standard", "blind_nil": "behind"}
    blind = deal(2, ns_bid="B+4", ns_tricks="0+7", ew_bid="5", ew_tricks="6")

    assert told(game(deal(1, 100), blind), event={"rules": rules}) == [
        ("blind-nil-not-behind", "games[0].deals[1].ns_bid")
    ]
    # the bid was right when it was made, before deal 1 was corrected
    loads(text_of(games_document(game(deal(1, 100, version=2), blind), event={"rules": rules})))


def test_a_target_may_be_what_the_rules_say() -> None:
    rules = {"preset": "standard", "target": 350}

    (found,) = loads(text_of(games_document(game(deal(1), target=350), event={"rules": rules}))).games

    assert found.rules.target == 350


def test_rules_without_a_target_need_one_of_the_game() -> None:
    assert told(game(deal(1), target=None), event={"rules": "safe-harbor"}) == [("target", "games[0].target")]


def test_numbers_of_games_and_names_in_ratings_stand_once() -> None:
    rows = [{"player": "Ann", "rating": 1500}, {"player": "Ann", "rating": 1600}]

    assert told(game(*won()), game(*won()), ratings=rows) == [
        ("double", "ratings[1].player"),
        ("double", "games[1].game"),
    ]


@pytest.mark.parametrize(
    ("sections", "path"),
    [
        ({"ratings": {"Ann Lee": "high"}}, 'ratings["Ann Lee"]'),
        ({"ratings": {" ": 1500}}, 'ratings[" "]'),
        ({"ratings": {"Ann": 99_999}}, "ratings.Ann"),
        ({"ratings": [{"player": "Ann"}]}, "ratings[0].rating"),
        ({"ratings": 1500}, "ratings"),
        ({"policy": "1999"}, "policy.preset"),
        ({"policy": {"preset": "2026", "k": -1}}, "policy.k"),
        ({"entries": [{"number": 1}]}, "entries"),
        ({"results": [{}]}, "results"),
        ({"event": {"ranked": {"leaving": "stay"}}}, "event.ranked.leaving"),
        (
            {"event": {"ranked": {"lowest_rating": 1600, "highest_rating": 1500}}},
            "event.ranked.highest_rating",
        ),
        ({"event": {"winners": "two"}}, "event.winners"),
        ({"event": {"teams": {"rounds": 3}}}, "event.teams"),
        ({"event": {"tie_breaks": ["tops"]}}, "event.tie_breaks"),
    ],
)
def test_what_stands_beside_the_games_has_its_paths(sections: dict[str, Any], path: str) -> None:
    assert [where for _, where in told(**sections)] == [path]


@pytest.mark.parametrize("section", ["games", "policy", "ratings"])
def test_what_belongs_to_ranked_tables_is_refused_elsewhere(section: str) -> None:
    value = document() | {section: "2026" if section == "policy" else [{}]}

    assert [(fault.code, fault.path) for fault in faults_of(value)] == [("other-kind", section)]
    ranked = document() | {"event": {"name": "x", "ranked": {"stake": 1}}}
    assert [fault.path for fault in faults_of(ranked)] == ["event.ranked"]
