"""Events made after earlier ones: what comes along, and what never does."""

from datetime import date

import pytest

from tests.support.event_builders import (
    ACTOR,
    four_tables,
    make_club,
    make_event,
    make_tournament,
    play_hand_1,
    standings,
)
from tests.support.team_builders import make_teams, publish
from tournaments.models import Entry, EntryPlayer, Event, EventStatus, Person, Tournament
from tournaments.services.copying import copy_event, copy_tournament
from tournaments.services.entries import withdraw_entry
from tournaments.services.errors import ServiceError
from tournaments.services.event_details import EventDetails, change_details, change_kind
from tournaments.services.events import EventSettings, change_settings
from tournaments.services.new_event import NewEvent, set_up_event
from tournaments.services.team_settings import TeamOptions
from tournaments.services.tournaments import NewTournament

pytestmark = pytest.mark.django_db

CHOSEN = EventSettings(
    rules={"preset": "safe-harbor", "nil_points": 60},
    winners="two",
    neuberg=False,
    tie_breaks=("tops", "head_to_head"),
    traveller_secrecy="open",
    provisional_counts=False,
    expected_scores={"7": 5},
)


@pytest.fixture
def source(db: None) -> Event:
    """An evening with every setting changed, results and a penalty's worth of history."""
    event = make_event(boards=2, settings=CHOSEN)
    four_tables(event)
    play_hand_1(event)
    change_details(event.pk, EventDetails(name=event.name, entered_twice=True), ACTOR)
    event.refresh_from_db()
    return event


def test_settings_come_along_and_history_does_not(source: Event) -> None:
    made = copy_event(source.tournament, source.pk, ACTOR).event
    made.refresh_from_db()
    assert EventSettings.of(made) == EventSettings(
        rules=source.rules,
        winners="two",
        neuberg=False,
        tie_breaks=("tops", "head_to_head"),
        traveller_secrecy="open",
        provisional_counts=False,
    )
    assert made.entered_twice
    assert (made.name, made.slug, made.status) == (source.name, f"{source.slug}-2", EventStatus.SETUP)
    assert (made.board_set, made.movement, made.rounds.count(), made.results.count()) == (None, None, 0, 0)
    assert made.entries.count() == 0
    assert made.log.get(action="event.copied").after == {
        "from": source.pk,
        "name": source.name,
        "entries": 0,
    }


def test_entries_come_as_the_same_people(source: Event) -> None:
    club = source.tournament.club
    namesake = Person.objects.create(club=club, name="North 1", number="77")
    EntryPlayer.objects.filter(entry__event=source, entry__number=5, position=1).update(person=namesake)
    withdraw_entry(source.pk, 2, ACTOR, "ill")
    Entry.objects.filter(event=source, number=3).update(standby=True)
    Entry.objects.filter(event=source, number=4).update(stays_seated=True, name="The Fours")
    people = Person.objects.count()
    made = copy_event(source.tournament, source.pk, ACTOR, name="Again", with_entries=True)
    assert (made.entries, made.left, made.event.name) == (6, 2, "Again")
    entries = list(made.event.entries.order_by("number"))
    assert [entry.number for entry in entries] == [1, 2, 3, 4, 5, 6]
    assert (entries[1].name, entries[1].stays_seated, entries[1].withdrawn) == ("The Fours", True, False)
    assert entries[2].players.order_by("seats__position").first() == namesake
    assert Person.objects.count() == people
    assert len(standings(made.event)["entries"]) == 6  # type: ignore[arg-type]


def test_teams_come_with_a_seed_of_their_own(db: None) -> None:
    source = make_teams(4)
    publish(source)
    made = copy_event(source.tournament, source.pk, ACTOR, with_entries=True).event
    assert (made.kind, made.teams.first_round, made.teams.race_boards) == ("teams", "seeded", 8)
    assert made.teams.seed != source.teams.seed
    assert made.board_set is None
    assert EntryPlayer.objects.filter(entry__event=made).count() == 16


