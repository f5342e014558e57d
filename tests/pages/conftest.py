"""An event in play for the tests of the pages."""

import pytest

from tests.support.event_builders import four_tables, make_event, play_hand_1, standings
from tournaments.models import Event, EventStatus


@pytest.fixture
def event(db: None) -> Event:
    """Eight pairs at four tables, two dealt boards: board 1 finished (golden hand 1), board 2 not begun."""
    event = make_event(boards=2)
    four_tables(event)
    Event.objects.filter(pk=event.pk).update(status=EventStatus.RUNNING)
    play_hand_1(event)
    standings(event)
    event.refresh_from_db()
    return event
