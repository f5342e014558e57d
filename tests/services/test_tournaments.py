"""The log of a tournament: who made and changed it, before and after, and why."""

from dataclasses import replace
from datetime import date

import pytest

from tests.support.event_builders import ACTOR, make_club, make_event
from tournaments.models import Tournament, TournamentLogEntry
from tournaments.services.copying import copy_tournament
from tournaments.services.errors import ServiceError
from tournaments.services.tournaments import NewTournament, change_tournament, create_tournament

pytestmark = pytest.mark.django_db
WANTED = NewTournament(
    name="Spring Congress", starts_on=date(2027, 3, 5), place="Spa", time_zone="Europe/Berlin"
)


def lines(tournament: Tournament) -> list[TournamentLogEntry]:
    return list(tournament.log.order_by("pk"))


def test_the_log_has_who_made_it_and_what_was_changed_with_the_reason() -> None:
    made = create_tournament(make_club(), WANTED, ACTOR)
    after = replace(WANTED, name="Spring  Festival", ends_on=date(2027, 3, 7))
    change_tournament(made.pk, after, ACTOR, "One day more.")
    first, second = lines(made)
    said = {
        "name": "Spring Congress",
        "starts_on": "2027-03-05",
        "ends_on": None,
        "place": "Spa",
        "time_zone": "Europe/Berlin",
    }
    assert (first.action, first.actor, first.door) == ("tournament.created", ACTOR.name, ACTOR.door)
    assert (first.before, first.after) == (None, said)
    assert (second.action, second.before, second.reason) == ("tournament.changed", said, "One day more.")
    assert second.after == {**said, "name": "Spring Festival", "ends_on": "2027-03-07"}


def test_what_changes_nothing_or_is_refused_is_not_in_the_log() -> None:
    made = create_tournament(make_club(), WANTED, ACTOR)
    change_tournament(made.pk, replace(WANTED, name=" Spring Congress "), ACTOR, "Nothing.")
    for wanted, reason in ((replace(WANTED, name=""), ""), (replace(WANTED, name="May"), "x" * 501)):
        with pytest.raises(ServiceError):
            change_tournament(made.pk, wanted, ACTOR, reason)
    assert [line.action for line in lines(made)] == ["tournament.created"]
    assert Tournament.objects.get(pk=made.pk).name == "Spring Congress"


def test_a_copy_has_a_log_of_its_own() -> None:
    source = make_event(pairs=2).tournament
    made = copy_tournament(source.club, source.pk, WANTED, ACTOR)
    assert [line.action for line in lines(made)] == ["tournament.created"]
    assert made.events.count() == 1
