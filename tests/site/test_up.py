"""`manage.py up` as a newcomer runs it: a real start in a process of its own, with everything it starts."""

import http.cookiejar
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.broker import eventually
from tournaments.management.embedded import network


class Up:
    """A started `up` and what it has said so far."""

    def __init__(self, repository: Path, data: Path, *arguments: str) -> None:
        self.data, self.repository, self.port = data, repository, network.free_port("127.0.0.1", ())
        self.url = f"http://127.0.0.1:{self.port}/"
        self._words = data.with_suffix(".txt")
        with self._words.open("wb") as output:
            self.process = subprocess.Popen(
                self.command("--port", str(self.port), *arguments),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=environment(),
            )

    def command(self, *arguments: str) -> list[str]:
        return [
            sys.executable,
            str(self.repository / "manage.py"),
            "up",
            "--data",
            str(self.data),
            *arguments,
        ]

    def words(self) -> str:
        return self._words.read_text()

    def ready(self) -> "Up":
        eventually(lambda: "Ctrl-C ends it." in self.words() or self.process.poll() is not None, 120)
        assert self.process.poll() is None, self.words()
        return self

    def processes(self) -> dict[int, str]:
        """Everything that runs for this data folder: its name is in the environment of all."""
        listed = subprocess.run(
            ["ps", "axeww", "-o", "pid=,command="], capture_output=True, text=True, check=True
        ).stdout.splitlines()
        ours = [line.split(maxsplit=1) for line in listed if f"DATA_DIR={self.data}" in line]
        return {int(number): command for number, command in ours}

    def password(self) -> str:
        found = re.search(r"as director  with (\S+)", self.words())
        assert found, self.words()
        return found[1]


def environment() -> dict[str, str]:
    """This process's, without what would tell `up` which broker, key or folder to use."""
    ours = {"CELERY_BROKER_URL", "DATABASE_URL", "SECRET_KEY", "DATA_DIR", "DIRECTOR_MODE", "LIVE_URL"}
    return {name: value for name, value in os.environ.items() if name not in ours}


@pytest.fixture
def start(repository: Path, tmp_path: Path) -> Iterator[Callable[..., Up]]:
    """Starts `up` on this test's data folder; what a failing test leaves running is ended."""
    started: list[Up] = []

    def start(*arguments: str) -> Up:
        started.append(Up(repository, tmp_path / "data", *arguments))
        return started[-1]

    yield start
    for up in started:
        if up.process.poll() is None:
            up.process.kill()
            up.process.wait()


def signs_in(url: str, password: str) -> bool:
    """Whether the admin sends the director to the sign-in, and that lets them in."""
    jar = http.cookiejar.CookieJar()
    browser = urllib.request.build_opener(
        urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(jar)
    )
    browser.open(f"{url}admin/").read()
    token = next(cookie.value for cookie in jar if cookie.name == "csrftoken")
    form = {"login": "director", "password": password, "csrfmiddlewaretoken": token, "next": "/admin/"}
    body = urllib.parse.urlencode(form).encode()
    request = urllib.request.Request(f"{url}accounts/login/", body, headers={"Referer": url})
    with browser.open(request) as answer:
        return bool(urllib.parse.urlparse(answer.url).path == "/admin/")


def pushes(up: Up) -> bool:
    """Whether the live updates run and hear the broker."""
    commands = [command for command in up.processes().values() if "tournaments.site.asgi" in command]
    ports = {found[1] for command in commands if (found := re.search(r"--port (\d+)", command))}
    (port,) = ports
    eventually(lambda: network.answers(f"http://127.0.0.1:{port}/healthz"))
    return True


def test_a_start_serves_heals_and_ends_whole(start: Callable[..., Up]) -> None:
    up = start().ready()
    assert network.answers(f"{up.url}healthz")
    assert signs_in(up.url, up.password())
    assert pushes(up)
    assert (up.data / "secret-key").stat().st_mode & 0o077 == 0
    assert (up.data / "sign-in.txt").stat().st_mode & 0o077 == 0

    second = subprocess.run(
        up.command(), capture_output=True, text=True, check=False, env=environment(), timeout=60
    )
    assert second.returncode == 1
    assert "Another `up` is running on" in second.stderr

    log = up.data / "logs" / "worker.log"
    eventually(lambda: bool(re.search(r"Task tournaments\.sweep\S+ succeeded", log.read_text())), 60)

    (worker,) = (number for number, command in up.processes().items() if " worker " in command)
    os.kill(worker, signal.SIGKILL)
    eventually(lambda: "The worker ended by itself (code -9)" in up.words())
    eventually(
        lambda: any(" worker " in command for number, command in up.processes().items() if number != worker)
    )

    up.process.send_signal(signal.SIGINT)
    assert up.process.wait(60) == 0, up.words()
    assert up.processes() == {}
    assert "Traceback" not in up.words()

    password = up.password()
    again = start("--no-demo").ready()
    assert again.password() == password  # the first sign-in is shown until it is changed
    again.process.send_signal(signal.SIGTERM)
    assert again.process.wait(60) == 0, again.words()
    assert again.processes() == {}


def test_a_killed_start_leaves_nothing_running(start: Callable[..., Up]) -> None:
    up = start("--no-demo").ready()
    assert len(up.processes()) >= 4  # itself, worker, web server, the web server's worker; mostly a broker
    up.process.kill()
    up.process.wait()
    eventually(lambda: up.processes() == {})


def test_a_port_in_use_is_told_in_a_sentence(repository: Path, tmp_path: Path) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = str(holder.getsockname()[1])
        command = [
            sys.executable,
            str(repository / "manage.py"),
            "up",
            "--data",
            str(tmp_path),
            "--port",
            port,
        ]
        refused = subprocess.run(
            command, capture_output=True, text=True, check=False, env=environment(), timeout=60
        )
    assert refused.returncode == 1
    assert f"Nothing can listen on 127.0.0.1 port {port}" in refused.stderr
    assert "Traceback" not in refused.stderr
