"""A hall looks on: 1,000 open pages see each result, pushed by the real live process with web, worker and broker.

The product is started as an operator starts it. Thirty tables enter 24 boards each, all at once and each by its own
table page (no table waits for another); the open pages are streams of the standings, held by a process of its own
(live_viewers.py) that notes when each of them is first shown a result. Beside it, in the same minute on the same
broker, the least there is: a message published until it is received.
"""

import http.client
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import groupby

from django.conf import settings
from redis import Redis

from bench.events import ACTOR, big_event, fresh_database
from bench.measure import percentile, row
from bench.round_trip import broker_url, until
from tournaments.draws.movement import Movement
from tournaments.management.embedded import data_folder, network
from tournaments.models import Event, Result
from tournaments.services.standings import recompute_standings
from tournaments.services.tokens import token_text, tokens_for_tables
from tournaments.simulation.event import SimulatedResult, random_results

TABLES, BOARDS, A_SECOND, VIEWERS = 30, 24, 8, 1_000
PEER_EVERY = 0.1

Place = tuple[int, int, int]
"""Round, table, board."""


def main() -> None:
    fresh_database()
    event = big_event(TABLES, BOARDS, missing=TABLES * BOARDS)
    recompute_standings(event.pk)
    with product({"LIVE_CONNECTIONS_OF_AN_ADDRESS": str(VIEWERS)}) as (port, live_port):
        _look_on(event, port, live_port)


@contextmanager
def product(more: dict[str, str]) -> Iterator[tuple[int, int]]:
    """`manage.py up`, whose key is from now on this process's too, so that it can make table codes; its two ports."""
    settings.SECRET_KEY = data_folder.secret_key(settings.DATA_DIR)
    port = network.free_port("127.0.0.1", range(8700, 8800))
    live_port = network.free_port("127.0.0.1", range(port + 1, 8900))
    command = [sys.executable, "manage.py", "up", "--no-demo", "--port", str(port)]
    command += ["--live-port", str(live_port)]
    environment = {**os.environ, **more}
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment, cwd=settings.BASE_DIR)
    try:
        until(lambda: all(network.answers(f"http://127.0.0.1:{at}/healthz") for at in (port, live_port)))
        yield port, live_port
    finally:
        running.send_signal(signal.SIGINT)
        running.wait(30)


