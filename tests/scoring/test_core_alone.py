"""The scoring core runs where no framework is installed."""

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import sys
for name in ("django", "rest_framework", "celery", "psycopg", "reportlab"):
    sys.modules[name] = None  # importing it now raises ImportError
import importlib, pathlib
for path in sorted(pathlib.Path("scoring").glob("*.py")):
    importlib.import_module("scoring" if path.stem == "__init__" else f"scoring.{path.stem}")
from scoring.pairs import PairsEntry, PairsEvent, PairsResult, score_pairs
event = PairsEvent((PairsEntry(1, "a"), PairsEntry(2, "b")), (PairsResult(1, 1, 2, 70, 49),))
print(float(score_pairs(event).standings[""][0].percentage))
"""


def test_scoring_imports_and_works_without_any_framework() -> None:
    environment = {key: value for key, value in os.environ.items() if key != "DJANGO_SETTINGS_MODULE"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=Path(__file__).parents[2],
        env=environment | {"PYTHONPATH": "."},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout.strip()) == (0, "50.0"), done.stderr
