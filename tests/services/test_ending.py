"""The end of an event: its correction period, what is still open, the archive."""

import hashlib
import json
from datetime import timedelta

import pytest
from django.core.files.storage import default_storage
from django.utils import timezone

from tests.support.event_builders import ACTOR, enter, four_tables, make_event
from tournaments.eventfile import loads
from tournaments.models import Call, Event, EventStatus, LogEntry, ResultState
from tournaments.services.archive import archives_of, read_archive
from tournaments.services.calls import call_director
from tournaments.services.ending import set_corrections_until
from tournaments.services.errors import NotFoundError, ServiceError
from tournaments.services.events import EventSettings, change_settings, finalise, reopen
from tournaments.services.progress import open_matters
from tournaments.services.rounds import close_round

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def files(settings: pytest.FixtureRequest, tmp_path: object) -> None:
    settings.MEDIA_ROOT = tmp_path  # type: ignore[attr-defined]


@pytest.fixture
def event() -> Event:
    """Four tables have played board 1; their round is closed, and the event provisional."""
    made = make_event(pairs=8)
    four_tables(made, [1])
    for table in range(1, 5):
        enter(made, 1, table, 1, "7 8 5 5")
    close_round(made.pk, 1, ACTOR)
    made.refresh_from_db()
    assert made.status == EventStatus.PROVISIONAL
    return made


def test_the_period_is_said_logged_and_raises_the_version(event: Event) -> None:
    until = timezone.now() + timedelta(minutes=20)
    version = event.results_version
    set_corrections_until(event.pk, until, ACTOR)
    event.refresh_from_db()
    assert (event.corrections_until, event.results_version) == (until, version + 1)
    line = event.log.get(action="event.corrections")
    assert line.before == {"until": None}
    assert line.after["until"].startswith("20")
    set_corrections_until(event.pk, None, ACTOR)
    event.refresh_from_db()
    assert event.corrections_until is None


def test_refuses_a_past_time_and_an_event_that_still_runs(event: Event) -> None:
    with pytest.raises(ServiceError) as past:
        set_corrections_until(event.pk, timezone.now(), ACTOR)
    assert past.value.faults[0].path == "until"
    running = make_event(pairs=8)
    four_tables(running)
    with pytest.raises(ServiceError) as early:
        set_corrections_until(running.pk, timezone.now() + timedelta(hours=1), ACTOR)
    assert early.value.faults[0].code == "not-provisional"


def test_a_running_period_speaks_against_final_and_its_end_does_not(event: Event) -> None:
    set_corrections_until(event.pk, timezone.now() + timedelta(minutes=20), ACTOR)
    with pytest.raises(ServiceError) as refused:
        finalise(event.pk, ACTOR)
    assert [fault.code for fault in refused.value.faults] == ["still-open", "reason-missing"]
    assert refused.value.faults[0].message.startswith("Corrections are taken until ")
    Event.objects.filter(pk=event.pk).update(corrections_until=timezone.now() - timedelta(minutes=1))
    finalise(event.pk, ACTOR)


def test_calls_and_what_waits_for_the_other_side_are_open(event: Event) -> None:
    table = event.rounds.get().tables.get(number=2)
    reopened = event.rounds.get()
    reopened.status = "open"
    reopened.save()
    call_director(event.pk, table, ACTOR, "Revoke?")
    enter_provisional = event.results.get(table=table)
    enter_provisional.state = ResultState.PROVISIONAL
    enter_provisional.save()
    event.refresh_from_db()
    assert "Table 2 has called (round 1)." in open_matters(event)
    assert not any("other side" in matter for matter in open_matters(event))
    change_settings(event.pk, EventSettings(provisional_counts=False), ACTOR, "As announced.")
    event.refresh_from_db()
    assert any(matter.startswith("1 result waits for the other side") for matter in open_matters(event))
    assert Call.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_final_is_archived_and_reads_back_as_the_event(event: Event) -> None:
    finalise(event.pk, ACTOR)
    (archived,) = archives_of(event)
    data = read_archive(event, archived.log_id)
    assert hashlib.sha256(data).hexdigest() == archived.sha256
    assert (archived.size, archived.by, archived.there) == (len(data), ACTOR.name, True)
    document = loads(data.decode())
    assert (document.event.name, document.event.status, len(document.results)) == (event.name, "final", 4)
    assert "event.finalised" in {line["action"] for line in json.loads(data)["log"]}

    reopen(event.pk, ACTOR, "A slip.")
    finalise(event.pk, ACTOR)
    assert len(archives_of(event)) == 2


@pytest.mark.django_db(transaction=True)
def test_a_file_that_was_changed_or_lost_is_not_given_out(event: Event) -> None:
    finalise(event.pk, ACTOR)
    (archived,) = archives_of(event)
    name = LogEntry.objects.get(pk=archived.log_id).after["file"]
    with default_storage.open(name, "w") as file:
        file.write("{}")
    with pytest.raises(NotFoundError):
        read_archive(event, archived.log_id)
    default_storage.delete(name)
    assert not archives_of(event)[0].there
    with pytest.raises(NotFoundError):
        read_archive(event, archived.log_id)
    with pytest.raises(NotFoundError):
        read_archive(make_event(pairs=2), archived.log_id)


@pytest.mark.django_db(transaction=True)
def test_a_disk_that_is_full_does_not_stop_the_ending(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object, **kwargs: object) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(default_storage, "save", full)
    assert finalise(event.pk, ACTOR).status == EventStatus.FINAL
    assert archives_of(event) == []
    assert event.log.get(action="event.not-archived").after == {"why": "No space left on device"}
