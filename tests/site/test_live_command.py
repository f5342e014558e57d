"""`manage.py live`: it says what it lacks, starts, and ends when it is told to."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.broker import eventually
from tests.support.live_process import SECRET_KEY
from tournaments.management.embedded import brokers, network
from tournaments.management.embedded.brokers import Broker
from tournaments.management.embedded.children import Child, Program


def started(repository: Path, folder: Path, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    ours = {"CELERY_BROKER_URL", "LIVE_URL"}
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    kept["DIRECTOR_MODE"] = "embedded"
    return subprocess.Popen(
        [sys.executable, str(repository / "manage.py"), "live", *arguments],
        env={**kept, "DATA_DIR": str(folder), "SECRET_KEY": SECRET_KEY, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"CELERY_BROKER_URL": "redis://127.0.0.1:1/0"}, "LIVE_URL is not set"),
        ({"LIVE_URL": "/live/"}, "set CELERY_BROKER_URL to one"),
        ({"LIVE_URL": "/live/", "CELERY_BROKER_URL": "folder:////x"}, "set CELERY_BROKER_URL to one"),
        ({"LIVE_URL": "live"}, "LIVE_URL is 'live'; write /live/"),
    ],
)
def test_what_it_lacks_is_said_in_a_sentence(
    repository: Path, tmp_path: Path, environment: dict[str, str], said: str
) -> None:
    process = started(repository, tmp_path, **environment)
    words, _ = process.communicate(timeout=60)
    assert process.returncode == 1
    assert said in words


def test_it_serves_while_it_hears_the_broker_and_ends_at_once(
    repository: Path, tmp_path: Path, broker: Broker
) -> None:
    port = network.free_port("127.0.0.1", ())
    process = started(
        repository, tmp_path, "--port", str(port), LIVE_URL="/live/", CELERY_BROKER_URL=broker.url
    )
    try:
        eventually(lambda: network.answers(f"http://127.0.0.1:{port}/healthz"))
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
    assert process.returncode == 0


def test_without_the_broker_it_is_not_well_and_with_it_well_again(repository: Path, tmp_path: Path) -> None:
    binary = brokers.find_server()
    assert binary is not None
    own = brokers.redis_on_a_socket(binary, tmp_path)
    port = network.free_port("127.0.0.1", ())
    healthz = f"http://127.0.0.1:{port}/healthz"
    process = started(repository, tmp_path, "--port", str(port), LIVE_URL="/live/", CELERY_BROKER_URL=own.url)
    server = Child(Program("broker", own.command, {}, tmp_path / "broker.log"))
    try:
        eventually(lambda: not network.is_free("127.0.0.1", port))
        assert not network.answers(healthz)
        for _ in range(2):
            server.start()
            eventually(lambda: network.answers(healthz))
            server.signal(kill=True)
            server.wait(10)
            eventually(lambda: not network.answers(healthz))
    finally:
        server.signal(kill=True)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
