"""A game that ends is rated by a worker of its own accord."""

import pytest

from tests.support.broker import eventually
from tests.support.ledger_builders import NS, RatedClub
from tournaments.management.embedded.children import Child

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_engine]


def test_a_worker_brings_the_ratings_up_to_the_ledger(worker: Child) -> None:
    club = RatedClub("Ann", "Bob", "Cleo", "Dan")
    club.game("Ann Bob Cleo Dan", NS, minute=1)
    eventually(lambda: club.book.rated_version == club.book.ledger_version == 1)
    assert club.rating("Ann") == 1525
    assert club.book.queued_at is None
