"""The pages of an evening ask the database as often at 300 tables as at 10; why each query stands beside its bound."""

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bench.events import big_event
from tournaments.models import Event, Membership, Role, Table
from tournaments.services.standings import recompute_standings

pytestmark = pytest.mark.one_engine

# Every page: the session, the user, the event with its club, may the user direct (at the door, and for the parts).
DOOR = 5
BOUNDS = {
    # does the user play; standings' snapshot; open rounds; rounds; missing: tables, results; disputed; late; calls;
    # unconfirmed; the archive's lines; boards that are planned (to say whether all is seen)
    "ending": DOOR + 13,
    # what was printed; does the user play; rounds; boards dealt; the documents that need a draw or the end
    "sheets": DOOR + 12,
    # may print: does the user play; the codes
    "cards": DOOR + 6,
    # the packs; does the user play
    "packs": DOOR + 6,
    # penalties; what the user may see (plays, boards dealt, due, results in, planned); what was ruled; boards played
    "rulings": DOOR + 12,
    # does the user play; the lines and their number
    "log": DOOR + 5,
    # tables; results by round, by board
    "paper": DOOR + 5,
    # tables, three times (the board's, its neighbours); what is hidden; results
    "paper-board": DOOR + 9,
    "paper-round": DOOR + 9,
    # table, result; what is hidden; words of a dispute; the log of the place
    "result": DOOR + 10,
    # what is hidden; results of the board
    "fouled": DOOR + 6,
}


@pytest.fixture(params=[10, 300])
def hall(request: pytest.FixtureRequest, db: None, client: Client) -> Event:
    event = big_event(request.param, 6, missing=request.param)
    recompute_standings(event.pk)
    user = User.objects.create_user("dora")
    Membership.objects.create(club=event.tournament.club, user=user, role=Role.DIRECTOR)
    client.force_login(user)
    return event


def test_every_page_is_bounded(hall: Event, client: Client) -> None:
    table = Table.objects.filter(round__event=hall).order_by("pk").first()
    assert table is not None
    more = {
        "paper-board": (1,),
        "paper-round": (1,),
        "result": (table.pk, table.boards[0]),
        "fouled": (1,),
    }
    over = {}
    for name, bound in BOUNDS.items():
        cache.clear()
        with CaptureQueriesContext(connection) as seen:
            answer = client.get(reverse(f"desk:{name}", args=[hall.pk, *more.get(name, ())]))
        assert answer.status_code == 200, name
        if len(seen) > bound:
            over[name] = (len(seen), bound)
    assert over == {}
