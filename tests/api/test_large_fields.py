"""As many entries as an event holds are answered whole: no database is asked for their people one by one."""

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from tests.api.calls import Stage

pytestmark = pytest.mark.one_engine  # SQLite looks for fewer than a thousand at once


def test_entries_of_more_than_a_thousand_people_are_added_and_answered(
    stage: Stage, call: Callable[[str], APIClient]
) -> None:
    sent = {"entries": [{"players": [f"Ann {n}", f"Bob {n}"]} for n in range(501)]}
    answer = call("director").post(stage.url("/entries", stage.bare), sent)
    assert answer.status_code == 201
    assert len(answer.json()["entries"]) == 501
