"""`manage.py up`: the whole product on one machine, until Ctrl-C."""

import contextlib
import os
import signal
import sys
import threading
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any, Final

from django.apps import apps
from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command, get_commands
from django.db import connections

from bootstrap import run_again
from tournaments.management.commands import live
from tournaments.management.embedded import brokers, data_folder, network
from tournaments.management.embedded.children import Household, Program

DEFAULT_PORT: Final = 8000
START_SECONDS: Final = 60.0
WEB_THREADS: Final = 8  # SQLite's busy wait is unfair: with more threads, some writer waits too long


class Command(BaseCommand):
    help = "Start everything on this machine: database, broker, worker and web server. Ctrl-C ends it."
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets phones in the same network in.")
        parser.add_argument("--port", type=int, help=f"Default: {DEFAULT_PORT}, or the next free one.")
        parser.add_argument(
            "--live-port", type=int, help="Where changes are pushed from. Default: the next free port."
        )
        parser.add_argument("--data", type=Path, metavar="DIR", help=f"Default: {settings.DATA_DIR}.")
        parser.add_argument("--no-demo", action="store_true", help="Leave an empty database empty.")

    def handle(self, *args: Any, **options: Any) -> None:
        data: Path = (options["data"] or settings.DATA_DIR).absolute()
        if data != settings.DATA_DIR:  # settings were read before the arguments were
            os.environ["DATA_DIR"] = str(data)
            run_again(Path(sys.executable), sys.argv)
        if settings.PRODUCTION:
            raise CommandError(
                "`up` is for one machine and DIRECTOR_MODE is production: unset it, or see docs/operators.md."
            )
        with _owned(data):
            for wanted in filter(None, (options["port"], options["live_port"])):
                self._check(options["host"], wanted)
            password = self._prepare(data, demo=not options["no_demo"])
            # chosen last: while the demo was loaded, somebody else may have come to listen there
            port = self._port(options["host"], options["port"])
            live_port = self._port(options["host"], options["live_port"], port + 1)
            self._run(data, options["host"], port, live_port, password)

    def _port(self, host: str, wanted: int | None, first: int = DEFAULT_PORT) -> int:
        if wanted is None:
            port = network.free_port(host, range(first, min(first + 20, 65536)))
            if port != DEFAULT_PORT == first:
                self._tell(f"Port {DEFAULT_PORT} is in use; taking {port}.")
            return port
        self._check(host, wanted)
        return wanted

    def _check(self, host: str, wanted: int) -> None:
        if not network.is_free(host, wanted):
            raise CommandError(
                f"Nothing can listen on {host} port {wanted}: it is in use, or not of this machine."
            )

    def _prepare(self, data: Path, *, demo: bool) -> str | None:
        """Bring the database up to date; returns the first user's password while it is still the first one."""
        os.environ["SECRET_KEY"] = os.environ.get("SECRET_KEY") or data_folder.secret_key(data)
        call_command("migrate", verbosity=0, interactive=False)
        if (
            demo
            and "load_demo" in get_commands()
            and not apps.get_model("tournaments", "Tournament").objects.exists()
        ):
            self._tell("Loading the demo …")
            call_command("load_demo")
        password = data_folder.first_sign_in(data)
        connections.close_all()  # the children open their own
        return password

    def _run(self, data: Path, host: str, port: int, live_port: int, password: str | None) -> None:
        broker = brokers.choose(data)
        household = Household(_programs(data, host, port, live_port, broker), self._tell)
        with _ending_signals() as ending:
            try:
                household.start()
                if self._ready(household, ending, f"{network.address(host, port)}healthz"):
                    self._introduce(data, host, port, broker, password)
                    household.watch(ending)
            finally:
                self._tell("Ending …")
                household.end()

    def _ready(self, household: Household, ending: threading.Event, url: str) -> bool:
        """Wait until the site answers; False when asked to end meanwhile."""
        until = time.monotonic() + START_SECONDS
        while not network.answers(url):
            if ending.wait(0.1):
                return False
            fallen = next((child for child in household.children if child.died() is not None), None)
            if fallen:
                raise CommandError(
                    f"The {fallen.program.name} does not start. Its last words:\n{fallen.last_words()}"
                )
            if time.monotonic() > until:
                raise CommandError(
                    f"{url} did not answer within {START_SECONDS:.0f} s; its log is in the data folder."
                )
        return True

    def _introduce(
        self, data: Path, host: str, port: int, broker: brokers.Broker, password: str | None
    ) -> None:
        address = network.address(host, port)
        lines = [f"Duplicate Spades Director is at {address}"]
        if host in network.EVERYWHERE and (others := network.address_for_others(port)):
            lines.append(f"  for phones here:  {others}")
        if password:
            lines.append(f"  sign in:          {address}desk/  as {data_folder.USER_NAME}  with {password}")
        else:
            lines.append(f"  sign in:          {address}desk/  with your own password")
        lines += [f"  data and logs:    {data}", f"  broker:           {broker.name}", "Ctrl-C ends it."]
        self._tell("\n".join(lines))

    def _tell(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()


def _programs(data: Path, host: str, port: int, live_port: int, broker: brokers.Broker) -> list[Program]:
    common = {"CELERY_BROKER_URL": broker.url, "DIRECTOR_MODE": "embedded"}
    pushes = broker.url.startswith(("redis:", "rediss:", "redis+socket:"))
    if pushes:
        common["LIVE_URL"] = settings.LIVE_URL or f":{live_port}/live/"
    worker = (
        *(sys.executable, "-m", "celery", "-A", "tournaments.site", "worker", "--loglevel", "INFO"),
        *("--pool", "threads", "--concurrency", "2", "--without-gossip", "--without-mingle"),
    )
    web = (
        *(sys.executable, "-m", "granian", "--interface", "wsgi", "--workers", "1", "--no-ws"),
        *("--blocking-threads", str(WEB_THREADS), "--host", host, "--port", str(port)),
        *("--respawn-failed-workers", "tournaments.site.wsgi:application"),
    )
    programs = [
        Program("worker", worker, {**common, "DIRECTOR_CLOCK": "1"}, data / "logs" / "worker.log"),
        Program("web server", web, common, data / "logs" / "web.log"),
    ]
    if pushes:
        streams = (sys.executable, *live.arguments(host, live_port))
        programs.append(Program("live updates", streams, common, data / "logs" / "live.log"))
    if broker.command:
        programs.insert(0, Program("broker", broker.command, {}, data / "logs" / "broker.log"))
    return programs


@contextlib.contextmanager
def _owned(data: Path) -> Iterator[None]:
    """The data folder, made if need be and held; every failure as one sentence."""
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)  # everybody's names and a key are in it
        with data_folder.alone(data):
            yield
    except data_folder.InUseError as error:
        raise CommandError(
            f"Another `up` is running on {data}: end that one first, or name another folder with --data."
        ) from error
    except PermissionError as error:
        raise CommandError(
            f"{error.filename or data} cannot be written: name another folder with --data."
        ) from error


@contextlib.contextmanager
def _ending_signals() -> Iterator[threading.Event]:
    """An event that Ctrl-C, a service manager's or a closed terminal's signal sets."""
    ending = threading.Event()

    def end(number: int, frame: FrameType | None) -> None:
        ending.set()

    names = [name for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {getattr(signal, name): signal.signal(getattr(signal, name), end) for name in names}
    try:
        yield ending
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
