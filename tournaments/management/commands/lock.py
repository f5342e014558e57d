"""`manage.py lock`: pin every package that requirements/*.in ask for, with hashes and without an address."""

import shutil
import subprocess
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from tournaments.management.quality import addresses_in_locks


class Command(BaseCommand):
    help = "Write requirements/main.txt and dev.txt from main.in and dev.in. Needs the command `uv`."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--upgrade", action="store_true", help="Take the newest versions instead of the locked ones."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        uv = shutil.which("uv")
        if uv is None:
            raise CommandError("`uv` is not on PATH: install it (pipx install uv), then run this again.")
        folder = settings.BASE_DIR / "requirements"
        for name in ("main", "dev"):
            # universal: one lock for every system and every Python from 3.11 on, told apart by markers
            command = [
                *(
                    uv,
                    "pip",
                    "compile",
                    "--quiet",
                    "--universal",
                    "--python-version",
                    "3.11",
                    "--generate-hashes",
                ),
                *("--no-header", "--no-annotate", *(["--upgrade"] if options["upgrade"] else [])),
                *("--output-file", f"{name}.txt", f"{name}.in"),
            ]
            if subprocess.run(command, cwd=folder, check=False).returncode:
                raise CommandError(f"uv could not resolve requirements/{name}.in (its words are above).")
        if wrong := addresses_in_locks(folder):
            raise CommandError("\n".join(wrong))
        self.stdout.write("requirements/main.txt and dev.txt are written; run the tests, then commit both.")
