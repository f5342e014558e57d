"""The files of the data folder that only `up` needs: one start at a time, the secret key, the first sign-
in.
"""

import contextlib
import os
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.contrib.auth import get_user_model

USER_NAME: Final = "director"
_LETTERS: Final = (
    "abcdefghijkmnpqrstuvwxyz23456789"  # none that are taken for another when read from a screen
)


class InUseError(Exception):
    """Another process runs on this data folder."""


@contextlib.contextmanager
def alone(data: Path) -> Iterator[None]:
    """Hold the folder: two brokers or two workers on the same files would spoil them. Raises InUseError."""
    lock = data / "run" / "lock"
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("a+b") as handle:
        try:
            if sys.platform == "win32":
                import msvcrt

                handle.seek(0)
                msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise InUseError(str(data)) from error
        yield


def secret_key(data: Path) -> str:
    """The installation's own key, made at the first start and kept with its data."""
    path = data / "secret-key"
    if not path.exists():
        write_privately(path, secrets.token_urlsafe(50))
    return path.read_text(encoding="utf-8").strip()


def first_sign_in(data: Path) -> str | None:
    """The password of the first user, whom this makes when nobody may administer the site yet.

    It is kept in the data folder (readable by its owner alone, like the database beside it) so that every
    start can show it; None once it has been changed, or when somebody else administers the site.
    """
    users, kept = get_user_model().objects, data / "sign-in.txt"
    if not users.filter(is_superuser=True).exists():
        password = "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(3))
        users.create_superuser(username=USER_NAME, password=password)
        write_privately(kept, f"{USER_NAME} {password}\n")
        return password
    user = users.filter(username=USER_NAME, is_superuser=True, is_active=True).first()
    if user is None or not kept.exists():
        return None
    password = kept.read_text(encoding="utf-8").split()[-1]
    return password if user.check_password(password) else None


def write_privately(path: Path, content: str) -> None:
    """Write a file that nobody but its owner may read, whole or not at all."""
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(content)
    fresh.replace(path)
