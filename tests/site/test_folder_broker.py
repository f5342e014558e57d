"""The broker of last resort: nothing queued is lost, read half or read twice."""

import json
import sys
import threading
from pathlib import Path
from queue import Empty

import pytest
from kombu import Connection, Consumer, Producer, Queue

from tests.conftest import url_of_the_test_database
from tests.support.broker import child, eventually, producing_for
from tournaments.management.embedded import brokers
from tournaments.management.embedded.brokers import Broker
from tournaments.management.embedded.children import Program
from tournaments.site.celery import app

QUEUE = Queue("work", routing_key="work")


@pytest.fixture
def folder(tmp_path: Path) -> Broker:
    """A broker of files, as `up` would choose it where there is no server."""
    return brokers.files_in_a_folder(tmp_path / "my data")


def send(broker: Broker, *numbers: int) -> None:
    with Connection(broker.url) as connection:
        producer = Producer(connection.channel(), serializer="json")
        for number in numbers:
            producer.publish({"number": number}, routing_key="work", declare=[QUEUE])


def take(connection: Connection, count: int, *, acknowledge: bool) -> list[int]:
    """The numbers of that many messages."""
    numbers: list[int] = []

    def received(body: dict[str, int], message: object) -> None:
        numbers.append(body["number"])
        if acknowledge:
            message.ack()  # type: ignore[attr-defined]

    with Consumer(connection.channel(), queues=[QUEUE], callbacks=[received]):
        while len(numbers) < count:
            connection.drain_events(timeout=5)
    return numbers


def test_messages_come_in_the_order_in_which_they_went(folder: Broker) -> None:
    send(folder, 3, 1, 2)
    with Connection(folder.url) as connection:
        assert take(connection, 3, acknowledge=True) == [3, 1, 2]


def test_what_was_not_acknowledged_comes_again(folder: Broker) -> None:
    send(folder, 1, 2, 3)
    killed = Connection(folder.url)  # never closed: a killed worker puts nothing back
    channel = killed.channel()
    QUEUE(channel).declare()
    first = QUEUE(channel).get()
    assert first is not None
    assert first.payload == {"number": 1}
    channel.do_restore = False
    with Connection(folder.url) as connection:
        assert take(connection, 3, acknowledge=True) == [1, 2, 3]


def test_an_acknowledged_message_leaves_nothing_behind(folder: Broker, tmp_path: Path) -> None:
    send(folder, 1)
    with Connection(folder.url) as connection:
        take(connection, 1, acknowledge=True)
    assert list(tmp_path.rglob("*.json")) == []


def test_a_worker_that_ends_puts_its_messages_back(folder: Broker, tmp_path: Path) -> None:
    send(folder, 1)
    with Connection(folder.url) as connection:
        take(connection, 1, acknowledge=False)
    assert [path.parent.name for path in tmp_path.rglob("*.json")] == ["new"]


def test_many_writers_and_readers_lose_and_double_nothing(folder: Broker) -> None:
    found: list[int] = []

    def read() -> None:
        with Connection(folder.url) as connection:
            channel = connection.channel()
            QUEUE(channel).declare()
            while len(found) < 200:
                try:
                    found.append(channel._get("work")["properties"]["number"])
                except Empty:
                    continue

    def write(first: int) -> None:
        with Connection(folder.url) as connection:
            channel = connection.channel()
            for number in range(first, first + 50):
                channel._put("work", {"properties": {"number": number}})

    threads = [threading.Thread(target=write, args=(first,)) for first in (0, 50, 100, 150)]
    threads += [threading.Thread(target=read) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(found) == list(range(200))


def test_a_message_is_whole_before_it_has_its_name(folder: Broker, tmp_path: Path) -> None:
    send(folder, 7)
    (path,) = tmp_path.rglob("*.json")
    assert json.loads(path.read_text())["properties"]["delivery_info"]["routing_key"] == "work"
    assert list(tmp_path.rglob("*.part")) == []


def test_a_real_worker_works_on_it(folder: Broker, transactional_db: None, tmp_path: Path) -> None:
    log = tmp_path / "worker.log"
    command = (
        *(sys.executable, "-m", "celery", "-A", "tournaments.site", "worker", "--loglevel", "INFO"),
        *("--pool", "threads", "--concurrency", "2", "--without-gossip", "--without-mingle"),
    )
    environment = {"DATABASE_URL": url_of_the_test_database(), "CELERY_BROKER_URL": folder.url}
    program = Program("worker", command, environment, log)
    with (
        child(program, lambda: " ready." in log.read_text(encoding="utf-8")) as process,
        producing_for(app, folder),
    ):
        sent = [app.send_task("tournaments.sweep") for _ in range(5)]
        eventually(lambda: all(f"{task.id}] succeeded" in process.last_words(500) for task in sent))
