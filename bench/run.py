"""`manage.py bench [NAME …]`: the measurements of bench/, each in the order of bench.MODULES.

A module has main(), which prints its rows. It measures beside a peer or a limit in the same run: ratios travel
from machine to machine, seconds do not.
"""

import importlib
import os
import sys
import tempfile

import bench


def main(names: list[str]) -> int:
    """Run the benchmarks of these names, or all. Returns the exit code."""
    unknown = [name for name in names if name not in bench.MODULES]
    if unknown:
        print(
            f"No benchmark is called {', '.join(unknown)}; there are: {', '.join(bench.MODULES)}.",
            file=sys.stderr,
        )
        return 2
    with tempfile.TemporaryDirectory(prefix="director-bench-") as data:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")
        os.environ["DATA_DIR"] = data
        import django  # after the environment it reads

        django.setup()
        for name in names or bench.MODULES:
            print(f"— {name} —", flush=True)
            importlib.import_module(f"bench.{name}").main()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
