"""A hall looks on: 1,000 open pages see each result, pushed by the real live process with web, worker and broker.

The product is started as an operator starts it. Thirty tables enter 24 boards each, by the API; the pages are streams
of the standings, held by a process of its own (live_viewers.py) that notes when each of them is first shown a result.
Beside it, in the same minute on the same broker, the least there is: a message published until it is received.
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

from django.conf import settings
from django.contrib.auth.models import User
from redis import Redis
from rest_framework.authtoken.models import Token

from bench.events import big_event, fresh_database
from bench.measure import percentile, row
from bench.round_trip import broker_url, post, until
from tournaments.draws.movement import Movement
from tournaments.management.embedded import network
from tournaments.models import Event
from tournaments.services.standings import recompute_standings
from tournaments.simulation.event import random_results

TABLES, BOARDS, A_SECOND, VIEWERS = 30, 24, 8, 1_000
PEER_EVERY = 0.1


def main() -> None:
    fresh_database()
    event = big_event(TABLES, BOARDS, missing=TABLES * BOARDS)
    recompute_standings(event.pk)
    User.objects.create_superuser("looker", password="a bench password")
    token = Token.objects.create(user=User.objects.get(username="looker"))
    port = network.free_port("127.0.0.1", range(8700, 8800))
    live_port = network.free_port("127.0.0.1", range(port + 1, 8900))
    command = [sys.executable, "manage.py", "up", "--no-demo", "--port", str(port)]
    command += ["--live-port", str(live_port)]
    environment = {**os.environ, "LIVE_CONNECTIONS_OF_AN_ADDRESS": str(VIEWERS)}
    product = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment, cwd=settings.BASE_DIR)
    try:
        until(lambda: all(network.answers(f"http://127.0.0.1:{at}/healthz") for at in (port, live_port)))
        _look_on(event, port, live_port, token.key)
    finally:
        product.send_signal(signal.SIGINT)
        product.wait(30)


def _look_on(event: Event, port: int, live_port: int, token: str) -> None:
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
    sent = _enter_all(event, port, token)
    stop.set()
    beside.join()
    print(json.dumps(sent), file=viewers.stdin, flush=True)
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
        f"a result's POST → seen by each of {VIEWERS:,} pages, {A_SECOND} a second",
        _ms(seen["median"]),
        _ms(seen["99th"]),
        f"{ratio:.0f} × the message",
    )
    row(f"all {VIEWERS:,} end at the last of {len(sent)} results; opened in", f"{opened['seconds']:.1f} s")
    row("messages to each page; bytes of each", f"{seen['messages']:.0f}", f"{seen['bytes']:,.0f}")


def _ms(seconds: float) -> str:
    return f"{1_000 * seconds:.1f} ms"


def _enter_all(event: Event, port: int, token: str) -> list[float]:
    """When each result was sent, in the order of their counting."""
    event.refresh_from_db()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    sent = []
    begun = time.monotonic()
    for index, result in enumerate(random_results(Movement.from_json(event.movement).rounds, 1)):
        time.sleep(max(0.0, begun + index / A_SECOND - time.monotonic()))
        sent.append(time.monotonic())
        post(connection, event.pk, token, result)
    return sent


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
