"""`manage.py rerate`: the same ratings, whoever makes them; progress where somebody watches."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.support.ledger_builders import EW, NS, QUITS, RatedClub
from tournaments.models import Kind, Rating, RatingBook
from tournaments.services.ratings import rerating, rows

pytestmark = pytest.mark.django_db


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def club() -> RatedClub:
    made = RatedClub("Ann", "Bob", "Cleo", "Dan", "Eve")
    made.game("Ann Bob Cleo Dan", NS, minute=1)
    made.bring_up()
    made.game("Ann Eve Cleo Dan", EW + QUITS["W"], minute=4)
    made.event(Kind.TEAMS, [("Eve Bob Cleo Dan", NS), ("Ann Bob Cleo Eve", NS)], minute=3)
    made.bring_up()
    made.set("Bob", 1600, minute=9)
    return made


def rerate(**options: object) -> str:
    out = StringIO()
    call_command("rerate", stdout=out, **options)
    return out.getvalue()


def test_the_same_floats_come_out_to_the_last_bit(club: RatedClub) -> None:
    before = club.floats()
    said = rerate()
    assert said == f"{club.club.name}: 4 games rated; every rating is as it was.\n"
    assert club.floats() == before
    assert club.book.rated_version == club.book.ledger_version


def test_what_came_out_otherwise_is_said(club: RatedClub) -> None:
    before = club.floats()
    Rating.objects.filter(person=club.people["Ann"], kind="ranked").update(rating=9999)
    Rating.objects.filter(person=club.people["Eve"]).delete()
    assert "4 ratings are others now" in rerate(club=club.club.slug)
    assert club.floats() == before


def test_a_terminal_sees_how_far_it_is(club: RatedClub) -> None:
    out = Terminal()
    call_command("rerate", stdout=out)
    assert f"{club.club.name}: 0 of 4 games" in out.getvalue()
    assert f"{club.club.name}: 4 of 4 games, writing …" in out.getvalue()
    assert out.getvalue().endswith("every rating is as it was.\n")


def test_others_see_how_far_it_is(club: RatedClub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "PAGE", 2)
    seen = []
    rerating.rebuild(club.club.pk, lambda done, total: seen.append((club.book.done, club.book.total)))
    assert seen == [(0, 4), (2, 4), (4, 4)]
    assert (club.book.done, club.book.total) == (0, 0)


def test_a_club_that_is_not_there_is_refused_and_none_is_no_fault(club: RatedClub) -> None:
    with pytest.raises(CommandError, match="There is no club “nope”; there are") as error:
        rerate(club="nope")
    assert error.value.returncode == 2
    RatingBook.objects.all().delete()
    assert rerate() == "No club has ratings yet.\n"
