"""Lock files install from wherever pip is told to: they name no address and no index."""

from pathlib import Path

import pytest

from tournaments.management.quality import addresses_in_locks


def test_our_locks_name_no_address_and_hash_everything(repository: Path) -> None:
    assert addresses_in_locks(repository / "requirements") == []
    for name in ("main.txt", "dev.txt"):
        text = (repository / "requirements" / name).read_text()
        assert 0 < text.count("==") <= text.count("--hash=sha256:") + text.count(" ; ")


@pytest.mark.parametrize(
    "line",
    [
        "--index-url https://packages.example.org/simple",
        "--extra-index-url=https://packages.example.org",
        "--find-links wheels",
        "-f wheels",
        "thing @ https://example.org/thing.whl",
    ],
)
def test_a_line_that_names_one_is_found(tmp_path: Path, line: str) -> None:
    (tmp_path / "main.txt").write_text(f"alpha==1.0\n{line}\n")
    (found,) = addresses_in_locks(tmp_path)
    assert found.startswith("main.txt:2:")
