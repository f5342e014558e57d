#!/usr/bin/env python3
"""The one command: `python3 manage.py up` starts the product, `python3 manage.py help` lists the rest."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent


def main() -> None:
    # asked first, because an older Python cannot even import bootstrap.py
    if sys.version_info < (3, 11):
        sys.exit(
            "Python 3.11 or newer is needed: run manage.py with one, for example `python3.11 manage.py up`."
        )

    import bootstrap

    bootstrap.enter(ROOT, [str(ROOT / "manage.py"), *sys.argv[1:]])

    from django.core.management import execute_from_command_line

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
