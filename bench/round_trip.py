"""From a POST to readable standings: 26 boards × 100 tables, with the real web server, worker and broker.

The product is started as an operator starts it. Results are posted at 30 a second over a kept connection; a reader
watches the snapshot's version in the database. Beside it, in the same run, the least there is: a task that finds
nothing to do, from its sending to its first write.
"""

import http.client
import json
import os
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from celery import Celery
from django.conf import settings
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.authtoken.models import Token

from bench.events import big_event, fresh_database
from bench.measure import percentile, row
from tournaments.draws.movement import Movement
from tournaments.management.embedded import network
from tournaments.models import Event, StandingsSnapshot
from tournaments.services.queueing import RECOMPUTE_TASK
from tournaments.services.standings import recompute_standings
from tournaments.simulation.event import SimulatedResult, random_results

TABLES, BOARDS, POSTED, A_SECOND = 100, 26, 300, 30
LEAST_RUNS = 50
PATIENCE = 60.0
LOOK_EVERY = 0.002


def main() -> None:
    fresh_database()
    event = big_event(TABLES, BOARDS, missing=POSTED)
    recompute_standings(event.pk)
    User.objects.create_superuser("bench", password="a bench password")
    token = Token.objects.create(user=User.objects.get(username="bench"))
    port = network.free_port("127.0.0.1", range(8700, 8800))
    command = [sys.executable, "manage.py", "up", "--no-demo", "--port", str(port)]
    product = subprocess.Popen(command, stdout=subprocess.DEVNULL, env={**os.environ}, cwd=settings.BASE_DIR)
    try:
        until(lambda: network.answers(f"http://127.0.0.1:{port}/healthz"))
        sender = Celery("bench", broker=broker_url())
        least = [_least(event, sender) for _ in range(LEAST_RUNS)]
        posts, readable = _post_all(event, port, token.key)
    finally:
        product.send_signal(signal.SIGINT)
        product.wait(30)
    ours, alone = statistics.median(readable), statistics.median(least)
    row("", "median", "99th percentile")
    row("a task with nothing to do, sent → begun", *_shown(least))
    row(f"a result's POST → its receipt, {A_SECOND} a second", *_shown(posts))
    row("a result's POST → its standings readable", *_shown(readable), f"{ours / alone:.1f} × the task")


def _shown(times: list[float]) -> tuple[str, str]:
    return f"{1_000 * statistics.median(times):.0f} ms", f"{1_000 * percentile(times, 99):.0f} ms"


def _least(event: Event, sender: Celery) -> float:
    """Seconds from sending a recompute that has nothing to do until it has torn its ticket."""
    Event.objects.filter(pk=event.pk).update(recompute_queued_at=timezone.now())
    started = time.perf_counter()
    sender.send_task(RECOMPUTE_TASK, args=[event.pk], ignore_result=True)
    until(lambda: not Event.objects.filter(pk=event.pk, recompute_queued_at__isnull=False).exists())
    return time.perf_counter() - started


def broker_url() -> str:
    """The broker that `up` has started in this run's data folder."""
    found = next(Path(settings.DATA_DIR).rglob("*.sock"), None)
    if found is None:
        raise SystemExit("The product runs without a Redis or Valkey server here; install one to measure.")
    return f"redis+socket://{found}"


def _post_all(event: Event, port: int, token: str) -> tuple[list[float], list[float]]:
    """Seconds to the receipt and to readable standings, for every result posted."""
    event.refresh_from_db()
    movement = Movement.from_json(event.movement)
    played = list(random_results(movement.rounds, 1))[-POSTED:]
    sent: dict[int, float] = {}
    seen: dict[int, float] = {}
    stop = threading.Event()
    watcher = threading.Thread(target=_watch, args=(event.pk, seen, stop))
    watcher.start()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    posts = []
    begun = time.perf_counter()
    for index, result in enumerate(played):
        time.sleep(max(0.0, begun + index / A_SECOND - time.perf_counter()))
        started = time.perf_counter()
        version = post(connection, event.pk, token, result)
        posts.append(time.perf_counter() - started)
        sent[version] = started
    last = max(sent)
    until(lambda: max(seen, default=0) >= last)
    stop.set()
    watcher.join()
    versions = sorted(seen)
    readable = [
        min(seen[version] for version in versions if version >= wanted) - at for wanted, at in sent.items()
    ]
    return posts, readable


def post(connection: http.client.HTTPConnection, event: int, token: str, result: SimulatedResult) -> int:
    body = {
        "round": result.round,
        "table": result.table,
        "board": result.board,
        "ns_bid": result.ns_bid,
        "ns_tricks": result.ns_tricks,
        "ew_bid": result.ew_bid,
        "ew_tricks": result.ew_tricks,
    }
    headers = {"Authorization": f"Token {token}", "Content-Type": "application/json"}
    connection.request("POST", f"/api/v1/events/{event}/results", json.dumps(body), headers)
    answer = connection.getresponse()
    receipt = json.loads(answer.read())
    if answer.status != http.HTTPStatus.CREATED:
        raise SystemExit(f"A result was refused: {receipt}")
    version: int = receipt["event_version"]
    return version


def _watch(event_id: int, seen: dict[int, float], stop: threading.Event) -> None:
    """Note when each version of the snapshot is first readable."""
    while not stop.is_set():
        version = StandingsSnapshot.objects.values_list("version", flat=True).get(event_id=event_id)
        seen.setdefault(version, time.perf_counter())
        time.sleep(LOOK_EVERY)


def until(true: Callable[[], bool]) -> None:
    until = time.perf_counter() + PATIENCE
    while not true():
        if time.perf_counter() > until:
            raise SystemExit(f"Nothing happened for {PATIENCE:.0f} s; the logs are in the data folder.")
        time.sleep(LOOK_EVERY)
