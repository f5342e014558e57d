"""`manage.py live`: push what changes to the pages that are open, until Ctrl-C. Optional (docs/operators.md).

Like a web server that is started by hand it is strict, DIRECTOR_MODE=production, unless the environment says otherwise:
what it renders has to be what the web processes render.
"""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from bootstrap import run_again
from tournaments.services import push

DEFAULT_PORT: Final = 8001


class Command(BaseCommand):
    help = "Push changes to open pages by Server-Sent Events. Needs Redis or Valkey, and LIVE_URL in every process."
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets other machines in.")
        parser.add_argument("--port", type=int, default=DEFAULT_PORT, help=f"Default: {DEFAULT_PORT}.")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.LIVE_URL:
            raise CommandError(
                "LIVE_URL is not set, so no page would ask this process: set it for web, worker and this alike"
                " (docs/operators.md)."
            )
        if push.address() is None:
            raise CommandError("Changes are heard of through Redis or Valkey: set CELERY_BROKER_URL to one.")
        run_again(Path(sys.executable), list(arguments(options["host"], options["port"])))


def arguments(host: str, port: int) -> tuple[str, ...]:
    """What Python is given to serve the streams.

    One worker, since each would render for itself; some more connections than are let in, so that the others are told;
    and no waiting at the end, since streams have none.
    """
    connections = str(settings.LIVE_CONNECTIONS + 256)
    return (
        *("-m", "granian", "--interface", "asgi", "--workers", "1", "--no-ws", "--http", "1"),
        *("--backlog", "2048", "--backpressure", connections, "--workers-kill-timeout", "1"),
        *("--host", host, "--port", str(port), "--log-level", "warning", "--respawn-failed-workers"),
        "tournaments.site.asgi:application",
    )
