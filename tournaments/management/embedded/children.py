"""Child processes: started, watched, started again when they die, ended together.

Owns: the processes it was given and their logs. Never does: know what they do.

Terms:
    pause   before a dead child is started again: 1, 2, 4 … 30 seconds; from 1 again once it lived a minute.
"""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tournaments.management.embedded import lifeline

_LOG_BYTES: Final = 5_000_000
_SETTLED: Final = 60.0
_LONGEST_PAUSE: Final = 30.0


@dataclass(frozen=True, slots=True)
class Program:
    """What to run: a name for people, the command, what its environment adds to ours, and where its words
    go.
    """

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str]
    log: Path


class Child:
    """One program and its present process."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.pause = 1.0
        self.restart_at: float | None = None
        self._started = 0.0
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, in a session of its own: Ctrl-C in the terminal reaches the parent alone, which ends it
        in order.
        """
        log = self.program.log
        log.parent.mkdir(parents=True, exist_ok=True)
        if log.exists() and log.stat().st_size > _LOG_BYTES:
            log.replace(log.with_suffix(".old.log"))
        with log.open("ab") as output:
            self._process = subprocess.Popen(
                self.program.command,
                env={**os.environ, lifeline.ENVIRONMENT: "1", **self.program.environment},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=lifeline.before_exec(),  # noqa: PLW1509 - `up` starts no threads
            )
        self._started, self.restart_at = time.monotonic(), None

    def died(self) -> int | None:
        """The exit code of a process that has just been found dead, else None. Takes its own children
        along.
        """
        if self._process is None or (code := self._process.poll()) is None:
            return None
        self.signal(kill=True)
        self._process = None
        if time.monotonic() - self._started > _SETTLED:
            self.pause = 1.0
        return code

    def put_off(self) -> float:
        """Plan the next start; returns the seconds until then and doubles the next pause."""
        pause, self.pause = self.pause, min(self.pause * 2, _LONGEST_PAUSE)
        self.restart_at = time.monotonic() + pause
        return pause

    def signal(self, *, kill: bool = False) -> None:
        """Ask the process to end, or end it and all that it started."""
        if self._process is None:
            return
        if sys.platform == "win32":
            self._process.terminate()
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if kill:
                os.killpg(self._process.pid, signal.SIGKILL)
            elif self._process.poll() is None:
                self._process.terminate()

    def wait(self, seconds: float) -> bool:
        """Whether it has ended within that time."""
        if self._process is None:
            return True
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def last_words(self, lines: int = 15) -> str:
        """The end of its log."""
        return "\n".join(self.program.log.read_text(encoding="utf-8", errors="replace").splitlines()[-lines:])


class Household:
    """All children of one parent, in the order in which they are started; they are ended in the opposite
    one.
    """

    def __init__(self, programs: list[Program], tell: Callable[[str], None]) -> None:
        self.children = [Child(program) for program in programs]
        self._tell = tell

    def start(self) -> None:
        for child in self.children:
            child.start()

    def look_after(self) -> None:
        """Say which children have died and start again those whose pause is over."""
        for child in self.children:
            code = child.died()
            if code is not None:
                pause = child.put_off()
                self._tell(
                    f"The {child.program.name} ended by itself (code {code}); it starts again in {pause:.0f} s."
                    f" Its last words are in {child.program.log}."
                )
            elif child.restart_at is not None and time.monotonic() >= child.restart_at:
                child.start()

    def watch(self, until: threading.Event) -> None:
        """Look after them until the event is set."""
        while not until.wait(0.2):
            self.look_after()

    def end(self, patience: float = 10.0) -> None:
        """End them one after the other; those that do not end in time are killed, with all that they
        started.
        """
        for child in reversed(self.children):
            child.signal()
            child.wait(patience)
            child.signal(kill=True)
            child.wait(patience)
