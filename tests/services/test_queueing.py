"""At most one recompute waits per event; a broker that is down loses nothing; the sweep finds what lags."""

from collections.abc import Iterator
from datetime import timedelta
from unittest import mock

import pytest
from django.utils import timezone
from kombu.exceptions import OperationalError

from tests.support.event_builders import enter, four_tables, make_event
from tournaments.models import Event, Result, StandingsSnapshot
from tournaments.services import queueing
from tournaments.services.queueing import STALE_TICKET, lagging_events, sweep
from tournaments.services.standings import recompute_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent() -> Iterator[mock.Mock]:
    with mock.patch.object(queueing.current_app, "send_task") as send_task:
        yield send_task


@pytest.fixture
def event(sent: mock.Mock) -> Event:
    made = make_event(pairs=8)
    four_tables(made)
    recompute_standings(made.pk)
    sent.reset_mock()
    return made


def test_many_results_queue_one_recompute(
    event: Event, sent: mock.Mock, django_capture_on_commit_callbacks: object
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        for table in (1, 2, 3):
            enter(event, 1, table, 1, "7 7 5 6")
    assert sent.call_args_list == [
        mock.call(queueing.RECOMPUTE_TASK, args=[event.pk], retry=False, ignore_result=True)
    ]


def test_a_result_that_arrives_after_the_start_queues_one_more(
    event: Event, sent: mock.Mock, django_capture_on_commit_callbacks: object
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        enter(event, 1, 1, 1, "7 7 5 6")
    recompute_standings(event.pk)
    with django_capture_on_commit_callbacks(execute=True):
        enter(event, 1, 2, 1, "7 7 5 6")
    assert sent.call_count == 2


def test_nothing_is_sent_for_a_result_that_is_refused(
    event: Event, sent: mock.Mock, django_capture_on_commit_callbacks: object
) -> None:
    with django_capture_on_commit_callbacks(execute=True), pytest.raises(Exception, match="13"):
        enter(event, 1, 1, 1, "7 7 5 7")
    assert sent.call_count == 0


@pytest.mark.parametrize("error", [OperationalError("no broker"), ConnectionRefusedError("no broker")])
def test_the_result_is_saved_when_the_broker_is_down(
    event: Event, sent: mock.Mock, error: Exception, django_capture_on_commit_callbacks: object
) -> None:
    sent.side_effect = error
    with django_capture_on_commit_callbacks(execute=True):
        enter(event, 1, 1, 1, "7 7 5 6")
    assert Result.objects.filter(event=event).count() == 1


def test_the_sweep_finds_what_nothing_waits_for(event: Event, sent: mock.Mock) -> None:
    assert lagging_events() == []
    enter(event, 1, 1, 1, "7 7 5 6")
    assert lagging_events() == []  # its own ticket is fresh
    Event.objects.filter(pk=event.pk).update(
        recompute_queued_at=timezone.now() - STALE_TICKET - timedelta(seconds=1)
    )
    assert sweep() == [event.pk]
    assert sent.call_count == 1
    assert sweep() == []  # the sweep has drawn a ticket of its own


def test_the_sweep_leaves_alone_what_is_up_to_date(event: Event, sent: mock.Mock) -> None:
    enter(event, 1, 1, 1, "7 7 5 6")
    recompute_standings(event.pk)
    assert sweep() == []


def test_an_event_that_never_had_a_snapshot_lags(event: Event, sent: mock.Mock) -> None:
    StandingsSnapshot.objects.filter(event=event).delete()
    assert lagging_events() == [event.pk]
