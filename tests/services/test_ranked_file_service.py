"""An event of ranked tables goes out to its file and comes back the same; ledger and stakes follow."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.event_builders import ACTOR, four_tables, make_club, make_event, play_hand_1
from tests.support.ranked_builders import (
    EVEN,
    NS_MAKES,
    PHONE,
    after,
    enter,
    finished,
    leave_and_quit,
    make_ranked,
    person_on,
    play,
    play_out,
    player,
    words,
)
from tournaments.eventfile import EventFile, dumps, loads, score
from tournaments.models import Event, Game, GameStatus, Person, RatedGame, StakeLine
from tournaments.services.errors import ServiceError
from tournaments.services.event_export import export_event
from tournaments.services.event_import import import_event
from tournaments.services.events import finalise
from tournaments.services.people_change import Standing, change_standing
from tournaments.services.ranked.deals import enter_deal, remove_deal, say_deal
from tournaments.services.ranked.games import decide_game, open_game, void_game
from tournaments.services.ranked.leaving import fill_in
from tournaments.services.ratings.ledger import change_rated
from tournaments.services.ratings.rerating import bring_up

pytestmark = pytest.mark.django_db

EXAMPLES = Path(__file__).parents[2] / "fixtures" / "examples"
OTHERS = ("Ann", "Bo", "Cy", "Di")


def full_event() -> Event:
    """Games won, quit with a stand-in, decided, void, friendly with a stake, disputed under way, and waiting."""
    event = make_ranked(stake=10, dealing="system", lowest_rating=1000)
    won = finished(event, 1, now=after(0))
    enter_deal(won.pk, 2, words("7 8 5 5"), ACTOR, version=1, reason="Miscounted.")
    left = play(event, 1, now=after(60))
    enter(left, NS_MAKES)
    leave_and_quit(left, "E", after(70))
    fill_in(left.pk, "E", player(event, "Rook", is_bot=True, number="B1").pk, ACTOR, after(75))
    play_out(left, "EW")
    decide_game(play(event, 2, OTHERS, after(90)).pk, "draw", "The alarm went off.", ACTOR, after(95))
    void_game(play(event, 2, OTHERS, after(100), rated=False, target=500).pk, "A card was missing.", ACTOR)
    running = play(event, 3, OTHERS, after(110), stake=0)
    enter(running, NS_MAKES)
    say_deal(running.pk, 2, "NS", words(EVEN), PHONE)
    say_deal(running.pk, 2, "EW", words(NS_MAKES), PHONE)
    open_game(event.pk, 4, ACTOR, now=after(115))
    event.refresh_from_db()
    return event


def without_the_import(document: EventFile) -> EventFile:
    assert document.log[-1].action == "event.imported"
    return replace(document, log=document.log[:-1])


def test_out_and_back_the_same() -> None:
    text = dumps(export_event(full_event()))
    copy = import_event(loads(text), make_club(), ACTOR)
    copy.refresh_from_db()

    back, first = without_the_import(export_event(copy)), loads(text)
    same = replace(first, event=replace(first.event, tournament=back.event.tournament))
    assert dumps(back) == dumps(same)
    assert copy.rated
    assert Person.objects.get(club=copy.tournament.club, name="Rook").is_bot


def test_a_game_that_a_bot_has_begun_comes_back() -> None:
    """Where the club's policy lets it, or where somebody became a bot since: what was played was played."""
    event = make_ranked()
    game = finished(event)
    change_standing(
        event.tournament.club_id, person_on(game, "N").pk, Standing(is_bot=True, finished_elsewhere=10), ACTOR
    )
    text = dumps(export_event(event))
    copy = import_event(loads(text), make_club(), ACTOR)
    copy.refresh_from_db()
    assert copy.games.get().status == "over"
    back = export_event(copy)
    assert (back.games, back.rating) == (loads(text).games, loads(text).rating)


def test_a_game_that_a_correction_ended_earlier_comes_back_with_what_stands_beyond() -> None:
    event = make_ranked()
    game = play(event)
    enter(game, NS_MAKES, NS_MAKES)
    leave_and_quit(game, "E", after(10))
    fill_in(game.pk, "E", player(event, "Rook", is_bot=True).pk, ACTOR, after(15))
    enter(game, NS_MAKES)
    # NS have 160 of it, and reach the target on deal 2, before E left
    enter_deal(game.pk, 1, words("N+11 0+11 2 2"), ACTOR, version=1, reason="Another slip.")
    text = dumps(export_event(event))

    (found,) = loads(text).games
    copy = import_event(loads(text), make_club(), ACTOR)
    (back,) = export_event(copy).games

    assert [deal.stray for deal in found.deals] == [False, False, True]
    assert [gone.stray for gone in found.quits] == [True]
    assert back == found
    assert copy.games.get().seats.get(seat="E").quit_at is None
    assert RatedGame.objects.get(event=copy).code == RatedGame.objects.get(event=event).code


