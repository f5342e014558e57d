"""One phone asks 500 times a second, and the phone of another table beside it: the real web server, for some seconds.

The product is started as an operator starts it. The flood comes over kept connections of one table's code; what goes
beyond TABLE_TOKEN_RATE is refused unread (pages/table_guard.py). The other table asks for its state and enters its
boards meanwhile, and before, alone: its times beside each other say what the flood does to it.
"""

import http.client
import os
import statistics
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from bench.events import ACTOR, big_event, fresh_database
from bench.live import enter, product
from bench.measure import percentile, row
from tournaments.draws.movement import Movement
from tournaments.services.standings import recompute_standings
from tournaments.services.tokens import token_text, tokens_for_tables
from tournaments.simulation.event import SimulatedResult, random_results

TABLES, BOARDS = 30, 24
A_SECOND, SECONDS, CONNECTIONS = 500, 6, 8
ANOTHER_EVERY = 0.25


def main() -> None:
    fresh_database()
    event = big_event(TABLES, BOARDS, missing=TABLES * BOARDS)
    recompute_standings(event.pk)
    event.refresh_from_db()
    load = os.getloadavg()[0]
    with product({}) as (port, _):
        one, another = (token_text(token) for token in tokens_for_tables(event.pk, (1, 2), ACTOR))
        played = random_results(Movement.from_json(event.movement).rounds, 1)
        boards = [result for result in played if result.table == 2]
        alone = _another(port, another, boards[: BOARDS // 2], threading.Event())
        begun = time.monotonic()
        over = threading.Event()
        with ThreadPoolExecutor(1) as beside:
            flooded = beside.submit(_another, port, another, boards[BOARDS // 2 :], over)
            answers = _flood(port, one)
            over.set()
            spent = time.monotonic() - begun
    reads, entries = zip(alone, flooded.result(), strict=True)
    row(
        f"one phone, {A_SECOND} a second wanted: answered in {spent:.1f} s",
        f"{answers.total():,}",
        f"{answers[429]:,} with 429",
    )
    if set(answers) - {200, 429}:
        raise SystemExit(f"The flood was answered otherwise: {answers}")
    row("the machine's load before", f"{load:.1f}")
    row("", "median", "99th percentile")
    for what, (before, during) in (("asks for its state", reads), ("enters a board", entries)):
        row(f"another table {what}, alone", *_shown(before))
        ratio = statistics.median(during) / statistics.median(before)
        row(f"another table {what}, beside the flood", *_shown(during), f"{ratio:.1f} × alone")


def _shown(times: list[float]) -> tuple[str, str]:
    return f"{1_000 * statistics.median(times):.1f} ms", f"{1_000 * percentile(times, 99):.1f} ms"


def _flood(port: int, code: str) -> Counter[int]:
    """The answers by their status: as many requests as there are moments, none left out for being late."""
    moments = iter(range(A_SECOND * SECONDS))
    taking, begun = threading.Lock(), time.monotonic()

    def ask() -> Counter[int]:
        answers: Counter[int] = Counter()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        while True:
            with taking:
                moment = next(moments, None)
            if moment is None:
                return answers
            time.sleep(max(0.0, begun + moment / A_SECOND - time.monotonic()))
            answers[_state(connection, code)] += 1

    with ThreadPoolExecutor(CONNECTIONS) as phones:
        asking = [phones.submit(ask) for _ in range(CONNECTIONS)]
    return sum((done.result() for done in asking), Counter())


def _another(
    port: int, code: str, boards: list[SimulatedResult], over: threading.Event
) -> tuple[list[float], list[float]]:
    """Seconds of each asking for the state and of each entering, until all boards are in or it is over."""
    reads, entries = [], []
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for result in boards:
        begun = time.monotonic()
        if _state(connection, code) != http.HTTPStatus.OK:
            raise SystemExit("Another table was refused its state.")
        reads.append(time.monotonic() - begun)
        begun = time.monotonic()
        enter(connection, code, result)
        entries.append(time.monotonic() - begun)
        if over.wait(ANOTHER_EVERY):
            break
    return reads, entries


def _state(connection: http.client.HTTPConnection, code: str) -> int:
    connection.request("GET", f"/table/{code}/state")
    answer = connection.getresponse()
    answer.read()
    return answer.status
