"""What holds for every document of every event, ordinary, empty and extreme: margins, metadata, the same bytes."""

import io
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import User
from pypdf import PdfReader

from tests.sheets.margins import pages_with_ink_in_the_margin, texts_of
from tests.support.event_builders import ACTOR, enter, four_tables, make_event, seat, standings
from tests.support.ranked_builders import enter as enter_deals
from tests.support.ranked_builders import finished, leave_and_quit, make_ranked, play
from tests.support.team_builders import make_teams, publish
from tournaments import printing_base
from tournaments.models import Entry, Event, EventStatus, GameDeal, Person, Result, ResultState
from tournaments.printing import DOCUMENTS, Order, documents_of, print_document
from tournaments.services.boards import deal_for_event
from tournaments.services.errors import ServiceError
from tournaments.sheets import PageSize

pytestmark = [pytest.mark.django_db, pytest.mark.one_engine]
LONG = "Wolfeschlegelsteinhausenbergerdorff "
NOW = datetime(2026, 11, 30, 19, 30, tzinfo=UTC)


class _Clock:
    @staticmethod
    def now() -> datetime:
        return NOW


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing_base, "timezone", _Clock)


def ordinary() -> Event:
    event = make_event(pairs=8, boards=3)
    four_tables(event)
    for table in range(1, 5):
        enter(event, 1, table, 1, "7 8 5 5")
    standings(event)
    return event


def ended() -> Event:
    event = ordinary()
    Event.objects.filter(pk=event.pk).update(status=EventStatus.FINAL)
    event.refresh_from_db()
    standings(event)
    return event


def empty() -> Event:
    return make_event(pairs=0)


def teams() -> Event:
    event = make_teams(6)
    publish(event)
    standings(event)
    return event


def ranked() -> Event:
    """A game that is over, one that is played, with a quitter."""
    event = make_ranked(stake=10)
    finished(event)
    game = play(event, 2, ("Ann", "Bea", "Cleo", "Dan"))
    enter_deals(game, "7 7 5 6")
    leave_and_quit(game, "W")
    event.refresh_from_db()
    standings(event)
    return event


def no_games() -> Event:
    return make_ranked()


def long_games() -> Event:
    """A game to 1000 with thirty deals, names of 200 letters, some of them written from the right."""
    event = make_ranked(target=1000)
    for table in range(1, 4):
        names = [f"{name} {table}" for name in ("Ann", "Bea", "Cleo", "Dan")]
        game = play(event, table, names)
        enter_deals(game, *["5 6 5 7"] * 12, *["9 6 4 7", "4 7 9 6"] * 8, "5 6 5 7", "5 6 5 7")
        assert GameDeal.objects.filter(game=game).count() == 30
    for place, person in enumerate(Person.objects.filter(club=event.tournament.club)):
        name = f"{place} {LONG * 8}" if place % 2 else f"{place} {'فريق البستوني الكبير ' * 12}"
        Person.objects.filter(pk=person.pk).update(name=name[:200])
    event.refresh_from_db()
    standings(event)
    return event


def extreme() -> Event:
    """Sixty tables, 36 boards, names of 200 letters, some of them written from the right."""
    event = make_event(pairs=120, boards=0)
    deal_for_event(event.pk, 36, ACTOR, bytes(32))
    rounds = [
        [(n, 61 + (n + shift) % 60, [3 * shift + 1, 3 * shift + 2, 3 * shift + 3]) for n in range(1, 61)]
        for shift in range(12)
    ]
    tables = seat(event, *rounds)
    for place, entry in enumerate(event.entries.all()):
        name = (LONG * 8)[:200] if place % 3 else ("فريق البستوني الكبير " * 12)[:200]
        Entry.objects.filter(pk=entry.pk).update(name=name)
    for place, person in enumerate(Person.objects.filter(entries__event=event)):
        Person.objects.filter(pk=person.pk).update(name=((LONG + str(place) + " ") * 8)[:200])
    Result.objects.bulk_create(
        Result(
            event=event,
            table=table,
            board=board,
            ns_id=table.ns_id,
            ew_id=table.ew_id,
            ns_bid="7",
            ns_tricks="8",
            ew_bid="5",
            ew_tricks="5",
            ns_score=69 + number % 5,
            ew_score=50,
            state=ResultState.CONFIRMED,
            created_at=NOW,
            updated_at=NOW,
        )
        for round_ in tables
        for number, table in enumerate(round_)
        for board in table.boards
    )
    event.refresh_from_db()
    standings(event)
    return event


def order(event: Event, size: PageSize) -> Order:
    viewer = User(username="command line", is_superuser=True, is_active=True)
    return Order(event, viewer, size, site="http://192.168.1.20:8000", duplex=True, prizes=3)


@pytest.mark.parametrize(
    ("make", "size"),
    [
        (ordinary, PageSize.A4),
        (ordinary, PageSize.LETTER),
        (ended, PageSize.LETTER),
        (empty, PageSize.A4),
        (teams, PageSize.A4),
        (teams, PageSize.LETTER),
        (ranked, PageSize.A4),
        (ranked, PageSize.LETTER),
        (no_games, PageSize.A4),
        (long_games, PageSize.LETTER),
        (extreme, PageSize.A4),
    ],
)
def test_every_document(make: Callable[[], Event], size: PageSize) -> None:
    event = make()
    printed = []
    for name in documents_of(event):
        pdf = _print(name, order(event, size))
        if not pdf:
            continue
        printed.append(name)
        if make is not extreme:
            assert pdf == print_document(name, order(event, size)), f"{name}: not the same bytes"
        assert pages_with_ink_in_the_margin(pdf) == [], name
        reader = PdfReader(io.BytesIO(pdf))
        assert reader.metadata is not None
        assert reader.metadata.title, name
        assert reader.trailer["/Root"].get("/Lang"), name
        assert any(text.strip() for text in texts_of(pdf)), name
    assert "results" in printed or make is empty


def _print(name: str, asked: Order) -> bytes:
    """A document, or nothing where a sentence says why there is none (yet)."""
    try:
        return print_document(name, asked)
    except ServiceError as refused:
        sentence = refused.faults[0].message
    if not sentence.endswith("."):
        pytest.fail(f"{name}: {sentence}")
    return b""


def test_every_name_is_a_document_of_some_event() -> None:
    events = make_event(pairs=0), make_teams(4), make_ranked()
    assert set(DOCUMENTS) == {name for event in events for name in documents_of(event)}
