"""The parts of `up`, one by one: which broker, which port, which sign-in, when a dead child starts again."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model

from tests.support.broker import eventually
from tournaments.management.embedded import brokers, data_folder, network
from tournaments.management.embedded.children import Child, Household, Program


def program(name: str, code: str, folder: Path) -> Program:
    return Program(name, (sys.executable, "-c", code), {"GREETING": name}, folder / "logs" / f"{name}.log")


# Brokers


def test_a_named_broker_wins(tmp_path: Path) -> None:
    chosen = brokers.choose(tmp_path, {"CELERY_BROKER_URL": "redis://elsewhere"})
    assert (chosen.url, chosen.command) == ("redis://elsewhere", ())


def test_a_server_on_the_path_comes_before_the_packaged_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: f"/opt/{name}" if name == "valkey-server" else None)
    chosen = brokers.choose(tmp_path, {})
    assert (chosen.name, chosen.command[0]) == ("valkey-server", "/opt/valkey-server")
    assert chosen.url == f"redis+socket://{tmp_path}/run/broker.sock"


def test_the_packaged_server_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    found = brokers.find_server()
    assert found is not None
    assert found.is_file()


def test_files_are_the_last_resort(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brokers, "find_server", lambda: None)
    chosen = brokers.choose(tmp_path, {})
    assert (chosen.url, chosen.command) == (f"folder:///{tmp_path}/broker/messages", ())


def test_a_path_too_long_for_a_socket_is_avoided(tmp_path: Path) -> None:
    deep = tmp_path / ("deep" * 30)
    chosen = brokers.redis_on_a_socket(Path("/opt/redis-server"), deep)
    assert chosen.socket is not None
    assert len(str(chosen.socket)) <= 100
    chosen.socket.parent.rmdir()


# Ports and addresses


def test_a_port_in_use_is_passed_over() -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        taken = holder.getsockname()[1]
        assert not network.is_free("127.0.0.1", taken)
        assert network.free_port("127.0.0.1", [taken]) != taken


def test_a_port_for_a_server_is_none_that_a_connection_going_out_may_take_before_it_starts() -> None:
    assert all(20_000 <= network.free_port("127.0.0.1", ()) < 32_768 for _ in range(20))


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("127.0.0.1", "http://127.0.0.1:80/"),
        ("0.0.0.0", "http://127.0.0.1:80/"),
        ("::1", "http://[::1]:80/"),
        ("club.example", "http://club.example:80/"),
    ],
)
def test_the_address_shown_can_be_opened_here(host: str, shown: str) -> None:
    assert network.address(host, 80) == shown


# The data folder


def test_a_folder_is_held_by_one(tmp_path: Path) -> None:
    with (
        data_folder.alone(tmp_path),
        pytest.raises(data_folder.InUseError),
        data_folder.alone(tmp_path),
    ):
        pytest.fail("two hold it")
    with data_folder.alone(tmp_path):
        assert (tmp_path / "run" / "lock").exists()


def test_the_secret_key_is_made_once_and_long(tmp_path: Path) -> None:
    key = data_folder.secret_key(tmp_path)
    assert len(key) >= 50
    assert data_folder.secret_key(tmp_path) == key
    assert (tmp_path / "secret-key").stat().st_mode & 0o077 == 0


@pytest.mark.django_db
def test_the_first_password_is_shown_until_it_is_changed(tmp_path: Path) -> None:
    first = data_folder.first_sign_in(tmp_path)
    assert first is not None
    assert data_folder.first_sign_in(tmp_path) == first
    user = get_user_model().objects.get()
    assert (user.is_staff, user.is_superuser, user.check_password(first)) == (True, True, True)
    user.set_password("one of my own")
    user.save()
    assert data_folder.first_sign_in(tmp_path) is None
    assert get_user_model().objects.count() == 1


@pytest.mark.django_db
def test_nobody_is_made_where_somebody_administers(tmp_path: Path) -> None:
    get_user_model().objects.create_superuser(username="chief", password="known")
    assert data_folder.first_sign_in(tmp_path) is None
    assert not (tmp_path / "sign-in.txt").exists()


# Children


def test_a_childs_words_and_environment_are_its_own(tmp_path: Path) -> None:
    child = Child(program("parrot", "import os; print(os.environ['GREETING'])", tmp_path))
    child.start()
    assert child.wait(30)
    assert child.last_words() == "parrot"
    assert child.died() == 0
    assert child.died() is None  # told once


def test_the_pause_doubles_up_to_half_a_minute(tmp_path: Path) -> None:
    child = Child(program("mayfly", "", tmp_path))
    assert [child.put_off() for _ in range(7)] == [1, 2, 4, 8, 16, 30, 30]


def test_a_dead_child_is_told_of_and_started_again(tmp_path: Path) -> None:
    told: list[str] = []
    code = "import sys; print('born', flush=True); sys.exit(3)"
    household = Household([program("mayfly", code, tmp_path)], told.append)
    (child,) = household.children
    household.start()

    def born_again() -> bool:
        household.look_after()
        return child.last_words().count("born") >= 2

    eventually(born_again)
    assert "The mayfly ended by itself (code 3); it starts again in 1 s." in told[0]
    household.end()


def runs(marker: str) -> bool:
    """Whether a process of this machine has the marker in its command line."""
    listed = subprocess.run(["ps", "axww", "-o", "command="], capture_output=True, text=True, check=True)
    return marker in listed.stdout


def test_a_child_that_will_not_end_is_killed_with_its_own_children(tmp_path: Path) -> None:
    marker = f"# {tmp_path} own"
    stubborn = f"""
import signal, subprocess, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
own = subprocess.Popen([sys.executable, "-c", "import signal; print('here', flush=True); signal.pause()  {marker}"])
own.wait()
"""
    household = Household([program("mule", stubborn, tmp_path)], lambda words: None)
    (child,) = household.children
    household.start()
    eventually(lambda: child.last_words() == "here")
    assert runs(marker)
    household.end(patience=0.2)
    assert child.wait(0)
    eventually(lambda: not runs(marker))


def test_what_a_dead_child_left_running_is_ended(tmp_path: Path) -> None:
    marker = f"# {tmp_path} own"
    code = f"import subprocess as s, sys; s.Popen([sys.executable, '-c', 'import signal; signal.pause()  {marker}'])"
    child = Child(program("parent", code, tmp_path))
    child.start()
    assert child.wait(30)
    assert runs(marker)
    assert child.died() == 0
    eventually(lambda: not runs(marker))


def test_a_long_log_is_put_aside(tmp_path: Path) -> None:
    child = Child(program("writer", "print('new')", tmp_path))
    child.program.log.parent.mkdir()
    child.program.log.write_bytes(b"x" * 5_000_001)
    child.start()
    assert child.wait(30)
    assert child.last_words() == "new"
    assert (tmp_path / "logs" / "writer.old.log").stat().st_size == 5_000_001
