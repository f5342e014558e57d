"""`manage.py quality`: lint, types, layers, migrations, production settings, the OpenAPI file, the locks."""

from tournaments.management.runner import RunnerCommand


class Command(RunnerCommand):
    help = "Run every static check and tell all failures at the end."
    module = "tournaments.management.quality"
