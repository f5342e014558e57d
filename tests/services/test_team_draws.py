"""A Teams event's rounds through the services: drafts, publishing, undoing, late and withdrawn teams."""

import threading

import pytest

from scoring.match import Outcome
from tests.support.event_builders import ACTOR, standings
from tests.support.team_builders import (
    LOSS,
    ROUT,
    board,
    enter_board,
    finish_round,
    make_teams,
    play,
    publish,
    win_match,
    win_matches,
)
from tournaments.models import Event, EventStatus, LogEntry, Match, RoundStatus
from tournaments.services.corrections import preview_effect
from tournaments.services.entries import withdraw_entry
from tournaments.services.errors import ConflictError, NotFoundError, ServiceError
from tournaments.services.matches import give_match
from tournaments.services.results import record_result
from tournaments.services.rounds import close_round, open_round
from tournaments.services.team_draft import check_draft, draft_round
from tournaments.services.team_draws import Publication, draw_difference, publish_round, undo_round
from tournaments.services.team_settings import TeamOptions, change_team_options

pytestmark = pytest.mark.django_db


def codes(error: pytest.ExceptionInfo[ServiceError]) -> list[str]:
    return [fault.code for fault in error.value.faults]


def pairs(event: Event, number: int) -> set[frozenset[int]]:
    matches = Match.objects.filter(round__event=event, round__number=number).exclude(away=None)
    return {frozenset(pair) for pair in matches.values_list("home__number", "away__number")}


def test_a_draft_is_the_same_each_time_and_stores_nothing() -> None:
    event = make_teams(11, options=TeamOptions(seed=5))
    draft = draft_round(event.pk)
    assert draft == draft_round(event.pk)
    assert (len(draft.matches), draft.bye is not None, draft.provisional) == (5, True, False)
    assert draft.certificate is not None
    assert draft.certificate["seed"] == 5
    assert not event.rounds.exists()


def test_publishing_makes_the_whole_round() -> None:
    event = make_teams(5)
    draft = draft_round(event.pk)
    publish_round(event.pk, Publication(round_number=1, basis=draft.basis), ACTOR)
    event.refresh_from_db()
    round_ = event.rounds.get()
    assert (round_.status, event.status) == (RoundStatus.PLANNED, EventStatus.RUNNING)
    assert pairs(event, 1) == {frozenset(pair) for pair in draft.pairs}
    assert [match.home.number for match in round_.matches.filter(away=None)] == [draft.bye]
    assert round_.tables.count() == 4
    assert round_.draw["certificate"]["algorithm"] == "swiss-v1"
    assert all(match.text for match in round_.matches.all())
    assert LogEntry.objects.get(action="round.drawn").after["bye"] == draft.bye


