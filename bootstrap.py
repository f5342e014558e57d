"""Brings manage.py into an environment that has the pinned requirements, making one when there is none.

Owns: the folder .venv and the stamp in it. Uses the standard library alone: nothing is installed yet.
Never does: touch another environment. Inside one that has what is needed (a container, a developer's own) it
returns at once.

Terms:
    lock        requirements/main.txt or dev.txt: every package pinned and hashed; dev.txt holds all of main.
    stamp       .venv/requirements.json: which locks, by hash, were installed completely, and by which Python.
    making      .venv/making: there while .venv is being made; found at a start, it tells of an interruption.
    unfinished  .venv/unfinished: the same for pip's work in it.
"""

import contextlib
import hashlib
import importlib.metadata
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Final

NEEDS_DEV: Final = frozenset({"test", "quality", "bench", "lock"})
_ENTERED: Final = "DIRECTOR_BOOTSTRAPPED"  # set for the second run, so that a broken .venv cannot make a loop


class BootstrapError(Exception):
    """The environment cannot be had; the message says what to do."""


def enter(root: Path, arguments: list[str]) -> None:
    """Return inside an environment that has what `arguments` (sys.argv) need, or do not return at all.

    Exits with one sentence on standard error when that is impossible.
    """
    try:
        _enter(root, arguments)
    except BootstrapError as error:
        sys.exit(str(error))


def lock_for(arguments: list[str]) -> str:
    """The lock's file name that a command line needs."""
    return "dev.txt" if len(arguments) > 1 and arguments[1] in NEEDS_DEV else "main.txt"


def pinned(lock: str) -> list[str]:
    """Names of the packages that a lock's text asks for on every machine: those without a marker."""
    return [
        match["name"]
        for line in lock.splitlines()
        if (match := re.match(r"(?P<name>[A-Za-z0-9][\w.-]*)==[^\s;\\]+\s*\\?$", line))
    ]


def digest(lock: Path) -> str:
    """What the stamp keeps of a lock: its content and the Python it was installed for."""
    content = hashlib.sha256(lock.read_bytes()).hexdigest()
    return f"{content} for {sys.version_info.major}.{sys.version_info.minor}"


def lacks(names: list[str]) -> list[str]:
    """Those packages that the running environment does not have, in any version."""

    def absent(name: str) -> bool:
        try:
            importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            return True
        return False

    return [name for name in names if absent(name)]


def python_of(environment: Path) -> Path:
    """Where an environment keeps its interpreter."""
    return environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def _enter(root: Path, arguments: list[str]) -> None:
    environment, lock = root / ".venv", root / "requirements" / lock_for(arguments)
    if Path(sys.prefix).resolve() == environment.resolve():
        _install(environment, lock)
    elif lacks(pinned(lock.read_text(encoding="utf-8"))):
        if os.environ.get(_ENTERED):
            raise BootstrapError(
                f"{environment} does not work: delete that folder and run the same command again."
            )
        _make(environment)
        run_again(python_of(environment), arguments)


def _make(environment: Path) -> None:
    """Make .venv unless it is there and runs."""
    making = environment / "making"
    with _alone(environment):
        if _runs(python_of(environment)) and not making.exists():
            return
        _tell("Making .venv, an environment of our own (once, up to a minute) …")
        for remains in environment.iterdir():
            if remains.name != "lock":
                shutil.rmtree(remains) if remains.is_dir() else remains.unlink()
        making.touch()
        # Some systems ship pip but not the module that copies it into an environment: then that pip is used.
        with_pip = importlib.util.find_spec("ensurepip") is not None
        venv.create(environment, with_pip=with_pip, symlinks=sys.platform != "win32")
        making.unlink()


def _install(environment: Path, lock: Path) -> None:
    """Install a lock into the running .venv unless the stamp says that it is there."""
    if _stamped(environment, lock):
        return
    with _alone(environment):
        if _stamped(environment, lock):  # another start did it while this one waited
            return
        _tell(f"Installing requirements/{lock.name} into .venv …")
        unfinished = environment / "unfinished"
        again = ["--force-reinstall"] if unfinished.exists() else []
        unfinished.touch()
        command = [
            *_pip(),
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--require-hashes",
            *again,
            "-r",
            str(lock),
        ]
        if subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode:
            raise BootstrapError(
                "pip could not install the requirements (its words are above). Check the network connection"
                " or pip's configuration, then run the same command again; it goes on where this one stopped."
            )
        _stamp(environment, lock)
        unfinished.unlink()
    importlib.invalidate_caches()


def _pip() -> list[str]:
    """The pip to install with: the environment's own, or that of the Python it was made from."""
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-m", "pip"]
    outer = str(getattr(sys, "_base_executable", sys.executable))
    if subprocess.run([outer, "-c", "import pip"], capture_output=True, check=False).returncode == 0:
        return [outer, "-m", "pip", "--python", sys.executable]
    raise BootstrapError(
        f"{outer} has no pip: install it (Debian: apt-get install python3-pip), then run this again."
    )


def _stamped(environment: Path, lock: Path) -> bool:
    return not (environment / "unfinished").exists() and _stamps(environment).get(lock.name) == digest(lock)


def _stamp(environment: Path, lock: Path) -> None:
    stamps = _stamps(environment) | {lock.name: digest(lock)}
    part = lock.with_name("main.txt")
    if lock.name == "dev.txt" and part.exists():
        stamps[part.name] = digest(part)  # dev.txt holds all of it
    fresh = environment / "requirements.json.new"
    fresh.write_text(json.dumps(stamps), encoding="utf-8")
    fresh.replace(environment / "requirements.json")


def _stamps(environment: Path) -> dict[str, str]:
    try:
        return dict(json.loads((environment / "requirements.json").read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def _runs(python: Path) -> bool:
    try:
        return subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def run_again(python: Path, arguments: list[str]) -> None:
    """Run the same command line in another interpreter, in this process's place."""
    os.environ[_ENTERED] = "1"
    command = [str(python), *arguments]
    if sys.platform == "win32":
        # exec would return to the shell at once; wait instead. Ctrl-C reaches the child too.
        with subprocess.Popen(command) as child:
            while True:
                with contextlib.suppress(KeyboardInterrupt):
                    sys.exit(child.wait())
    else:
        os.execv(python, command)


@contextlib.contextmanager
def _alone(environment: Path) -> Iterator[None]:
    """Hold .venv/lock: two starts at once take turns. The system lets go of it when a process dies."""
    try:
        environment.mkdir(exist_ok=True)
        handle = (environment / "lock").open("a+b")
    except OSError as error:
        raise BootstrapError(
            f"{environment} cannot be written ({error.strerror}): run manage.py as the owner of this folder."
        ) from error
    with handle:
        if sys.platform == "win32":
            import msvcrt

            handle.seek(0)
            while True:
                with contextlib.suppress(OSError):  # LK_LOCK gives up after ten seconds
                    msvcrt.locking(handle.fileno(), msvcrt.LK_LOCK, 1)
                    break
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _tell(sentence: str) -> None:
    sys.stderr.write(sentence + "\n")
    sys.stderr.flush()