def test_a_quit_comes_back_though_the_deal_before_it_was_taken_back() -> None:
    event = make_ranked()
    game = play(event)
    enter(game, NS_MAKES)
    leave_and_quit(game, "E", after(10))
    remove_deal(game.pk, 1, 1, "Another table’s.", ACTOR)
    text = dumps(export_event(event))

    (back,) = export_event(import_event(loads(text), make_club(), ACTOR)).games

    assert [gone.after_deal for gone in back.quits] == [1]
    assert back == loads(text).games[0]


def test_games_of_the_copy_stand_in_the_ledger_and_are_rated_alike() -> None:
    event = full_event()
    copy = import_event(loads(dumps(export_event(event))), make_club(), ACTOR)
    bring_up(event.tournament.club_id)
    bring_up(copy.tournament.club_id)

    def ledger(of: Event) -> list[tuple[object, ...]]:
        rows = RatedGame.objects.filter(event=of).select_related("changes", "game")
        return [
            (row.game.number, row.code, row.pending, row.tallies, row.changes.own_change_n, row.started_at)  # type: ignore[union-attr]
            for row in rows
        ]

    assert len(ledger(copy)) == 3
    assert ledger(copy) == ledger(event)


def test_a_scored_file_says_the_ratings_that_the_ledger_has() -> None:
    event = full_event()
    bring_up(event.tournament.club_id)
    kept = {
        row.person.name: (row.rating, row.games)
        for person in Person.objects.filter(club=event.tournament.club_id)
        for row in person.ratings.filter(kind="ranked")
    }

    printed = score(loads(dumps(export_event(event))))

    rows = {row["player"]: (pytest.approx(row["rating"]), row["games"]) for row in printed["ratings"]}  # type: ignore[attr-defined]
    assert rows == kept


def test_an_export_has_no_secret_and_no_card_of_a_deal_that_is_not_agreed_on() -> None:
    event = full_event()
    text = dumps(export_event(event))
    games = {game["game"]: game for game in json.loads(text)["games"]}

    for game in event.games.exclude(board_set=None).select_related("board_set"):
        assert game.board_set is not None
        assert game.board_set.secret not in text
        shown = [deal["deal"] for deal in games[game.number].get("deals", ()) if "cards" in deal]
        agreed = list(game.deals.filter(state="confirmed").values_list("number", flat=True))
        assert shown == agreed
        for board in game.board_set.boards.exclude(number__in=agreed):
            assert board.pbn not in text


def test_a_game_that_goes_on_in_the_copy_has_the_cards_played_and_new_ones_to_come() -> None:
    event = full_event()
    copy = import_event(loads(dumps(export_event(event))), make_club(), ACTOR)
    there, here = event.games.get(status="playing"), copy.games.get(status="playing")
    assert there.board_set is not None
    assert here.board_set is not None

    assert here.board_set.boards.get(number=1).pbn == there.board_set.boards.get(number=1).pbn
    assert here.board_set.boards.get(number=2).pbn != there.board_set.boards.get(number=2).pbn
    enter_deal(here.pk, 2, words(NS_MAKES), ACTOR, version=2, reason="Ruled.")


def test_stakes_that_a_file_does_not_list_are_settled() -> None:
    document = loads((EXAMPLES / "everything-ranked.json").read_bytes())
    games = tuple(replace(game, stakes=()) for game in document.games)

    copy = import_event(replace(document, games=games), make_club(), ACTOR)

    first = StakeLine.objects.filter(game__event=copy, game__number=1)
    assert {line.person.name: line.points for line in first} == {
        "Ann Lee": 10,
        "Cy Ito": 10,
        "Bo Diaz": -10,
        "Di Roy": -10,
    }


def test_the_fullest_example_comes_in_with_its_states() -> None:
    document = loads((EXAMPLES / "everything-ranked.json").read_bytes())

    copy = import_event(document, make_club(), ACTOR)

    assert [(game.number, game.status, game.ending) for game in copy.games.all()] == [
        (1, "over", "target"),
        (2, "playing", ""),
        (3, "over", "left"),
        (4, "void", ""),
        (5, "seating", ""),
    ]
    assert not Person.objects.get(name="Gus Hill").on_leaderboard
    assert list(RatedGame.objects.filter(event=copy).values_list("game__number", "pending")) == [
        (1, False),
        (2, True),
    ]


