"""Commands that need the database say so when there is none yet, in a sentence."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    "command",
    [("print", "results", "1"), ("export_event", "1"), ("import_event", "fixtures/examples/two-hands.json")],
)
def test_what_to_run_first(command: tuple[str, ...], tmp_path: Path, repository: Path) -> None:
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{tmp_path / 'none.sqlite3'}"}
    ended = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=repository,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 2
    assert ended.stderr.strip() == (
        "There is no database here yet: run `manage.py up` (or `manage.py migrate`) first."
    )
