"""`manage.py test`: the whole suite, on SQLite and PostgreSQL, with everything it needs (tests/run.py)."""

from tournaments.management.runner import RunnerCommand


class Command(RunnerCommand):
    help = "Run the tests: all of them, or what the pytest arguments select. --engine sqlite|postgres|both."
    module = "tests.run"
