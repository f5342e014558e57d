"""Addresses: a port that is free, and how a browser reaches it."""

import contextlib
import http.client
import random
import socket
import sys
import urllib.error
import urllib.request
from collections.abc import Iterable
from typing import Final

if sys.platform != "win32":
    import resource

EVERYWHERE: Final = frozenset({"0.0.0.0", "::"})  # noqa: S104 - compared with, not bound
_FOR_SERVERS: Final = range(20_000, 32_768)
"""Below the ports of outgoing connections: from 32,768 on Linux, from 49,152 elsewhere."""


def is_free(host: str, port: int) -> bool:
    """Whether a server could listen there now."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if sys.platform != "win32":  # there the option means something else: to share a port that is in use
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def free_port(host: str, wanted: Iterable[int]) -> int:
    """The first free one of `wanted`, else any free one: of those that systems give to no outgoing connection, so that
    it is still free when the server comes to listen there.
    """
    others = random.sample(_FOR_SERVERS, 50)  # whoever else looks for one now should find another
    for port in (*wanted, *others):
        if is_free(host, port):
            return port
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


def address(host: str, port: int) -> str:
    """What to open in a browser on this machine."""
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
    return f"http://{name}:{port}/"


def address_for_others(port: int) -> str | None:
    """What to open on a phone in the same network, as far as this machine knows its own address."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: it only asks which way out would be taken
        except OSError:
            return None
        return f"http://{probe.getsockname()[0]}:{port}/"


def answers(url: str) -> bool:
    """Whether a GET is answered with 200 within two seconds."""
    opener = urllib.request.build_opener(
        urllib.request.ProxyHandler({})
    )  # a proxy of the machine is not asked
    try:
        with opener.open(url, timeout=2) as response:
            return bool(response.status == 200)
    except (urllib.error.URLError, OSError, http.client.HTTPException):
        return False


def allow_many_connections() -> None:
    """Let this process hold as many as the system permits it at most; it is begun with fewer (often 1,024)."""
    if sys.platform != "win32":
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with contextlib.suppress(ValueError, OSError):  # some systems name a limit that they do not grant
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
