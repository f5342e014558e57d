"""An event's page in the admin links the documents that its reader may have."""

import pytest
from django.contrib.auth.models import AnonymousUser

from tests.support.event_builders import make_event, make_member, seat_person
from tournaments.admin.event_panel import panel
from tournaments.models import Role
from tournaments.printing import DIRECTOR_DOCUMENTS


@pytest.mark.django_db
def test_deals_before_play_are_linked_for_a_director_who_does_not_play() -> None:
    event = make_event(boards=2)
    director = make_member(event.tournament.club, Role.DIRECTOR)
    player = make_member(event.tournament.club, Role.DIRECTOR)
    seat_person(event, 8, player)
    assert set(panel(event, director)["documents"]) >= DIRECTOR_DOCUMENTS
    for viewer in (player, make_member(event.tournament.club, Role.SCORER), AnonymousUser()):
        linked = set(panel(event, viewer)["documents"])
        assert "hand-records" in linked
        assert not linked & DIRECTOR_DOCUMENTS
