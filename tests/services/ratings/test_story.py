"""A player's story: where they stand, how they came there, with whom, and why – and what it does not give away."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.support.event_builders import make_member
from tests.support.rating_builders import DRAW, EW, NS, QUIT_E, QUIT_N, Ledger
from tournaments.models import Ban, Game, GameSeat, RatedGame, RatingChanges, Role, StandIn
from tournaments.services.ratings.reading import player_for, story_of
from tournaments.services.ratings.shown import Viewer
from tournaments.services.ratings.story_values import GameLine, SetLine, Story

pytestmark = pytest.mark.django_db
NOBODY = AnonymousUser()


@pytest.fixture
def ledger() -> Ledger:
    return Ledger("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")


def story(ledger: Ledger, name: str, kind: str = "", viewer: Viewer = NOBODY, page: int = 1) -> Story:
    return story_of(ledger.people[name], kind, viewer, page)


def games(told: Story) -> list[GameLine]:
    return [line for line in told.lines.items if isinstance(line, GameLine)]


def sentence(told: Story, place: int = 0) -> str:
    why = games(told)[place].why
    return why.text if why else ""


def test_the_worked_example_is_told_with_its_numbers(ledger: Ledger) -> None:
    """A (1512) and C (1484) beat B (1562) and D (1417): docs/rules.md §5."""
    for name, rating in (("Ann", 1512), ("Bob", 1484), ("Cleo", 1562), ("Dan", 1417)):
        ledger.set(name, rating, kind="ranked", days_ago=2)
    ledger.play("Ann Bob Cleo Dan")
    line = games(story(ledger, "Ann"))[0]
    assert line.why
    assert line.why.change
    assert line.why.text == "+24: beat Cleo and Dan, 1.02 of 2 expected: 25 × (2 − 1.02)."
    own = line.why.change
    assert (own.before, own.k) == (1512, 25)
    assert own.after == pytest.approx(1536.39, abs=0.01)
    assert line.result == "won"
    assert (line.partner.name, [who.name for who in line.opponents]) == ("Bob", ["Cleo", "Dan"])
    assert sentence(story(ledger, "Dan")).startswith("−24: lost to Ann and Bob")


def test_a_quitter_and_the_others_are_told_how_it_was_decided(ledger: Ledger) -> None:
    ledger.play("Ann Bob Cleo Dan", NS + QUIT_N)
    assert sentence(story(ledger, "Ann")).startswith("−25: quit, and so lost to Cleo and Dan")
    assert games(story(ledger, "Ann"))[0].result == "quit"
    assert sentence(story(ledger, "Bob")).startswith("+25: beat Cleo and Dan")
    assert sentence(story(ledger, "Cleo")).startswith("0: beat Ann (who quit) and lost to Bob")


def test_two_quitters_on_opposite_sides_leave_a_note_that_the_sum_is_not_zero(ledger: Ledger) -> None:
    ledger.play("Ann Bob Cleo Dan", DRAW + QUIT_N + QUIT_E)
    why = games(story(ledger, "Bob"))[0].why
    assert why
    assert "Ann and Cleo quit on opposite sides" in why.notes[0]
    assert "−25, not 0" in why.notes[0]


def test_while_a_game_is_played_only_the_quitter_has_a_change(ledger: Ledger) -> None:
    ledger.play("Ann Bob Cleo Dan", DRAW + QUIT_N, pending=True)
    ann, bob = games(story(ledger, "Ann"))[0], games(story(ledger, "Bob", "ranked"))[0]
    assert (ann.result, round(ann.change or 0)) == ("quit", -25)
    assert (bob.result, bob.change, bob.why, bob.pending) == ("", None, None, True)
    assert story(ledger, "Bob", "ranked").partners == ()


def test_under_a_policy_with_two_k_each_is_told_with_the_right_one() -> None:
    ledger = Ledger("Ann", "Bob", "Cleo", "Dan", policy={"preset": "2016", "k_new_games": 1})
    ledger.play("Ann Bob Cleo Dan", days_ago=3)
    ledger.people["Eve"] = ledger.add("Eve")
    ledger.play("Eve Bob Cleo Dan", days_ago=2)
    newcomer, old = games(story(ledger, "Eve"))[0].why, games(story(ledger, "Bob"))[0].why
    assert newcomer
    assert newcomer.change
    assert newcomer.change.k == 50
    assert old
    assert old.change
    assert old.change.k == 30
    assert "The players’ K differ" in old.notes[0]


def test_while_ratings_are_made_anew_no_sum_is_told_that_does_not_come_out(ledger: Ledger) -> None:
    ledger.play("Ann Bob Cleo Dan")
    RatingChanges.objects.update(own_change_n=12.5)
    line = games(story(ledger, "Ann"))[0]
    assert (line.change, line.why) == (13, None)


def test_namesakes_at_one_table_are_told_apart_by_nobody_and_still_explained(ledger: Ledger) -> None:
    ledger.people["Ann2"] = ledger.add("Ann")
    ledger.play("Ann Bob Ann2 Dan")
    assert sentence(story(ledger, "Ann")) == "+25: beat Ann and Dan, 1.00 of 2 expected: 25 × (2 − 1.00)."


def test_who_sat_in_is_named_as_not_rated(ledger: Ledger) -> None:
    now = timezone.now()
    game = Game.objects.create(
        event=ledger.event(), number=7, table=2, rules={"preset": "standard"}, opened_at=now
    )
    ledger.play("Ann Bob Cleo Dan", NS + QUIT_N, game=game)
    seat = GameSeat.objects.create(game=game, seat="N", person=ledger.people["Ann"], sat_at=now)
    StandIn.objects.create(seat=seat, person=ledger.people["Eve"], from_deal=3, sat_at=now)
    line = games(story(ledger, "Bob"))[0]
    assert line.number == 7
    assert line.why
    assert line.why.notes == ("Eve sat in for somebody who quit, and is not rated.",)


# --- what is not given away


def test_with_somebody_unlisted_at_the_table_the_sum_is_left_out(ledger: Ledger) -> None:
    ledger.set("Dan", 1811, kind="ranked", days_ago=3)
    ledger.play("Ann Bob Cleo Dan")
    assert "of 2 expected" in sentence(story(ledger, "Ann"))
    ledger.off("Dan")
    why = games(story(ledger, "Ann"))[0].why
    assert why
    assert why.change is None
    assert why.text == "+35: beat Cleo and Dan."
    assert "expected" not in why.text
    assert "The sum is left out" in why.notes[0]


def test_the_clubs_directors_see_the_sum_all_the_same_and_others_do_not(ledger: Ledger) -> None:
    ledger.play("Ann Bob Cleo Dan")
    ledger.off("Dan")
    director = make_member(ledger.club, Role.DIRECTOR)
    elsewhere = make_member(Ledger().club, Role.DIRECTOR)
    ann = ledger.people["Ann"]
    ann.user = User.objects.create_user("ann")
    ann.save()
    assert "expected" in sentence(story(ledger, "Ann", viewer=director))
    assert "expected" not in sentence(story(ledger, "Ann", viewer=elsewhere))
    assert "expected" not in sentence(story(ledger, "Ann", viewer=ann.user))


def test_an_unlisted_player_sees_their_own_sums(ledger: Ledger) -> None:
    ledger.play("Ann Bob Cleo Dan")
    ann = ledger.off("Ann")
    ann.user = User.objects.create_user("ann")
    ann.save()
    assert "expected" in sentence(story(ledger, "Ann", viewer=ann.user))


def test_a_companion_who_is_unlisted_is_counted_without_an_average(ledger: Ledger) -> None:
    ledger.play("Ann Bob Cleo Dan")
    ledger.off("Bob")
    (partner,) = story(ledger, "Ann").partners
    assert (partner.person.name, partner.games, partner.won, partner.average) == ("Bob", 1, 1, None)
    assert not partner.person.listed


def fraction(number: float) -> float:
    return abs(number - round(number))


def test_numbers_are_whole_for_all_but_the_clubs_directors(ledger: Ledger) -> None:
    """A change with its fraction, and the three others' ratings, would give the fourth's."""
    ledger.set("Dan", 1811, kind="ranked", days_ago=3)
    ledger.play("Ann Bob Cleo Dan")
    ledger.off("Dan")
    director = make_member(ledger.club, Role.DIRECTOR)

    def numbers(viewer: Viewer) -> list[float]:
        told = story(ledger, "Ann", viewer=viewer)
        assert told.standing
        course = [rating for step in told.course for rating in (step.before, step.rating)]
        return [told.standing.rating, *course, *(line.change or 0 for line in games(told))]

    assert not any(fraction(number) for number in numbers(NOBODY))
    assert any(fraction(number) > 0.1 for number in numbers(director))
    assert not fraction(story(ledger, "Ann").opponents[0].average or 0.5)


def test_a_ban_is_told_to_its_player_and_to_directors_alone(ledger: Ledger) -> None:
    ledger.play("Ann Bob Cleo Dan")
    ann, now = ledger.people["Ann"], timezone.now()
    ann.user = User.objects.create_user("ann")
    ann.save()
    hour = timedelta(hours=1)
    holds = Ban.objects.create(person=ann, reason="quit", since=now - hour / 2, until=now + hour / 2)
    Ban.objects.create(person=ann, reason="quit", since=now - 2 * hour, until=now - hour)
    Ban.objects.create(person=ann, reason="quit", since=now, until=now + hour, lifted_at=now)
    director = make_member(ledger.club, Role.DIRECTOR)
    assert story(ledger, "Ann", viewer=ann.user).bans == (holds,)
    assert story(ledger, "Ann", viewer=director).bans == (holds,)
    assert story(ledger, "Ann").bans == ()


def test_why_a_rating_was_set_is_told_to_its_player_and_to_directors_alone(ledger: Ledger) -> None:
    ledger.play("Ann Bob Cleo Dan")
    ledger.set("Ann", 1700, reason="Champion of the coast.")
    told = story(ledger, "Ann").lines.items[0]
    assert isinstance(told, SetLine)
    assert (told.rating, told.reason, told.by) == (1700, "", "")
    director = make_member(ledger.club, Role.DIRECTOR)
    told = story(ledger, "Ann", viewer=director).lines.items[0]
    assert isinstance(told, SetLine)
    assert told.reason == "Champion of the coast."


def test_there_is_a_page_of_who_is_listed_and_has_a_rating(ledger: Ledger) -> None:
    ledger.play("Ann Bob Cleo Dan")
    ledger.off("Bob")
    club, people = ledger.club, ledger.people
    director = make_member(club, Role.DIRECTOR)

    def seen(name: str, viewer: Viewer) -> bool:
        return player_for(club, people[name].pk, viewer) is not None

    assert [seen(name, NOBODY) for name in ("Ann", "Bob", "Eve")] == [True, False, False]
    assert [seen(name, director) for name in ("Ann", "Bob", "Eve")] == [True, True, True]
    assert player_for(Ledger().club, people["Ann"].pk, NOBODY) is None


# --- the course, the page, the companions


def test_the_course_has_a_step_for_each_game_and_each_rating_that_was_set(ledger: Ledger) -> None:
    ledger.play("Ann Bob Cleo Dan", days_ago=9)
    ledger.set("Ann", 1700, kind="ranked", days_ago=8)
    ledger.play("Ann Bob Cleo Dan", EW, days_ago=7)
    course = story(ledger, "Ann").course
    assert [round(step.rating) for step in course] == [1525, 1700, round(ledger.rating("Ann"))]
    assert [step.was_set for step in course] == [False, True, False]


def test_the_games_of_an_event_are_one_step(ledger: Ledger) -> None:
    for _ in range(3):
        game = ledger.play("Ann Bob Cleo Dan", kind="teams", days_ago=4)
        RatingChanges.objects.filter(pk=game.pk).update(own_before_n=1500, own_change_n=25)
    assert [step.rating for step in story(ledger, "Ann", "teams").course] == [1575]


def test_partners_and_opponents_are_counted(ledger: Ledger) -> None:
    ledger.play("Ann Bob Cleo Dan")
    ledger.play("Ann Bob Cleo Eve", EW)
    ledger.play("Ann Eve Bob Cleo", DRAW)
    told = story(ledger, "Ann")
    assert [(row.person.name, row.games, row.won) for row in told.partners] == [("Bob", 2, 1), ("Eve", 1, 0)]
    met = {row.person.name: (row.games, row.won) for row in told.opponents}
    assert met == {"Cleo": (3, 1), "Dan": (1, 1), "Eve": (1, 0), "Bob": (1, 0)}
    changes = [game.change or 0 for game in games(told)]
    assert told.opponents[0].average == pytest.approx(sum(changes) / 3)
    assert changes == [round(change) for change in changes]


def test_nils_bid_made_and_set_and_those_of_the_opponents(ledger: Ledger) -> None:
    ledger.play("Ann Bob Cleo Dan", tallies=[[3, 1, 2, 1], [], [], []])
    standing = story(ledger, "Ann").standing
    assert standing
    assert (standing.bid, standing.made, standing.set) == (3, 2, 1)
    assert standing.skill.text == "0.50 (1 of 2)"


def test_the_history_is_paged_newest_first(ledger: Ledger) -> None:
    for number in range(45):
        ledger.play("Ann Bob Cleo Dan", days_ago=50 - number)
    first, last = story(ledger, "Ann"), story(ledger, "Ann", page=3)
    assert (len(first.lines.items), len(last.lines.items), first.lines.pages) == (20, 5, 3)
    assert games(first)[0].at > games(first)[-1].at > games(last)[0].at
    assert (first.lines.before, first.lines.after, last.lines.after) == (None, 2, None)
    assert len(first.course) == 45


def test_more_games_take_no_more_queries(ledger: Ledger) -> None:
    def count() -> int:
        ann = type(ledger.people["Ann"]).objects.select_related("club").get(name="Ann")
        with CaptureQueriesContext(connection) as found:
            story_of(ann, "ranked", NOBODY)
        return len(found)

    ledger.play("Ann Bob Cleo Dan")
    few = count()
    for other in ("Dan", "Eve", "Fay"):
        for _ in range(5):
            ledger.play(f"Ann Bob Cleo {other}")
    assert count() == few <= 8
    assert RatedGame.objects.count() == 16
