"""Two phones say the last deal of a game at once, at ten tables: each game ends once, and is settled once.

What holds this together is `services.locking.lock_event` in `services.ranked.scores.lock_game`. Taken out, the first
test fails: on PostgreSQL both phones of a table find no word of the other side, and on SQLite `database is locked` for
most. `test_the_race_is_there_when_the_lock_is_not` keeps showing it.
"""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections

from tests.support.event_builders import ACTOR
from tests.support.ranked_builders import EVEN, NS_MAKES, PHONE, enter, make_ranked, play, words
from tournaments.models import Event, Game, GameDeal, RatedGame, StakeLine
from tournaments.services.errors import ConflictError
from tournaments.services.ranked import scores
from tournaments.services.ranked.deals import DealReceipt, enter_deal, say_deal

GAMES = 10
PHONES = 2 * GAMES

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event() -> Event:
    """Ten games that the next deal ends."""
    made = make_ranked(stake=10)
    for table in range(1, GAMES + 1):
        enter(play(made, table, names=[f"{letter}{table}" for letter in "NESW"]), NS_MAKES, NS_MAKES)
    made.refresh_from_db()
    return made


@pytest.fixture
def no_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the lock out; the barrier lets no phone go on before all have read the event's version."""
    everybody_has_read = threading.Barrier(PHONES)

    def unlocked(event_id: int) -> Event:
        event = Event.objects.get(pk=event_id)
        everybody_has_read.wait(timeout=30)
        return event

    monkeypatch.setattr(scores, "lock_event", unlocked)
    if connection.vendor == "sqlite":
        monkeypatch.setitem(connections.settings["default"]["OPTIONS"], "transaction_mode", "DEFERRED")


def all_at_once(jobs: list[Callable[[], object]]) -> list[Exception]:
    """One thread a job, all let go together; the errors that threads ended with."""
    start = threading.Barrier(len(jobs))

    def run(job: Callable[[], object]) -> None:
        start.wait(timeout=30)
        try:
            job()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as pool:
        futures = [pool.submit(run, job) for job in jobs]
        return [error for future in futures if (error := future.exception()) is not None]


def both_sides(event: Event) -> list[Callable[[], object]]:
    return [
        lambda game=game, side=side: say_deal(game, 3, side, words(NS_MAKES), PHONE, key=f"{game} {side}")
        for game in event.games.values_list("pk", flat=True)
        for side in ("NS", "EW")
    ]


def test_both_phones_of_ten_tables_say_the_last_deal_at_once(event: Event) -> None:
    before = event.results_version
    assert all_at_once(both_sides(event)) == []
    assert set(Game.objects.values_list("status", "outcome")) == {("over", "ns")}
    last = GameDeal.objects.filter(number=3)
    assert set(last.values_list("state", "version")) == {("confirmed", 2)}
    assert (last.count(), RatedGame.objects.count()) == (GAMES, GAMES)
    assert StakeLine.objects.count() == 4 * GAMES
    assert set(StakeLine.objects.values_list("settlement", flat=True)) == {1}
    event.refresh_from_db()
    assert event.results_version == before + PHONES
    assert event.log.filter(action="game.over").count() == GAMES


def test_the_race_is_there_when_the_lock_is_not(event: Event, no_lock: None) -> None:
    before = event.results_version
    all_at_once(both_sides(event))
    event.refresh_from_db()
    lost_words = PHONES - sum(len(row.said) for row in GameDeal.objects.filter(number=3))
    lost_versions = before + PHONES - event.results_version
    assert lost_words or lost_versions
    assert Game.objects.filter(status="over").count() < GAMES


def test_one_key_from_twenty_phones_is_one_word(event: Event) -> None:
    game = event.games.first()
    receipts: list[DealReceipt] = []
    jobs = [
        lambda: receipts.append(say_deal(game.pk, 3, "NS", words(NS_MAKES), PHONE, key="same"))
        for _ in range(PHONES)
    ]
    assert all_at_once(jobs) == []
    assert len({receipt.event_version for receipt in receipts}) == 1
    assert sum(not receipt.replayed for receipt in receipts) == 1
    assert game.deals.get(number=3).version == 1


def test_the_desk_and_a_phone_enter_one_deal_in_different_words(event: Event) -> None:
    game = event.games.first()
    errors = all_at_once(
        [
            lambda: say_deal(game.pk, 3, "NS", words(EVEN), PHONE),
            lambda: enter_deal(game.pk, 3, words(NS_MAKES), ACTOR),
        ]
    )
    assert [type(error) for error in errors] == [ConflictError]
    row = game.deals.get(number=3)
    game.refresh_from_db()
    assert (row.state, row.version, game.status) in (("confirmed", 1, "over"), ("provisional", 1, "playing"))
