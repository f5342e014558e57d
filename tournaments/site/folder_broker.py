"""A Celery transport that keeps messages as files, for machines on which no broker can be had (Windows).

Owns: the folder that the address folder:///… names. A message is written under another name and renamed, so it is
never read half; a worker claims it by renaming it again, so it is never read twice; the claimed file stays until the
task is acknowledged, so that the next start of the (one) worker finds what the last one had not finished.
Never does: serve several workers, or broadcast (workers' remote control is off).
"""

import json
import time
import uuid
from pathlib import Path
from queue import Empty
from typing import Any, Final

from kombu.transport import virtual

_POLL_SECONDS: Final = 0.05


class _Unacknowledged(virtual.QoS):
    """What the worker has taken and not finished; finishing it removes the file."""

    def ack(self, delivery_tag: str) -> None:
        message = self.get(delivery_tag)
        super().ack(delivery_tag)
        _forget(message.properties.get("claimed_file"))


class Channel(virtual.Channel):
    """Queues as folders: `<queue>/new` and `<queue>/claimed`."""

    QoS = _Unacknowledged
    supports_fanout = False
    do_restore = True

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        client = self.connection.client
        assert client is not None
        self.folder = Path(client.virtual_host)

    def basic_consume(self, queue: str, *arguments: Any, **options: Any) -> Any:
        """Before the one worker takes its first message: what its predecessor had claimed is new again."""
        new, claimed = self._folders(queue)
        for path in claimed.glob("*.json"):
            path.replace(new / path.name)
        return super().basic_consume(queue, *arguments, **options)

    def _folders(self, queue: str) -> tuple[Path, Path]:
        new, claimed = self.folder / queue / "new", self.folder / queue / "claimed"
        new.mkdir(parents=True, exist_ok=True)
        claimed.mkdir(parents=True, exist_ok=True)
        return new, claimed

    def _put(self, queue: str, message: dict[str, Any], **_: Any) -> None:
        new, _claimed = self._folders(queue)
        name = f"{time.time_ns():020}-{uuid.uuid4().hex}"
        _forget(message.get("properties", {}).pop("claimed_file", None))  # put back by its own worker
        unfinished = new / f"{name}.part"
        unfinished.write_text(json.dumps(message), encoding="utf-8")
        unfinished.replace(new / f"{name}.json")

    def _get(self, queue: str, timeout: float | None = None) -> dict[str, Any]:
        new, claimed = self._folders(queue)
        for path in sorted(new.glob("*.json")):
            mine = claimed / path.name
            try:
                path.rename(mine)
            except OSError:  # another thread has it
                continue
            message: dict[str, Any] = json.loads(mine.read_text(encoding="utf-8"))
            message["properties"]["claimed_file"] = str(mine)
            return message
        raise Empty

    def _size(self, queue: str) -> int:
        return sum(1 for _ in self._folders(queue)[0].glob("*.json"))

    def _purge(self, queue: str) -> int:
        paths = list(self._folders(queue)[0].glob("*.json"))
        for path in paths:
            path.unlink(missing_ok=True)
        return len(paths)


def _forget(path: str | None) -> None:
    """The message of a claimed file has been dealt with."""
    if path:
        Path(path).unlink(missing_ok=True)


class Transport(virtual.Transport):
    """`folder:///C:/some/folder`, `folder:////some/folder`; celery.py gives it that name."""

    Channel = Channel
    polling_interval = _POLL_SECONDS
    default_port = 0
    driver_type = driver_name = "folder"
    can_parse_url = False
    global_state = virtual.BrokerState()

    def __init__(self, client: Any, **options: Any) -> None:
        super().__init__(client, **options)
        self.state = self.global_state
