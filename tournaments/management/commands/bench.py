"""`manage.py bench`: the measurements of bench/, in the order of its registry."""

from tournaments.management.runner import RunnerCommand


class Command(RunnerCommand):
    help = "Run the benchmarks: all of them, or those named."
    module = "bench.run"