def test_another_clubs_event_is_none(source: Event) -> None:
    elsewhere = make_tournament(make_club("Hilltop"), "Elsewhere")
    for key in (source.pk, 999_999):
        with pytest.raises(ServiceError, match="choose one of its own"):
            copy_event(elsewhere, key, ACTOR)
        with pytest.raises(ServiceError, match="choose one of its own"):
            set_up_event(elsewhere, NewEvent(name="Copy", copy_from=key), ACTOR)
    assert elsewhere.events.count() == 0


def test_a_tournament_comes_with_its_events_or_not_at_all(source: Event) -> None:
    club = source.tournament.club
    make_teams(4, tournament=source.tournament)
    wanted = NewTournament(name="Next", starts_on=date(2027, 1, 1))
    made = copy_tournament(club, source.tournament_id, wanted, ACTOR, with_entries=True)
    assert [(event.kind, event.entries.count()) for event in made.events.order_by("pk")] == [
        ("pairs", 8),
        ("teams", 4),
    ]
    with pytest.raises(ServiceError):
        copy_tournament(make_club("Hilltop"), source.tournament_id, wanted, ACTOR)
    assert Tournament.objects.filter(name="Next").count() == 1


def test_a_fault_leaves_nothing_behind(source: Event) -> None:
    before = Event.objects.count()
    with pytest.raises(ServiceError):
        set_up_event(source.tournament, NewEvent(name="Copy", copy_from=source.pk, boards=501), ACTOR)
    with pytest.raises(ServiceError):
        copy_event(source.tournament, source.pk, ACTOR, name="\x07")
    assert Event.objects.count() == before


def test_a_rule_set_that_is_chosen_goes_before_the_copied_one(source: Event) -> None:
    made = set_up_event(
        source.tournament, NewEvent(name="Copy", copy_from=source.pk, rules="standard"), ACTOR
    )
    assert made.event.rules == {"preset": "standard"}
    assert made.event.tie_breaks == ["tops", "head_to_head"]


def test_a_kind_is_changed_there_and_back(db: None) -> None:
    event = make_event(pairs=0)
    standings(event)
    change_settings(event.pk, CHOSEN, ACTOR)
    change_kind(event.pk, "teams", ACTOR)
    assert standings(event)["kind"] == "teams"
    change_kind(event.pk, "pairs", ACTOR)
    assert "kind" not in standings(event)
    event = Event.objects.get(pk=event.pk)
    assert (EventSettings.of(event).tie_breaks, hasattr(event, "teams")) == ((), False)
    with pytest.raises(ServiceError, match="is no kind of event"):
        change_kind(event.pk, "solo", ACTOR)


@pytest.mark.parametrize(("pairs", "boards", "what"), [(2, 0, "entries"), (0, 4, "boards")])
def test_a_kind_stays_once_it_matters(db: None, pairs: int, boards: int, what: str) -> None:
    event = make_event(pairs=pairs, boards=boards)
    with pytest.raises(ServiceError, match=f"has {what}, so it stays a Pairs event"):
        change_kind(event.pk, "teams", ACTOR)
    change_kind(event.pk, "pairs", ACTOR)  # which it is


def test_rounds_of_a_copy_are_those_of_the_source_or_none(db: None) -> None:
    source = make_teams(4, options=TeamOptions(rounds=2, race_boards=6))
    kept = set_up_event(source.tournament, NewEvent(name="A", kind="teams", copy_from=source.pk), ACTOR).event
    assert (kept.teams.rounds, kept.teams.race_boards) == (2, 6)
    wanted = NewEvent(name="B", kind="teams", copy_from=source.pk, open_ended=True, race_boards=8)
    other = set_up_event(source.tournament, wanted, ACTOR).event
    assert (other.teams.rounds, other.teams.race_boards) == (None, 8)
