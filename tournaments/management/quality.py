"""`manage.py quality`: every check that needs no running product. All of them run; all failures are told at the end.

Owns: the list of checks. Never does: mend anything.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
OPENAPI: Final = ROOT / "docs" / "openapi.yaml"
# What production must have set, with values that reach nothing: `check --deploy` looks, and does not connect.
PRODUCTION: Final = {
    "DIRECTOR_MODE": "production",
    "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "ALLOWED_HOSTS": "results.example.org",
    "DATABASE_URL": "postgresql://director@database.example.org/director",
    "CELERY_BROKER_URL": "redis://broker.example.org/0",
    "CACHE_URL": "redis://broker.example.org/1",
    "EMAIL_URL": "smtp+tls://mail.example.org:587",
    "DEBUG": "0",
}
_MANAGE: Final = (sys.executable, str(ROOT / "manage.py"))
_ADDRESS: Final = re.compile(r"://|^\s*(-i|--index|--extra-index|--find-links|-f)\b")


@dataclass(frozen=True, slots=True)
class Check:
    """One check: a command that must end with 0, or a function that answers with what is wrong ("" for nothing)."""

    name: str
    command: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    ask: Callable[[], str] | None = None

    def run(self) -> bool:
        """Whether it holds; its words go to standard output."""
        if self.ask is not None:
            wrong = self.ask()
            sys.stdout.write(wrong and f"{wrong}\n")
            return not wrong
        environment = os.environ | self.environment
        return subprocess.run(self.command, cwd=ROOT, env=environment, check=False).returncode == 0


def main() -> int:
    """Run all checks; returns 0 when all hold."""
    failed = []
    for check in checks():
        started = time.monotonic()
        sys.stdout.write(f"— {check.name} —\n")
        sys.stdout.flush()
        if not check.run():
            failed.append(check.name)
        sys.stdout.write(f"  {time.monotonic() - started:.1f} s\n")
    sys.stdout.write(f"quality: FAILED: {', '.join(failed)}\n" if failed else "quality: passed\n")
    return 1 if failed else 0


def checks() -> list[Check]:
    """The checks, the quick ones first."""
    python = sys.executable
    migrations = (*_MANAGE, "makemigrations", "--check", "--dry-run")
    deploy = (*_MANAGE, "check", "--deploy", "--fail-level", "WARNING")
    return [
        Check("ruff check", (python, "-m", "ruff", "check", ".")),
        Check("ruff format", (python, "-m", "ruff", "format", "--check", ".")),
        Check("locks", ask=lambda: "\n".join(addresses_in_locks(ROOT / "requirements"))),
        Check("imports", (_script("lint-imports"),)),
        Check("migrations", migrations),
        Check("production settings", deploy, PRODUCTION),
        Check("OpenAPI file", ask=openapi_differs),
        Check(
            "mypy", (python, "-m", "mypy", "bootstrap.py", "manage.py", "scoring", "boards", "tournaments")
        ),
    ]


def addresses_in_locks(folder: Path) -> list[str]:
    """Lines of the lock files that name an index or an address: a lock must install from wherever pip is told to."""
    return [
        f"{path.name}:{number}: names an address or an index: {line.strip()}"
        for path in sorted(folder.glob("*.txt"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if _ADDRESS.search(line)
    ]


def openapi_differs() -> str:
    """What is wrong with the committed OpenAPI file: missing, faulty, or not what the code says."""
    if not (ROOT / "tournaments" / "api" / "urls.py").exists():
        return ""
    mend = (
        f"Run `python3 manage.py spectacular --file {OPENAPI.relative_to(ROOT)}` and look at the difference."
    )
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "openapi.yaml"
        command = (*_MANAGE, "spectacular", "--validate", "--fail-on-warn", "--file", str(made))
        if subprocess.run(command, cwd=ROOT, check=False).returncode:
            return "The API's description has faults (above)."
        if not OPENAPI.exists():
            return f"{OPENAPI.relative_to(ROOT)} is missing. {mend}"
        if made.read_text(encoding="utf-8") != OPENAPI.read_text(encoding="utf-8"):
            return f"{OPENAPI.relative_to(ROOT)} is not what the code says. {mend}"
    return ""


def _script(name: str) -> str:
    """A command of the running environment, wherever the platform puts those."""
    return shutil.which(name, path=str(Path(sys.executable).parent)) or name


if __name__ == "__main__":
    sys.exit(main())
