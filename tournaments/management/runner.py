"""A command that hands its arguments, unread, to a module of the source tree in a process of its own.

Tests and benchmarks configure themselves: they must not run inside a process that has Django set up already.
"""

import os
import subprocess
import sys
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand


class RunnerCommand(BaseCommand):
    """Subclasses name the module; its exit code becomes this command's."""

    module: str
    requires_system_checks = ()

    def run_from_argv(self, argv: list[str]) -> None:
        if {"-h", "--help"} & set(argv[2:3]):
            self.stdout.write(self.help)
            return
        command = [sys.executable, "-m", self.module, *argv[2:]]
        # where the caller stood may not be the source tree, and names of modules and tests start there
        os.chdir(settings.BASE_DIR)
        sys.exit(subprocess.run(command, check=False).returncode)

    def handle(self, *args: Any, **options: Any) -> None:
        """Not reached: run_from_argv does it all."""
