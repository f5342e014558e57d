"""`manage.py load_demo`: a club with an evening that is under way and one that is over."""

from typing import Any

from tournaments.management.base import DirectorCommand
from tournaments.services.demo import load_demo


class Command(DirectorCommand):
    help = "Load the demo: a club, an evening under way with results still missing, and one that is over."

    def run(self, **options: Any) -> str:
        return "\n".join(f"/t/{event.tournament.slug}/{event.slug}/" for event in load_demo())
