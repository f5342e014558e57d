"""A call by a table's number is of what is there when it is raised, not of what its sender has read before."""

import pytest

from tests.support.event_builders import ACTOR, four_tables, make_event
from tournaments.models import Call, Event, EventStatus
from tournaments.services.errors import ConflictError, ServiceError
from tournaments.services.event_calls import raise_call
from tournaments.services.rounds import close_round

pytestmark = pytest.mark.django_db


def test_no_table_calls_where_play_has_ended_meanwhile() -> None:
    read = make_event()
    four_tables(read)
    read.refresh_from_db()
    Event.objects.filter(pk=read.pk).update(status=EventStatus.FINAL)
    with pytest.raises(ServiceError, match="final"):
        raise_call(read, 1, "", ACTOR)
    Event.objects.filter(pk=read.pk).update(status=EventStatus.RUNNING)
    close_round(read.pk, 1, ACTOR, "time")
    with pytest.raises(ConflictError, match="No round is open"):
        raise_call(read, 1, "", ACTOR)
    assert not Call.objects.exists()