def test_a_bare_file_of_games_is_posted_in_its_order() -> None:
    bare = loads((Path(__file__).parents[1] / "golden" / "ranked_quit.json").read_bytes())

    copy = import_event(bare, make_club(), ACTOR)
    bring_up(copy.tournament.club_id)

    assert copy.status == "running"
    rating = Person.objects.get(club=copy.tournament.club, name="Peter").ratings.get(kind="ranked")
    assert rating.rating == 1475


def test_a_player_of_two_games_that_are_not_over_is_refused() -> None:
    document = loads(dumps(export_event(full_event())))
    running = next(game for game in document.games if game.number == 5)
    both = replace(document, games=(*document.games, replace(running, number=9, table=3)))

    with pytest.raises(ServiceError) as refused:
        import_event(both, make_club(), ACTOR)

    assert {(fault.code, fault.path) for fault in refused.value.faults} == {
        ("table-taken", "games[6].table"),
        *(("player-two-tables", f"games[6].seats.{seat}") for seat in "NESW"),
    }
    assert not Event.objects.filter(games__number=9).exists()


@pytest.mark.parametrize("quits", [[], [{"player": "Ann", "after_deal": 0}]])
def test_a_game_said_to_be_lost_by_leaving_names_who_has_left(quits: list[dict[str, object]]) -> None:
    """Without them it would come in as a game that goes on."""
    game = {
        "game": 1,
        "seats": dict(zip("NESW", OTHERS, strict=True)),
        "given": {"outcome": "ns", "left": True},
        "quits": quits,
    }
    with pytest.raises(ServiceError) as refused:
        import_event(loads(json.dumps(file_of(game))), make_club(), ACTOR)
    assert [(fault.code, fault.path) for fault in refused.value.faults] == [
        ("nobody-quit", "games[0].given.left")
    ]
    game["quits"] = [{"player": "Bo", "after_deal": 0}]
    made = import_event(loads(json.dumps(file_of(game))), make_club(), ACTOR).games.get()
    assert (made.status, made.outcome, made.ending) == ("over", "ns", "left")


def file_of(*games: dict[str, object]) -> dict[str, object]:
    event = {"name": "Ladder", "kind": "ranked", "rules": {"preset": "puzzle-pirates", "target": 200}}
    return {"format": "duplicate-spades-event", "version": 1, "event": event, "games": list(games)}


def test_a_player_who_sits_at_another_table_of_the_club_now_is_refused() -> None:
    event = full_event()
    text = dumps(export_event(event))

    with pytest.raises(ServiceError) as refused:
        import_event(loads(text), event.tournament.club, ACTOR)

    assert {fault.code for fault in refused.value.faults} == {"player-two-tables"}
    assert Game.objects.filter(status=GameStatus.PLAYING).count() == 1


def test_games_that_the_club_has_rated_are_not_rated_again_by_a_copy() -> None:
    event = make_ranked()
    finished(event)
    club = event.tournament.club
    text = dumps(export_event(event))

    with pytest.raises(ServiceError) as refused:
        import_event(loads(text), club, ACTOR)
    assert [(fault.code, fault.path) for fault in refused.value.faults] == [
        ("imported-already", ""),
        ("rated-already", "games[0].rated"),
    ]
    assert "in “Ladder”" in refused.value.faults[1].message
    assert Event.objects.count() == Game.objects.count() == RatedGame.objects.count() == 1

    copy = json.loads(text)
    copy["games"][0]["rated"] = False
    import_event(loads(json.dumps(copy)), club, ACTOR, again=True)
    assert (Game.objects.count(), RatedGame.objects.count()) == (2, 1)


def test_a_game_that_may_count_again_is_not_rated_by_a_copy_whatever_its_players_are_called() -> None:
    event = make_ranked()
    game = finished(event)
    over = loads(dumps(export_event(event)))
    void_game(game.pk, "A card was missing.", ACTOR)
    Person.objects.filter(name="Peter").update(name="Peter the Younger")
    for document in (over, loads(dumps(export_event(event)))):
        with pytest.raises(ServiceError) as refused:
            import_event(document, event.tournament.club, ACTOR, again=True)
        assert [fault.code for fault in refused.value.faults] == ["rated-already"]


def test_a_rated_pairs_event_that_is_final_comes_in_with_its_games() -> None:
    event = make_event(pairs=8)
    four_tables(event)
    play_hand_1(event)
    change_rated(event.pk, True, ACTOR)
    finalise(event.pk, ACTOR, "The hall closes.")
    event.refresh_from_db()

    copy = import_event(loads(dumps(export_event(event))), make_club(), ACTOR)

    def codes(of: Event) -> list[int]:
        return list(RatedGame.objects.filter(event=of).order_by("pk").values_list("code", flat=True))

    assert (copy.rated, copy.status) == (True, "final")
    assert len(codes(copy)) == 4
    assert codes(copy) == codes(event)