def test_never_twice() -> None:
    event = make_teams(4)
    publish(event, opened=False)
    with pytest.raises(ConflictError, match="drawn already"):
        publish_round(event.pk, Publication(round_number=1), ACTOR)
    with pytest.raises(ConflictError, match="not opened yet"):
        publish_round(event.pk, Publication(round_number=2), ACTOR)
    with pytest.raises(ConflictError, match="Round 2 has to be drawn first"):
        publish_round(event.pk, Publication(round_number=3), ACTOR)
    assert Match.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_directors_at_the_same_moment_draw_one_round() -> None:
    from django.db import connection

    event = make_teams(8)
    barrier, refused = threading.Barrier(4), []

    def director() -> None:
        barrier.wait()
        try:
            publish_round(event.pk, Publication(round_number=1), ACTOR)
        except ConflictError as error:
            refused.append(str(error))
        finally:
            connection.close()

    threads = [threading.Thread(target=director) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 3
    assert (event.rounds.count(), Match.objects.count()) == (1, 4)


def test_fewer_than_two_teams() -> None:
    event = make_teams(1)
    with pytest.raises(ServiceError, match="at least 2 teams"):
        draft_round(event.pk)


def test_too_many_rounds_are_said_when_the_event_is_set_up() -> None:
    event = make_teams(4, options=TeamOptions(rounds=4, seed=1))
    with pytest.raises(ServiceError, match="4 teams can play at most 3 rounds") as error:
        draft_round(event.pk)
    assert codes(error) == ["too-many-rounds"]
    with pytest.raises(ServiceError, match="4 teams can play at most 3 rounds"):
        change_team_options(event.pk, TeamOptions(rounds=5), ACTOR)
    change_team_options(event.pk, TeamOptions(rounds=3), ACTOR)
    assert len(draft_round(event.pk).matches) == 2


@pytest.mark.parametrize(
    ("matches", "bye", "expected"),
    [
        (((1, 2), (2, 3), (4, 5)), None, ["team-drawn-twice"]),
        (((1, 2), (3, 4)), None, ["team-left-out"]),
        (((1, 2), (3, 9)), 4, ["no-team", "team-left-out"]),
        (((1, 2), (3, 3)), 4, ["team-drawn-twice", "team-left-out"]),
        ((), 1, ["team-left-out", "empty"]),
        (((1, 2), (3, 6)), 4, ["team-withdrawn", "team-left-out"]),
    ],
)
def test_impossible_draws(matches: tuple[tuple[int, int], ...], bye: int | None, expected: list[str]) -> None:
    event = make_teams(6)
    withdraw_entry(event.pk, 6, ACTOR, "ill")
    with pytest.raises(ServiceError) as error:
        check_draft(event.pk, matches, bye)
    assert codes(error) == expected


def test_a_hand_made_draw_warns_and_needs_a_reason() -> None:
    event = make_teams(5)
    publish(event, (1, 2), (3, 4), bye=5)
    finish_round(event, 1, winners=(1, 3))
    draft = check_draft(event.pk, ((1, 2), (3, 4)), 5)
    assert draft.warnings == ("Team 5 has a second bye.",)
    assert [match.warnings for match in draft.matches] == [
        ("Teams 1 and 2 meet again.", "Teams 1 and 2 float: they have 1 win and no wins."),
        ("Teams 3 and 4 meet again.", "Teams 3 and 4 float: they have 1 win and no wins."),
    ]
    wanted = Publication(round_number=2, matches=((1, 2), (3, 4)), bye=5)
    with pytest.raises(ServiceError) as error:
        publish_round(event.pk, wanted, ACTOR)
    assert codes(error) == ["warning"] * 5 + ["reason-missing"]
    publish(event, (1, 2), (3, 4), bye=5, reason="they asked for it")
    drawn = LogEntry.objects.filter(action="round.drawn").latest("pk")
    assert drawn.after["by_hand"] is True
    assert drawn.reason == "they asked for it"


def test_a_chosen_bye() -> None:
    event = make_teams(5)
    assert draft_round(event.pk, bye=2).bye == 2
    with pytest.raises(ServiceError):
        draft_round(event.pk, bye=9)


def test_the_bye_goes_round() -> None:
    event = make_teams(5)
    byes = []
    for number in (1, 2, 3):
        round_ = publish(event)
        byes.append(round_.matches.get(away=None).home.number)
        finish_round(event, number)
    assert len(set(byes)) == 3


def test_no_draw_without_a_rematch_says_why() -> None:
    event = make_teams(2, options=TeamOptions(seed=1))
    publish(event)
    finish_round(event, 1)
    with pytest.raises(ServiceError, match="Allow rematches") as error:
        draft_round(event.pk)
    assert codes(error) == ["no-draw"]
    draft = draft_round(event.pk, allow_rematches=True)
    assert draft.matches[0].warnings == ("Teams 1 and 2 meet again.",)
    assert any("decided" in text for text in draft.warnings)


def test_a_result_between_draft_and_publishing_is_noticed() -> None:
    event = make_teams(4)
    publish(event, (1, 2), (3, 4))
    win_match(event, 1, 1)
    draft = draft_round(event.pk)
    assert draft.provisional
    assert [(match.home, match.away) for match in draft.undecided] == [(3, 4)]
    win_match(event, 1, 2)
    with pytest.raises(ConflictError, match="look at the new one"):
        publish_round(event.pk, Publication(round_number=2, basis=draft.basis), ACTOR)
    assert not event.rounds.filter(number=2).exists()


def test_a_provisional_draw_and_what_the_late_result_changes() -> None:
    event = make_teams(4)
    publish(event, (1, 2), (3, 4))
    win_match(event, 1, 1)
    publish(event, opened=False)
    # 3 and 4 count half a win each meanwhile
    assert pairs(event, 2) == {frozenset({1, 3}), frozenset({2, 4})}
    assert event.rounds.get(number=2).draw["provisional"]
    assert draw_difference(event) is None
    win_match(event, 1, 2, home=False)
    difference = draw_difference(event)
    assert difference is not None
    assert {frozenset(pair) for pair in difference.gone} == {frozenset({1, 3}), frozenset({2, 4})}
    assert {frozenset(pair) for pair in difference.new} == {frozenset({1, 4}), frozenset({2, 3})}
    assert {frozenset(pair) for pair in draft_after_undo(event)} == {frozenset({1, 4}), frozenset({2, 3})}


def draft_after_undo(event: Event) -> tuple[tuple[int, int], ...]:
    undo_round(event.pk, 2, ACTOR, "the late result changes it")
    return draft_round(event.pk).pairs


def test_undoing() -> None:
    event = make_teams(4)
    publish(event)
    undo_round(event.pk, 1, ACTOR, "two teams missing")
    event.refresh_from_db()
    assert (event.rounds.count(), event.status, Match.objects.count()) == (0, EventStatus.SETUP, 0)
    assert standings(event)["progress"]["matches"] == 0
    publish(event)
    enter_board(event, 1, 1, 1, ROUT)
    with pytest.raises(ServiceError) as error:
        undo_round(event.pk, 1, ACTOR, "")
    assert codes(error) == ["results-in", "reason-missing"]
    with pytest.raises(NotFoundError):
        undo_round(event.pk, 2, ACTOR, "why")


def test_only_the_last_round_can_be_undone_and_none_with_a_decision() -> None:
    event = make_teams(4)
    publish(event)
    give_match(event.pk, (1, 1), "home", "absent", ACTOR, forfeit=True)
    with pytest.raises(ServiceError) as error:
        undo_round(event.pk, 1, ACTOR, "why")
    assert codes(error) == ["match-given"]
    win_matches_but(event, 1)
    publish(event)
    with pytest.raises(ServiceError) as error:
        undo_round(event.pk, 1, ACTOR, "why")
    assert "round-order" in codes(error)


def win_matches_but(event: Event, given: int) -> None:
    for match in event.rounds.get(number=1).matches.exclude(number=given):
        win_match(event, 1, match.number)


def test_the_event_ends_when_one_team_is_undefeated() -> None:
    event = make_teams(4)
    publish(event, (1, 2), (3, 4))
    finish_round(event, 1, winners=(1, 3))
    event.refresh_from_db()
    assert event.status == EventStatus.RUNNING
    publish(event)
    finish_round(event, 2, winners=(1,))
    event.refresh_from_db()
    assert event.status == EventStatus.PROVISIONAL
    data = standings(event)
    assert (data["undefeated"], data["progress"]["decided"]) == ([1], True)
    assert draft_round(event.pk, allow_rematches=True).warnings == (
        "Team 1 is the only undefeated team: the event is decided.",
    )


def test_it_goes_on_while_two_are_undefeated() -> None:
    event = make_teams(4)
    publish(event, (1, 2), (3, 4))
    finish_round(event, 1, winners=(1, 3))
    publish(event, (1, 4), (3, 2), reason="to keep both undefeated")
    finish_round(event, 2, winners=(1, 3))
    event.refresh_from_db()
    assert event.status == EventStatus.RUNNING
    assert pairs_of_draft(event) == {frozenset({1, 3}), frozenset({2, 4})}


def pairs_of_draft(event: Event) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in draft_round(event.pk).pairs}


