"""A club takes a file of an event that it has only where somebody means it, and never rates both."""

import json
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path

import pytest

from tests.services.ranked.test_races import all_at_once
from tests.support.event_builders import ACTOR, four_tables, make_club, make_event, play_hand_1
from tests.support.team_builders import WIN, make_teams, play, publish
from tournaments.eventfile import EventFile, dumps, loads
from tournaments.models import Club, Event, RatedGame
from tournaments.services.entries import rename_entry
from tournaments.services.errors import ServiceError
from tournaments.services.event_export import export_event
from tournaments.services.event_import import import_event
from tournaments.services.events import finalise, reopen
from tournaments.services.ratings.ledger import change_rated

pytestmark = pytest.mark.django_db

EXAMPLES = Path(__file__).parents[2] / "fixtures" / "examples"


def file_of(event: Event) -> EventFile:
    event.refresh_from_db()
    return loads(dumps(export_event(event)))


def hand_1(event: Event) -> Event:
    """Board 1 at four tables."""
    four_tables(event)
    play_hand_1(event)
    return event


def final(event: Event) -> Event:
    change_rated(event.pk, True, ACTOR)
    return finalise(event.pk, ACTOR, "The hall closes.")


def refusal(document: EventFile, club: Club, *, again: bool = False) -> list[str]:
    """The codes that the import is refused with; nothing is left of it."""
    before = Event.objects.count()
    with pytest.raises(ServiceError) as refused:
        import_event(document, club, ACTOR, again=again)
    assert Event.objects.count() == before
    return [fault.code for fault in refused.value.faults]


def without_log(document: EventFile) -> EventFile:
    return replace(document, log=())


def corrected(document: EventFile) -> EventFile:
    """One result of the file is another."""
    first, *rest = document.results
    return replace(
        document, results=(replace(first, fields=replace(first.fields, ns_tricks="5", ew_tricks="8")), *rest)
    )


@pytest.mark.parametrize(
    "change", [lambda found: found, corrected, without_log, lambda found: corrected(without_log(found))]
)
def test_an_event_of_the_club_is_not_imported_a_second_time(change: object) -> None:
    event = hand_1(make_event())
    document = change(file_of(event))  # type: ignore[operator]
    with pytest.raises(ServiceError) as refused:
        import_event(document, event.tournament.club, ACTOR)
    (fault,) = refused.value.faults
    assert fault.code == "imported-already"
    assert fault.message.startswith("This event is here already: “Club night”, of 2026-11-26.")


def test_who_means_it_gets_the_same_event_once_more() -> None:
    event = hand_1(make_event())
    document = file_of(event)
    copy = file_of(import_event(document, event.tournament.club, ACTOR, again=True))
    as_first = replace(copy, event=document.event, movement=document.movement, log=document.log)
    assert dumps(as_first) == dumps(document)
    # the copy's own file is that event as well
    assert refusal(copy, event.tournament.club) == ["imported-already"]


def test_another_club_takes_the_file_freely_and_once() -> None:
    document, club = file_of(hand_1(make_event())), make_club()
    import_event(document, club, ACTOR)
    assert refusal(document, club) == ["imported-already"]


def test_an_event_whose_entries_were_renamed_since_is_the_same() -> None:
    event = hand_1(make_event())
    document = file_of(event)
    rename_entry(event.pk, 1, "The Norths", ACTOR)
    assert refusal(document, event.tournament.club) == ["imported-already"]


@pytest.mark.parametrize("name", ["two-hands.json", "teams.json", "ranked.json"])
def test_a_file_of_another_program_is_known_by_what_was_played(name: str) -> None:
    if name == "ranked.json":
        text = (Path(__file__).parents[1] / "golden" / "ranked_quit.json").read_text(encoding="utf-8")
    else:
        text = (EXAMPLES / name).read_text(encoding="utf-8")
    document, club = loads(text), make_club()
    import_event(document, club, ACTOR)
    assert "imported-already" in refusal(document, club)


def test_a_file_in_which_nothing_was_played_is_known_by_its_name() -> None:
    entries = [{"number": number, "name": f"Pair {number}"} for number in (1, 2)]
    sections = {"format": "duplicate-spades-event", "version": 1, "entries": entries}
    club = make_club()
    for name in ("Kitchen", "Cellar"):
        import_event(loads(json.dumps({**sections, "event": {"name": name}})), club, ACTOR)
    assert refusal(loads(json.dumps({**sections, "event": {"name": "Cellar"}})), club) == ["imported-already"]