def _look_on(event: Event, port: int, live_port: int) -> None:
    page = f"/t/{event.tournament.slug}/{event.slug}/"
    viewers = subprocess.Popen(
        [sys.executable, "-m", "bench.live_viewers", str(live_port), str(event.pk), page, str(VIEWERS)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=settings.BASE_DIR,
        text=True,
    )
    assert viewers.stdin is not None
    assert viewers.stdout is not None
    opened = json.loads(viewers.stdout.readline())
    peer: list[float] = []
    stop = threading.Event()
    beside = threading.Thread(target=_round_trips, args=(broker_url(), peer, stop))
    beside.start()
    load = os.getloadavg()[0]
    sent, saved, receipts = _enter_all(event, port)
    stop.set()
    beside.join()
    print(json.dumps({"sent": sent, "saved": saved}), file=viewers.stdin, flush=True)
    seen = json.loads(viewers.stdout.readline())
    viewers.wait(30)
    if seen["complete"] != VIEWERS:
        raise SystemExit(f"Only {seen['complete']} of {VIEWERS} pages were shown the last result.")
    ratio = seen["median"] / statistics.median(peer)
    row("", "median", "99th percentile")
    row(
        "a message published → received",
        _ms(statistics.median(peer)),
        _ms(percentile(peer, 99)),
        "the broker",
    )
    row(
        f"a result's POST → its receipt, {A_SECOND} a second from {TABLES} tables",
        _ms(statistics.median(receipts)),
        _ms(percentile(receipts, 99)),
    )
    row(
        f"a result's POST → seen by each of {VIEWERS:,} pages",
        _ms(seen["median"]),
        _ms(seen["99th"]),
        f"{ratio:.0f} × the message",
    )
    row(
        f"its receipt → seen by each of {VIEWERS:,} pages: the push",
        _ms(seen["saved median"]),
        _ms(seen["saved 99th"]),
    )
    row(f"all {VIEWERS:,} end at the last of {len(sent)} results; opened in", f"{opened['seconds']:.1f} s")
    row("messages to each page; bytes of each", f"{seen['messages']:.0f}", f"{seen['bytes']:,.0f}")
    row(
        "the machine's load before; the pages' own processor time",
        f"{load:.1f}",
        f"{seen['processor']:.0f} s",
    )


def _ms(seconds: float) -> str:
    return f"{1_000 * seconds:.1f} ms"


def _enter_all(event: Event, port: int) -> tuple[list[float], list[float], list[float]]:
    """When each result was sent and when it was acknowledged, in the order of their counting, which is their rows;
    seconds to the receipts."""
    event.refresh_from_db()
    played = sorted(random_results(Movement.from_json(event.movement).rounds, 1), key=lambda one: one.table)
    tables = {number: list(found) for number, found in groupby(played, key=lambda one: one.table)}
    codes = {token.table: token_text(token) for token in tokens_for_tables(event.pk, tables, ACTOR)}
    sent: dict[Place, float] = {}
    saved: dict[Place, float] = {}
    with ThreadPoolExecutor(len(tables)) as phones:
        entering = [
            phones.submit(_enter_at, port, codes[number], results, sent, saved)
            for number, results in tables.items()
        ]
    receipts = [seconds for done in entering for seconds in done.result()]
    stored = Result.objects.filter(table__round__event=event).order_by("pk")
    places = list(stored.values_list("table__round__number", "table__number", "board"))
    return [sent[place] for place in places], [saved[place] for place in places], receipts


def _enter_at(
    port: int,
    code: str,
    results: list[SimulatedResult],
    sent: dict[Place, float],
    saved: dict[Place, float],
) -> list[float]:
    """One table's phone: a board at a random moment of each stretch of time in which every table enters one.

    Returns the seconds to each receipt.
    """
    receipts: list[float] = []
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    chance, begun, stretch = random.Random(results[0].table), time.monotonic(), TABLES / A_SECOND
    for index, result in enumerate(results):
        time.sleep(max(0.0, begun + (index + chance.random()) * stretch - time.monotonic()))
        sent[result.round, result.table, result.board] = at = time.monotonic()
        enter(connection, code, result)
        saved[result.round, result.table, result.board] = time.monotonic()
        receipts.append(time.monotonic() - at)
    return receipts


def enter(connection: http.client.HTTPConnection, code: str, result: SimulatedResult) -> None:
    """What the table page sends when North-South enter a board."""
    body = {
        **{"side": "NS", "round": result.round, "board": result.board, "entered_at": ""},
        **{"ns_bid": result.ns_bid, "ns_tricks": result.ns_tricks},
        **{"ew_bid": result.ew_bid, "ew_tricks": result.ew_tricks},
        "key": f"NS-{result.round}-{result.board}",
    }
    headers = {"Content-Type": "application/json"}
    connection.request("POST", f"/table/{code}/entries", json.dumps(body), headers)
    answer = connection.getresponse()
    receipt = json.loads(answer.read())
    if answer.status != http.HTTPStatus.OK:
        raise SystemExit(f"A result was refused: {receipt}")


def _round_trips(url: str, times: list[float], stop: threading.Event) -> None:
    """Publish and receive for as long as the results come in."""
    client = Redis.from_url(url.replace("redis+socket://", "unix://"))
    with client.pubsub() as subscription:
        subscription.subscribe("bench")
        subscription.get_message(timeout=5)
        while not stop.wait(PEER_EVERY):
            started = time.monotonic()
            client.publish("bench", b"1")
            if subscription.get_message(timeout=5) is not None:
                times.append(time.monotonic() - started)
