"""manage.py's own environment: what it installs, when it does nothing, and how it comes back from an interruption."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import bootstrap

LOCK = """\
alpha==1.0 \\
    --hash=sha256:aa
beta-gamma==2.3.post4 \\
    --hash=sha256:bb
only-there==3 ; sys_platform == 'win32' \\
    --hash=sha256:cc
"""


def source_tree(folder: Path) -> Path:
    """A tree with a lock that asks for nothing, so that an installation needs no network."""
    (folder / "requirements").mkdir(parents=True)
    for name in ("main.txt", "dev.txt"):
        (folder / "requirements" / name).write_text("# nothing\n")
    return folder


def command(tree: Path, *arguments: str, with_ensurepip: bool = False) -> list[str]:
    """A manage.py-like script and the Python that this environment was made from.

    Without ensurepip (as on a Debian without python3-venv) an environment is made in no time, and the pip outside it
    does the work.
    """
    script = tree / "manage.py"
    hidden = "" if with_ensurepip else "ensurepip"
    script.write_text(
        f"import sys; sys.path.insert(0, {str(Path(bootstrap.__file__).parent)!r})\n"
        "import importlib.util, pathlib, bootstrap\n"
        "find = importlib.util.find_spec\n"
        f"importlib.util.find_spec = lambda name, *more: None if name == {hidden!r} else find(name, *more)\n"
        f"tree = pathlib.Path({str(tree)!r})\n"
        "bootstrap.lacks = lambda names: ['something']\n"  # whatever this machine's own Python has
        "bootstrap.enter(tree, [__file__, *sys.argv[1:]])\n"
        "print('entered', sys.prefix, *sys.argv[1:])\n"
    )
    return [str(getattr(sys, "_base_executable", sys.executable)), str(script), *arguments]


def outside() -> dict[str, str]:
    """The environment of a process that no bootstrap has started."""
    return {name: value for name, value in os.environ.items() if name != "DIRECTOR_BOOTSTRAPPED"}


def enter(tree: Path, *arguments: str, with_ensurepip: bool = False) -> subprocess.CompletedProcess[str]:
    """One start, to its end."""
    line = command(tree, *arguments, with_ensurepip=with_ensurepip)
    return subprocess.run(line, capture_output=True, text=True, check=False, env=outside(), timeout=300)


def test_a_lock_names_the_packages_it_asks_for_everywhere() -> None:
    assert bootstrap.pinned(LOCK) == ["alpha", "beta-gamma"]


@pytest.mark.parametrize("name", ["main.txt", "dev.txt"])
def test_the_present_environment_has_what_our_locks_ask_for(repository: Path, name: str) -> None:
    names = bootstrap.pinned((repository / "requirements" / name).read_text())
    assert "django" in names
    assert bootstrap.lacks([*names, "no-such-package-of-ours"]) == ["no-such-package-of-ours"]


def test_the_developers_lock_holds_all_of_the_other(repository: Path) -> None:
    main, dev = ((repository / "requirements" / name).read_text() for name in ("main.txt", "dev.txt"))
    pins = {line for line in main.splitlines() if "==" in line}
    assert pins <= {line for line in dev.splitlines() if "==" in line}


@pytest.mark.parametrize(
    ("words", "lock"),
    [(["up"], "main.txt"), (["test", "-k", "x"], "dev.txt"), (["quality"], "dev.txt"), ([], "main.txt")],
)
def test_each_command_has_its_lock(words: list[str], lock: str) -> None:
    assert bootstrap.lock_for(["manage.py", *words]) == lock


def test_nothing_is_made_where_everything_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = source_tree(tmp_path)
    monkeypatch.setattr(bootstrap, "lacks", lambda names: [])
    bootstrap.enter(tree, ["manage.py", "up"])
    assert not (tree / ".venv").exists()


def test_a_first_start_makes_an_environment_and_a_second_one_uses_it(tmp_path: Path) -> None:
    tree = source_tree(tmp_path)
    first, second = (enter(tree, *words, with_ensurepip=True) for words in (("up", "--port", "1"), ("up",)))
    assert first.stdout == f"entered {tree / '.venv'} up --port 1\n", first.stderr
    assert "Making .venv" in first.stderr
    assert second.stdout == f"entered {tree / '.venv'} up\n"
    assert second.stderr == ""
    assert set(json.loads((tree / ".venv" / "requirements.json").read_text())) == {"main.txt"}


def test_a_changed_lock_is_installed_again(tmp_path: Path) -> None:
    tree = source_tree(tmp_path)
    enter(tree, "up")
    (tree / "requirements" / "main.txt").write_text("# nothing, in other words\n")
    assert "Installing requirements/main.txt" in enter(tree, "up").stderr
    assert enter(tree, "up").stderr == ""


def test_two_first_starts_at_once_take_turns(tmp_path: Path) -> None:
    tree = source_tree(tmp_path)
    line = command(tree, "up")
    starts = [
        subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=outside())
        for _ in range(2)
    ]
    words = [start.communicate(timeout=300) for start in starts]
    assert [out for out, _ in words] == [f"entered {tree / '.venv'} up\n"] * 2, words
    assert sum("Making .venv" in err for _, err in words) == 1
    assert sum("Installing" in err for _, err in words) == 1


def test_an_environment_half_made_is_made_again(tmp_path: Path) -> None:
    tree = source_tree(tmp_path)
    enter(tree, "up")
    (tree / ".venv" / "making").touch()
    again = enter(tree, "up")
    assert "Making .venv" in again.stderr
    assert again.returncode == 0


def test_an_interrupted_installation_is_done_again_in_full(tmp_path: Path) -> None:
    tree = source_tree(tmp_path)
    enter(tree, "up")
    (tree / ".venv" / "unfinished").touch()
    assert "Installing requirements/main.txt" in enter(tree, "up").stderr
    assert not (tree / ".venv" / "unfinished").exists()


def test_a_refusal_of_pip_is_told_in_a_sentence_and_tried_again(tmp_path: Path) -> None:
    tree = source_tree(tmp_path)
    (tree / "requirements" / "main.txt").write_text(
        "nowhere-to-be-found\n"
    )  # no pin, no hash: pip refuses at once
    refused = enter(tree, "up")
    assert refused.returncode == 1
    assert "pip could not install the requirements" in refused.stderr
    assert "Traceback" not in refused.stderr
    (tree / "requirements" / "main.txt").write_text("# nothing\n")
    assert enter(tree, "up").returncode == 0


def test_a_folder_that_may_not_be_written_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = source_tree(tmp_path)
    # set where the tests themselves were started by way of the bootstrap
    monkeypatch.delenv(bootstrap._ENTERED, raising=False)
    (tree / ".venv").write_text("a file in its place")
    monkeypatch.setattr(bootstrap, "lacks", lambda names: ["something"])
    with pytest.raises(SystemExit, match="cannot be written"):
        bootstrap.enter(tree, ["manage.py", "up"])
