"""The sentences of the log: who was entered, and values in plain words."""

import pytest

from tests.support.event_builders import ACTOR, make_event
from tests.support.ranked_builders import finished, make_ranked
from tournaments.models import LogEntry
from tournaments.pages.desk.diary import tell
from tournaments.services.entries import NewEntry, add_entries
from tournaments.services.logbook import log
from tournaments.services.ranked.games import void_game

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("many", "subject"),
    [(1, "1 Ann 1 & Ben 1"), (2, "1 Ann 1 & Ben 1, 2 Ann 2 & Ben 2"), (4, "4 entries")],
)
def test_a_few_entries_are_named(many: int, subject: str) -> None:
    event = make_event(pairs=0)
    add_entries(event.pk, [NewEntry((f"Ann {n}", f"Ben {n}")) for n in range(1, many + 1)], ACTOR)
    assert tell(LogEntry.objects.get(event=event, action="entries.added"), event).subject == subject


def test_values_are_told_in_plain_words() -> None:
    event = make_event(pairs=2)
    after = {"matches": [[2, 4], [1, 3]], "tie_breaks": ["boards_won", "tops"], "by_hand": False}
    told = tell(log(event, ACTOR, "round.drawn", "round 1", after=after), event)
    assert told.changes == ("matches 2–4, 1–3", "tie breaks boards won, tops", "by hand no")


def test_the_end_of_a_game_is_told_without_what_only_undoing_needs() -> None:
    game = finished(make_ranked())
    void_game(game.pk, "Cards were seen.", ACTOR)
    event = game.event
    told = tell(LogEntry.objects.get(event=event, action="game.voided"), event)
    # PostgreSQL keeps no order of an object's names
    assert set(told.changes) == {"status over → void", "outcome ns → –", "ending target → –"}
    assert (told.reason, told.undoable) == ("Cards were seen.", True)


def test_cards_of_a_deal_are_not_told_to_whoever_reads_of_it() -> None:
    event = make_ranked()
    before, after = ({"ns_bid": bid, "play": f"N:A{bid}"} for bid in "45")
    told = tell(log(event, ACTOR, "deal.corrected", "game 1, deal 1", before=before, after=after), event)
    assert told.changes == ("NS bid 4 → 5",)


@pytest.mark.parametrize(
    ("after", "changes"),
    [
        ({"entries": [1]}, ()),
        ({"entries": [{"number": 1}]}, ()),
        ({"ns_bid": "4"}, ("NS bid 4",)),
        ({"since": "2026-13-31T25:00:00+00:00"}, ("since 2026-13-31T25:00:00+00:00",)),
        ({"since": "9999-12-31T23:59:59+00:00"}, ("since 9999-12-31T23:59:59+00:00",)),
    ],
)
def test_a_line_that_came_in_an_event_file_may_say_anything(
    after: dict[str, object], changes: tuple[str, ...]
) -> None:
    event = make_event(pairs=0)
    event.tournament.time_zone = "Pacific/Auckland"
    told = tell(log(event, ACTOR, "entries.added", "whoever", after=after), event)
    assert (told.subject, told.changes) == ("whoever", changes)
