"""What changed settings do to results and places, said before they are changed."""

from dataclasses import replace
from fractions import Fraction

import pytest
from django.contrib.auth.models import AnonymousUser, User

from tests.support.event_builders import (
    ACTOR,
    enter,
    four_tables,
    make_event,
    make_member,
    play_hand_1,
    seat_person,
    standings,
)
from tests.support.team_builders import finish_round, make_teams, publish
from tournaments.models import Event, Result, ResultState, Role
from tournaments.services.errors import ConflictError, ServiceError
from tournaments.services.event_changes import (
    LISTED,
    SettingsEffect,
    Wanted,
    change_event,
    preview_event,
    state_of,
    wanted_of,
)
from tournaments.services.event_details import EventDetails

pytestmark = pytest.mark.django_db
NOBODY = AnonymousUser()


@pytest.fixture
def played(db: None) -> Event:
    """Board 1 of the golden hand: pairs 1 to 4 have 0, 66.67, 33.33 and 100 %."""
    event = make_event(boards=2)
    four_tables(event)
    play_hand_1(event)
    event.refresh_from_db()
    return event


def under(event: Event, **settings: object) -> Wanted:
    wanted = wanted_of(event)
    return replace(wanted, settings=replace(wanted.settings, **settings))


def effect_of(event: Event, wanted: Wanted, user: User | AnonymousUser = NOBODY) -> SettingsEffect:
    return preview_event(event.pk, wanted, ACTOR, user)


def scores(event: Event) -> list[tuple[int | None, int | None]]:
    return list(Result.objects.filter(event=event).order_by("pk").values_list("ns_score", "ew_score"))


def test_a_preview_changes_nothing_and_is_what_the_change_does(played: Event) -> None:
    before = scores(played)
    old = {row["entry"]: row for row in standings(played)["lists"][0]["rows"]}  # type: ignore[index]
    wanted = under(played, rules="standard")
    effect = effect_of(played, wanted)
    played.refresh_from_db()
    assert scores(played) == before
    assert played.rules == {"preset": "duplicate-pairs"}
    assert effect.results == 4
    assert not played.log.filter(action="event.settings").exists()

    change_event(played.pk, wanted, ACTOR, NOBODY, "the wrong rule set was chosen")
    after = scores(played)
    assert effect.rescored == sum(one != other for one, other in zip(before, after, strict=True)) > 0
    new = {row["entry"]: row for row in standings(played)["lists"][0]["rows"]}  # type: ignore[index]
    moved = {
        number
        for number, row in new.items()
        if (row["rank"], row["percentage"]) != (old[number]["rank"], old[number]["percentage"])
    }
    assert effect.places is not None
    assert {move.entry for move in effect.places} == moved
    assert all(new[move.entry]["rank"] == move.rank_after for move in effect.places)


def test_settings_without_an_effect_have_none(played: Event) -> None:
    assert effect_of(played, wanted_of(played)).nothing
    assert effect_of(played, under(played, rules={"preset": "duplicate-pairs", "target": 300})).nothing


def test_results_that_wait_cease_to_count(played: Event) -> None:
    Result.objects.filter(event=played, table__number=4).update(state=ResultState.PROVISIONAL)
    effect = effect_of(played, under(played, provisional_counts=False))
    assert (effect.counted, effect.rescored) == (1, 0)
    assert effect.places is not None
    third = next(move for move in effect.places if move.entry == 3)
    # of three tables pair 3 beats one of two in place of one of three
    assert (third.before, third.after) == (Fraction(100, 3), 50)


def test_what_no_list_says_is_said(played: Event) -> None:
    effect = effect_of(played, under(played, winners="two", traveller_secrecy="open"))
    assert effect.sentences == (
        "Everybody may read scores as they come in, from now on.",
        "North-South and East-West are ranked each for itself, in two lists.",
    )
    twice = replace(wanted_of(played), details=EventDetails(name="Other", entered_twice=True))
    assert [sentence.split()[0] for sentence in effect_of(played, twice).sentences] == ["The", "Results"]


def test_a_fresh_event_needs_no_word(db: None) -> None:
    event = make_event(pairs=4)
    changed = replace(under(event, winners="two"), details=EventDetails(name="Other", entered_twice=True))
    assert effect_of(event, changed).nothing


