"""`manage.py test`: bring what the tests need, then run them on SQLite and on PostgreSQL.

Tests that do not touch a database, and those in a browser, run once, in the SQLite run. A service that cannot be had is
a failure.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from tests.support import browser, postgres
from tournaments.management.embedded import brokers

NOTHING_COLLECTED: Final = 5


@dataclass(frozen=True, slots=True)
class Service:
    """What tests need from the machine: how to see that it is there, and Debian's packages for it."""

    name: str
    present: Callable[[], bool]
    packages: tuple[str, ...]
    otherwise: str


SERVICES: Final = (
    Service(
        "Chromium",
        lambda: browser.find() is not None,
        ("chromium", "fonts-dejavu-core", "fonts-liberation"),
        "install Chromium or Chrome, or set CHROMIUM to its path",
    ),
    Service(
        "Redis",
        lambda: brokers.find_server() is not None,
        ("redis-server",),
        "install redis-server or valkey-server",
    ),
)


def main(arguments: list[str]) -> int:
    """Run everything, or what the pytest arguments select. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="manage.py test", add_help=False, allow_abbrev=False)
    parser.add_argument("--engine", choices=("sqlite", "postgres", "both"), default="both")
    known, selection = parser.parse_known_args(arguments)
    lacking = provide()
    if lacking:
        sys.stderr.write("".join(f"{line}\n" for line in lacking))
        if not selection:  # a selection may do without; a test of it that cannot will fail by itself
            return 1
    if not selection and (os.cpu_count() or 1) > 1:
        # worksteal: the long tests stand together, and would else all be one worker's
        selection = ["-n", "2", "--dist", "worksteal"]
    engines = ("sqlite", "postgres") if known.engine == "both" else (known.engine,)
    outcomes = [
        run(engine, selection, only_database=len(engines) == 2 and engine == "postgres") for engine in engines
    ]
    sys.stdout.write("".join(f"{outcome.line}\n" for outcome in outcomes))
    return 0 if all(outcome.passed for outcome in outcomes) else 1


def provide() -> list[str]:
    """Install what is missing where that is permitted; returns a sentence for everything that still is."""
    missing = [service for service in SERVICES if not service.present()]
    if missing and _may_install():
        environment = os.environ | {
            "DEBIAN_FRONTEND": "noninteractive",
            "RUNLEVEL": "1",
        }  # 1: start no services
        packages = [package for service in missing for package in service.packages]
        sys.stderr.write(f"Installing {', '.join(packages)} …\n")
        for command in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
            subprocess.run(
                ["apt-get", "-qq", *command],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=sys.stderr,
                check=False,
            )
        missing = [service for service in missing if not service.present()]
    return [
        f"{service.name} is missing: {service.otherwise} (Debian: apt-get install {' '.join(service.packages)})."
        for service in missing
    ]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the run on one engine ended."""

    passed: bool
    line: str


def run(engine: str, selection: list[str], *, only_database: bool) -> Outcome:
    """One pytest run on an engine."""
    started = time.monotonic()
    try:
        with _database(engine) as url, tempfile.TemporaryDirectory(prefix="director-tests-") as data:
            environment = _environment(data) | ({"DATABASE_URL": url} if url else {})
            command = [
                sys.executable,
                "-m",
                "pytest",
                *(["--only-database"] if only_database else []),
                *selection,
            ]
            sys.stdout.write(f"— {engine} —\n")
            sys.stdout.flush()
            code = subprocess.run(command, env=environment, check=False).returncode
    except postgres.NoPostgresError as error:
        return Outcome(False, f"{engine}: FAILED: {error}")
    seconds = f"{time.monotonic() - started:.0f} s"
    if code == NOTHING_COLLECTED and only_database:
        return Outcome(True, f"{engine}: nothing selected touches a database")
    return Outcome(
        code == 0, f"{engine}: {'passed' if code == 0 else f'FAILED (pytest exit code {code})'} in {seconds}"
    )


def _environment(data: str) -> dict[str, str]:
    """This process's environment without what an installation may have set: tests decide for themselves."""
    ours = (
        "DATABASE_URL",
        "CACHE_URL",
        "DEBUG",
        "ALLOWED_HOSTS",
        "SECRET_KEY",
        "DIRECTOR_CLOCK",
        "STATIC_ROOT",
    )
    kept = {name: value for name, value in os.environ.items() if name.removesuffix("_FILE") not in ours}
    return kept | {"DATA_DIR": data, "CELERY_BROKER_URL": "memory://localhost", "DIRECTOR_MODE": "embedded"}


@contextmanager
def _database(engine: str) -> Iterator[str | None]:
    """DATABASE_URL for an engine; None: the default, SQLite."""
    if engine == "sqlite":
        yield None
    elif url := os.environ.get("TEST_DATABASE_URL"):
        yield url
    else:
        with postgres.running() as url:
            yield url


def _may_install() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
