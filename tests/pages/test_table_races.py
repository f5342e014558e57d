"""Two phones of a table at the same moment: one result, two claims, and no word lost."""

import threading

from django.db import connection
from django.test import TransactionTestCase

from tests.pages.table_calls import Phone, phone_at
from tests.support.event_builders import four_tables, make_event
from tournaments.models import Claim, ClaimState, Event, LogEntry, Result, ResultState

PHONES = 6


class TwoPhones(TransactionTestCase):
    def setUp(self) -> None:
        self.event = make_event(pairs=8)
        four_tables(self.event)
        self.phone = phone_at(self.event)

    def at_once(self, sides: list[tuple[str, str]]) -> list[int]:
        """Each (side, key) sent by a phone of its own, all at the same moment; the statuses."""
        start, found = threading.Barrier(len(sides)), []

        def send(side: str, key: str) -> None:
            phone = Phone(self.phone.token)
            start.wait()
            try:
                found.append(phone.enter(side, key=key).status_code)
            finally:
                connection.close()

        threads = [threading.Thread(target=send, args=pair) for pair in sides]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return found

    def test_both_sides_at_once_agree(self) -> None:
        assert self.at_once([("NS", "a"), ("EW", "b")]) == [200, 200]
        result = Result.objects.get()
        assert (result.state, result.version) == (ResultState.CONFIRMED, 2)
        assert set(Claim.objects.values_list("state", flat=True)) == {ClaimState.AGREED}

    def test_the_same_entry_from_a_phone_that_could_not_wait_is_one(self) -> None:
        assert self.at_once([("NS", "same")] * PHONES) == [200] * PHONES
        assert Result.objects.get().version == 1
        assert Claim.objects.count() == 1
        assert LogEntry.objects.filter(action="result.entered").count() == 1
        version = Event.objects.get().results_version
        assert self.phone.enter("NS", key="same").status_code == 200
        assert Event.objects.get().results_version == version