def test_the_same_players_of_the_same_day_play_another_event() -> None:
    first = hand_1(make_event())
    second = make_event(first.tournament)
    four_tables(second)
    for document in (file_of(second), without_log(file_of(second))):
        assert import_event(document, make_club(), ACTOR)
    # played apart from each other, they are two events even with the same results
    play_hand_1(second)
    elsewhere = make_club()
    for event in (first, second):
        import_event(file_of(event), elsewhere, ACTOR)
    assert Event.objects.filter(tournament__club=elsewhere).count() == 2


def test_without_a_log_other_results_make_another_event() -> None:
    document, club = without_log(file_of(hand_1(make_event()))), make_club()
    import_event(document, club, ACTOR)
    for other in (other_results(document), other_date(document), other_players(document)):
        import_event(other, club, ACTOR)
    assert Event.objects.filter(tournament__club=club).count() == 4


def other_results(document: EventFile) -> EventFile:
    rows = (replace(row, fields=replace(row.fields, ns_bid="4", ew_bid="6")) for row in document.results)
    return replace(document, results=tuple(rows))


def other_date(document: EventFile) -> EventFile:
    assert document.event.tournament is not None
    tournament = replace(document.event.tournament, starts_on=date(2026, 12, 3))
    return replace(document, event=replace(document.event, tournament=tournament))


def other_players(document: EventFile) -> EventFile:
    first, *rest = document.entries
    return replace(document, entries=(replace(first, players=("Ann", "Bo")), *rest))


# --- rated once ---------------------------------------------------------------------------------------------------


def test_a_copy_of_a_rated_event_is_not_rated_a_second_time() -> None:
    event = final(hand_1(make_event()))
    document, club = file_of(event), event.tournament.club
    assert refusal(document, club) == ["imported-already", "rated-already"]
    assert refusal(document, club, again=True) == ["rated-already"]

    unrated = replace(document, event=replace(document.event, rated=False))
    copy = import_event(unrated, club, ACTOR, again=True)
    assert RatedGame.objects.filter(event=event).count() == RatedGame.objects.count() == 4
    with pytest.raises(ServiceError) as refused:
        change_rated(copy.pk, True, ACTOR, "why not")
    assert [(fault.code, fault.path) for fault in refused.value.faults] == [("rated-already", "rated")]
    assert "by “Club night”" in refused.value.faults[0].message

    # in the first one's place it may be rated
    reopen(event.pk, ACTOR, "the other one is right")
    change_rated(copy.pk, True, ACTOR, "in its place")
    assert set(RatedGame.objects.values_list("event", flat=True)) == {copy.pk}
    with pytest.raises(ServiceError) as refused:
        finalise(event.pk, ACTOR, "The hall closes.")
    assert [fault.code for fault in refused.value.faults] == ["rated-already"]


def test_a_copy_that_was_read_while_the_event_ran_is_not_rated_beside_it() -> None:
    event = make_teams(2)
    publish(event)
    for table in (1, 2):
        play(event, 1, table, [WIN] * 8)
    change_rated(event.pk, True, ACTOR)
    copy = import_event(file_of(event), event.tournament.club, ACTOR, again=True)
    finalise(event.pk, ACTOR, "The hall closes.")
    with pytest.raises(ServiceError) as refused:
        finalise(copy.pk, ACTOR, "The hall closes.")
    assert [fault.code for fault in refused.value.faults] == ["rated-already"]
    assert set(RatedGame.objects.values_list("event", flat=True)) == {event.pk}


def test_two_events_with_the_same_results_are_both_rated() -> None:
    first = make_event()
    for event in (first, make_event(first.tournament)):
        final(hand_1(event))
    assert RatedGame.objects.count() == 8


@pytest.mark.django_db(transaction=True)
def test_of_two_copies_that_are_rated_at_once_one_is() -> None:
    first = hand_1(make_event())
    copies = [first, import_event(file_of(first), first.tournament.club, ACTOR, again=True)]
    for event in copies:
        finalise(event.pk, ACTOR, "The hall closes.")
    errors = all_at_once([partial(change_rated, event.pk, True, ACTOR, "So it is.") for event in copies])
    assert errors
    assert RatedGame.objects.values("event").distinct().count() == 1