def test_a_correction_two_rounds_back_is_previewed() -> None:
    event = make_teams(4)
    publish(event, (1, 2), (3, 4))
    receipts = play(event, 1, 1, [ROUT] * 5)
    play(event, 1, 2, [LOSS] * 8)
    win_match(event, 1, 2)
    close_round(event.pk, 1, ACTOR)
    publish(event)
    finish_round(event, 2, winners=(1,))
    publish(event, opened=False, reason="for the other places")
    entered = board(1, 1, 5, "10 3 3 10")
    correction = type(entered)(entered.fields, version=receipts[4].version, reason="misread")
    before = standings(event)
    effect = preview_effect(event.pk, lambda: record_result(event.pk, correction, ACTOR))
    assert standings(event) == before
    assert [(change.match, change.turned) for change in effect.matches] == [(1, True)]
    assert "Team 1 won" in effect.matches[0].before
    assert {place.entry for place in effect.places} >= {1}
    assert next(place for place in effect.places if place.entry == 1).half_wins_after == 2
    record_result(event.pk, correction, ACTOR)
    after = {row["entry"]: (row["rank"], row["half_wins"]) for row in standings(event)["lists"][0]["rows"]}
    for place in effect.places:
        assert after[place.entry] == (place.rank_after, place.half_wins_after)


def test_settings_that_rounds_rest_on_stay() -> None:
    event = make_teams(4)
    publish(event)
    with pytest.raises(ServiceError) as error:
        change_team_options(event.pk, TeamOptions(race_boards=6, seed=99, first_round="random"), ACTOR, "why")
    assert codes(error) == ["drawn-already"] * 3
    change_team_options(event.pk, TeamOptions(first_round="seeded", rounds=2), ACTOR, "shorter evening")
    event.refresh_from_db()
    assert event.teams.rounds == 2
    assert event.teams.seed == 7


def test_all_rounds_are_drawn() -> None:
    event = make_teams(4, options=TeamOptions(rounds=1, seed=3))
    publish(event)
    win_matches(event, 1, ())
    close_round(event.pk, 1, ACTOR)
    event.refresh_from_db()
    assert event.status == EventStatus.PROVISIONAL
    with pytest.raises(ServiceError) as error:
        draft_round(event.pk)
    assert codes(error) == ["rounds-over"]


def test_results_wait_until_the_round_is_open() -> None:
    event = make_teams(2)
    publish(event, opened=False)
    with pytest.raises(ServiceError) as error:
        enter_board(event, 1, 1, 1, ROUT)
    assert codes(error) == ["round-not-open"]
    open_round(event.pk, 1, ACTOR)
    enter_board(event, 1, 1, 1, ROUT)


def test_an_undecided_match_is_half_a_win_in_the_draft() -> None:
    event = make_teams(4)
    publish(event, (1, 2), (3, 4))
    win_match(event, 1, 1)
    draft = draft_round(event.pk)
    assert [match.outcome for match in draft.undecided] == [Outcome.UNDECIDED]
    # 1 has a win, 3 and 4 half a one each, 2 none: the leader meets one of the halves
    assert {frozenset(pair) for pair in draft.pairs} == {frozenset({1, 3}), frozenset({2, 4})}