def test_results_in_need_a_reason_and_all_stays(played: Event) -> None:
    wanted = replace(under(played, neuberg=False), details=EventDetails(name="Other"))
    with pytest.raises(ServiceError) as refused:
        change_event(played.pk, wanted, ACTOR, NOBODY)
    assert [(fault.code, fault.path) for fault in refused.value.faults] == [("reason-missing", "reason")]
    played.refresh_from_db()
    assert (played.name, played.neuberg) == ("Club night", True)


def test_every_fault_of_every_setting(db: None) -> None:
    teams = make_teams(4)
    publish(teams)
    wanted = wanted_of(teams)
    assert wanted.options is not None
    wrong = Wanted(
        details=EventDetails(name=""),
        settings=replace(wanted.settings, tie_breaks=("luck",)),
        options=replace(wanted.options, race_boards=6, rounds=9),
    )
    with pytest.raises(ServiceError) as refused:
        change_event(teams.pk, wrong, ACTOR, NOBODY)
    assert {fault.path for fault in refused.value.faults} == {
        "name",
        "tie_breaks",
        "race_boards",
        "rounds",
        "reason",
    }


def test_results_that_another_rule_set_forbids_are_named_in_brief(db: None) -> None:
    event = make_event(boards=20)
    four_tables(event, range(1, 21))
    for board in range(1, 21):
        enter(event, 1, 1, board, "3 7 5 6")
    with pytest.raises(ServiceError) as refused:
        effect_of(event, under(event, rules={"preset": "duplicate-pairs", "minimum_team_bid": 4}))
    faults = refused.value.faults
    assert faults[0].message.startswith("round 1, table 1, board 1: ")
    assert (len(faults), faults[-1].message) == (LISTED + 1, "… and 8 more.")


def test_teams_that_move_and_matches_that_turn(db: None) -> None:
    teams = make_teams(4)
    publish(teams)
    finish_round(teams, 1, winners=(1, 2))
    # 500 is reached on board 5; without bags nothing changes, with a trick worth 1 nobody gets there
    effect = effect_of(teams, under(teams, rules={"preset": "standard", "trick_points": 1}))
    assert effect.rescored == effect.results > 0
    assert len(effect.matches) == 2
    assert effect.matches[0].startswith("Round 1, match 1: “")
    rounds = wanted_of(teams)
    assert rounds.options is not None
    said = effect_of(
        teams, replace(rounds, options=replace(rounds.options, rounds=3, pairing="slide"))
    ).sentences
    assert said == (
        "The event has 3 rounds; 1 of them are drawn.",
        "Rounds from 2 on are drawn otherwise; those that are drawn stay.",
    )


def test_a_playing_director_learns_nothing(played: Event) -> None:
    user = make_member(played.tournament.club, Role.DIRECTOR)
    seat_person(played, 1, user)
    effect = effect_of(played, under(played, neuberg=False, winners="two"), user)
    assert effect.places is None  # board 2 is still to be played
    with pytest.raises(ServiceError, match="You play in this event, so somebody else"):
        effect_of(played, under(played, rules="standard"), user)
    with pytest.raises(ServiceError, match="You play in this event, so somebody else"):
        change_event(played.pk, under(played, rules="standard"), ACTOR, user, "because")


def test_a_playing_director_is_not_told_of_matches(db: None) -> None:
    teams = make_teams(4)
    publish(teams)
    finish_round(teams, 1)
    publish(teams)
    user = make_member(teams.tournament.club, Role.DIRECTOR)
    seat_person(teams, 1, user)
    Result.objects.filter(event=teams, table__number=3).update(state=ResultState.PROVISIONAL)
    wanted = under(teams, provisional_counts=False)
    assert effect_of(teams, wanted).matches
    mine = effect_of(teams, wanted, user)
    assert (mine.matches, mine.places) == ((), None)


def test_a_change_is_over_what_was_looked_at(played: Event) -> None:
    state = state_of(played)
    change_event(played.pk, under(played, neuberg=False), ACTOR, NOBODY, "as announced", state)
    with pytest.raises(ConflictError, match="Somebody else has changed"):
        change_event(played.pk, under(played, neuberg=True), ACTOR, NOBODY, "as announced", state)
    played.refresh_from_db()
    assert not played.neuberg
