"""Events of ranked tables: made, changed, copied; what other kinds have and they have not."""

from datetime import date

import pytest

from tests.support.event_builders import ACTOR, make_event, make_tournament
from tests.support.ranked_builders import (
    NS_MAKES,
    PHONE,
    after,
    leave_and_quit,
    make_ranked,
    play,
    player,
    words,
)
from tournaments.eventfile import dumps, loads
from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import Event, EventStatus, Kind, RankedSettings
from tournaments.services import clock, rounds
from tournaments.services.boards import deal_for_event, record_secret
from tournaments.services.copying import copy_event, copy_tournament
from tournaments.services.entries import NewEntry, add_entries, rename_entry, withdraw_entry
from tournaments.services.entry_paste import add_pasted
from tournaments.services.errors import ServiceError
from tournaments.services.event_details import change_kind
from tournaments.services.event_export import export_event
from tournaments.services.events import (
    EventSettings,
    change_settings,
    finalise,
    reopen,
    usual_settings,
)
from tournaments.services.imports import import_entries, import_results
from tournaments.services.new_event import NewEvent, set_up_event
from tournaments.services.numbering import renumber
from tournaments.services.phone import Said, say, take_back
from tournaments.services.ranked.deals import enter_deal
from tournaments.services.ranked.games import void_game
from tournaments.services.ranked.leaving import end_by_leaving, fill_in
from tournaments.services.ranked.options import RankedOptions, change_options, create_ranked_event
from tournaments.services.results import Entered, record_result, remove_result
from tournaments.services.sitting import SaidSitting, say_who_sits
from tournaments.services.substitutes import substitute
from tournaments.services.table_results import record_table
from tournaments.services.tokens import open_token, token_text, tokens_for_entries, tokens_for_tables
from tournaments.services.tournaments import NewTournament

pytestmark = pytest.mark.django_db

ALL_OTHER = RankedOptions(
    rated=False,
    lowest_rating=1200,
    highest_rating=1800,
    open_seating=False,
    leaving="forfeit",
    dealing="system",
    stake=25,
)


def codes(refused: pytest.ExceptionInfo[ServiceError]) -> list[tuple[str, str]]:
    return [(fault.code, fault.path) for fault in refused.value.faults]


def test_a_new_event_has_what_was_chosen_and_is_usually_rated_puzzle_pirates() -> None:
    usual = make_ranked(target=500)
    assert (usual.kind, usual.status, RankedOptions.of(usual)) == ("ranked", "setup", RankedOptions())
    assert usual_settings(Kind.RANKED).rules == "puzzle-pirates"
    made = make_ranked(**{name: getattr(ALL_OTHER, name) for name in RankedOptions.__slots__})
    assert RankedOptions.of(Event.objects.get(pk=made.pk)) == ALL_OTHER


def test_everything_wrong_with_a_new_event_is_said_at_once_and_nothing_is_made() -> None:
    tournament = make_tournament()
    rules = {"preset": "standard", "target": 400, "floor": -5000}
    settings = EventSettings(rules=rules, tie_breaks=("sum",))
    wrong = RankedOptions(lowest_rating=-1, stake=10**7, leaving="stay", dealing="robot")
    with pytest.raises(ServiceError) as refused:
        create_ranked_event(tournament, "Ladder", settings, wrong, ACTOR)
    assert codes(refused) == [
        ("target", "target"),
        ("floor", "floor"),
        ("tie-break", "tie_breaks"),
        ("lowest-rating", "lowest_rating"),
        ("stake", "stake"),
        ("leaving", "leaving"),
        ("dealing", "dealing"),
    ]
    assert not Event.objects.exists()


def test_a_range_has_its_lower_end_first() -> None:
    with pytest.raises(ServiceError, match="Nobody has a rating from 1600 to 1400"):
        make_ranked(lowest_rating=1600, highest_rating=1400)
    assert make_ranked(lowest_rating=1500, highest_rating=1500).ranked.lowest_rating == 1500


@pytest.mark.parametrize("target", [200, 250, 300, 500, 1000])
def test_a_game_is_played_to_one_of_five_targets(target: int) -> None:
    assert make_ranked(target=target).rule_set.target == target


@pytest.mark.parametrize("preset", ["duplicate-pairs", "card-game-academy", "safe-harbor"])
def test_a_rule_set_without_a_target_needs_one_and_any_will_do_with_it(preset: str) -> None:
    with pytest.raises(
        ServiceError, match="There is no target; a game of ranked tables is played to one of 200"
    ):
        make_ranked(rules={"preset": preset})
    assert make_ranked(rules={"preset": preset, "target": 300}).rule_set.target == 300


def test_settings_keep_a_target_when_they_are_changed() -> None:
    event = make_ranked()
    with pytest.raises(ServiceError, match="The target is 750"):
        change_settings(event.pk, EventSettings(rules={"preset": "standard", "target": 750}), ACTOR)
    assert change_settings(event.pk, EventSettings(rules="standard"), ACTOR).rule_set.target == 500


def test_options_are_changed_and_logged_with_a_reason_once_there_are_games() -> None:
    event = make_ranked()
    change_options(event.pk, ALL_OTHER, ACTOR)
    change_options(event.pk, ALL_OTHER, ACTOR)
    line = event.log.get(action="event.ranked")
    assert (line.before["stake"], line.after["stake"]) == (0, 25)
    change_options(event.pk, RankedOptions(), ACTOR)
    game = play(event)
    with pytest.raises(ServiceError) as refused:
        change_options(event.pk, ALL_OTHER, ACTOR)
    assert codes(refused) == [("reason-missing", "reason")]
    changed = change_options(event.pk, ALL_OTHER, ACTOR, "as agreed")
    assert RankedOptions.of(Event.objects.get(pk=changed.pk)) == ALL_OTHER
    game.refresh_from_db()
    assert (game.rated, game.stake) == (True, 0)


def test_a_game_played_on_without_a_quitter_is_not_lost_by_a_later_setting() -> None:
    """It would be over before deals that were played, and its file could not be read."""
    event = make_ranked()
    forfeit = RankedOptions(leaving="forfeit")
    game = leave_and_quit(play(event), "N")
    with pytest.raises(ServiceError) as refused:
        change_options(event.pk, forfeit, ACTOR, "too many leave")
    assert codes(refused) == [("leaving", "leaving")]
    assert "Game 1" in refused.value.faults[0].message
    for number in (1, 2, 3):
        enter_deal(game.pk, number, words(NS_MAKES), ACTOR, reason="played before")
    with pytest.raises(ServiceError) as refused:
        change_options(event.pk, forfeit, ACTOR, "too many leave")
    assert codes(refused) == [("leaving", "leaving")]
    change_options(event.pk, RankedOptions(stake=5), ACTOR, "for points")
    loads(dumps(export_event(event)))


def test_games_that_were_filled_or_ended_by_leaving_are_in_no_ones_way() -> None:
    event = make_ranked()
    filled = leave_and_quit(play(event), "N")
    fill_in(filled.pk, "N", player(event, "Ann").pk, ACTOR, after(5))
    others = ("Bo", "Cy", "Di", "Eve")
    end_by_leaving(leave_and_quit(play(event, 2, others), "N").pk, "nobody is free", ACTOR, after(6))
    void_game(leave_and_quit(play(event, 2, (*others[1:], "Flo")), "N").pk, "wrong", ACTOR, after(7))
    change_options(event.pk, RankedOptions(leaving="forfeit"), ACTOR, "too many leave")
    event.refresh_from_db()
    assert loads(dumps(export_event(event))).games[1].given is not None


def test_only_an_event_of_ranked_tables_that_is_not_final_has_options() -> None:
    with pytest.raises(ServiceError, match="is a Pairs event"):
        change_options(make_event().pk, RankedOptions(), ACTOR)
    event = make_ranked()
    finalise(event.pk, ACTOR, "cancelled")
    with pytest.raises(ServiceError, match="The event is final"):
        change_options(event.pk, ALL_OTHER, ACTOR, "late")


def test_a_copy_has_the_options_and_no_games() -> None:
    source = make_ranked()
    change_options(source.pk, ALL_OTHER, ACTOR)
    play(source, names=["Ann", "Bo", "Cy", "Di"])
    made = Event.objects.get(pk=copy_event(source.tournament, source.pk, ACTOR, name="Ladder 2").event.pk)
    assert (made.kind, made.name, made.rules) == ("ranked", "Ladder 2", source.rules)
    assert RankedOptions.of(made) == ALL_OTHER
    assert not made.games.exists()
    wanted = NewTournament(name="Next week", starts_on=date(2026, 12, 3))
    week = copy_tournament(source.tournament.club, source.tournament_id, wanted, ACTOR)
    assert [RankedOptions.of(event) for event in week.events.order_by("pk")] == [ALL_OTHER, ALL_OTHER]


def test_a_pairs_event_that_is_rated_has_rated_copies() -> None:
    source = make_event(pairs=0)
    Event.objects.filter(pk=source.pk).update(rated=True)
    assert Event.objects.get(pk=copy_event(source.tournament, source.pk, ACTOR).event.pk).rated


def test_a_new_event_is_set_up_as_wanted_or_as_the_copied_one() -> None:
    tournament = make_tournament()
    wanted = NewEvent(name="Ladder", kind=Kind.RANKED, rules="standard", target=300, ranked=ALL_OTHER)
    source = set_up_event(tournament, wanted, ACTOR).event
    assert (source.rule_set.preset, source.rule_set.target, source.rated) == ("standard", 300, False)
    again = NewEvent(name="Ladder 2", kind=Kind.RANKED, copy_from=source.pk)
    copied = set_up_event(tournament, again, ACTOR).event
    assert (copied.rules, RankedOptions.of(copied)) == (source.rules, ALL_OTHER)


def test_an_event_changes_its_kind_until_there_are_games() -> None:
    event = make_event(pairs=0)
    changed = change_kind(event.pk, Kind.RANKED, ACTOR)
    assert (changed.rule_set.preset, changed.rated, RankedOptions.of(changed)) == (
        "puzzle-pirates",
        True,
        RankedOptions(),
    )
    assert change_kind(event.pk, Kind.PAIRS, ACTOR).rated is False
    assert not RankedSettings.objects.exists()
    change_kind(event.pk, Kind.RANKED, ACTOR)
    play(Event.objects.get(pk=event.pk))
    with pytest.raises(ServiceError, match="has games, so it stays a Ranked tables event"):
        change_kind(event.pk, Kind.TEAMS, ACTOR)


def test_an_event_that_was_played_is_provisional_when_it_is_reopened() -> None:
    empty, played = make_ranked(), make_ranked()
    play(played)
    for event, status in ((empty, EventStatus.SETUP), (played, EventStatus.PROVISIONAL)):
        finalise(event.pk, ACTOR, "enough")
        assert reopen(event.pk, ACTOR, "a mistake").status == status


LINE = ResultFields(round=1, table=1, board=1, ns_bid="7", ns_tricks="7", ew_bid="5", ew_tricks="6")
SAID = Said(
    side="NS",
    round=1,
    board=1,
    ns_bid="7",
    ns_tricks="7",
    ew_bid="5",
    ew_tricks="6",
    key="k",
)
ELSEWHERE = {
    "entries": lambda event: add_entries(event.pk, [NewEntry(("Ann", "Bo"))], ACTOR),
    "an entry's name": lambda event: rename_entry(event.pk, 1, "Ann & Bo", ACTOR),
    "a withdrawal": lambda event: withdraw_entry(event.pk, 1, ACTOR, "ill"),
    "pasted entries": lambda event: add_pasted(event.pk, b"Ann\tBo\n", ACTOR),
    "entries of a file": lambda event: import_entries(event.pk, b"player1,player2\nAnn,Bo\n", ACTOR),
    "results of a file": lambda event: import_results(event.pk, b"round,table\n1,1\n", ACTOR),
    "numbers": lambda event: renumber(event.pk, {1: 2}, ACTOR),
    "a substitute": lambda event: substitute(event.pk, 1, 1, "Ann", 1, None, ACTOR, "ill"),
    "a round opened": lambda event: rounds.open_round(event.pk, 1, ACTOR),
    "a round closed": lambda event: rounds.close_round(event.pk, 1, ACTOR),
    "a draw by kind": lambda event: rounds.draw_by_kind(event.pk, "howell", ACTOR),
    "a draw removed": lambda event: rounds.remove_draw(event.pk, ACTOR),
    "a clock": lambda event: clock.start_clock(event.pk, 1, 30, ACTOR),
    "a result": lambda event: record_result(event.pk, Entered(LINE), ACTOR),
    "a result taken back": lambda event: remove_result(event.pk, (1, 1, 1), 1, "wrong", ACTOR),
    "a table's results": lambda event: record_table(event.pk, [Entered(LINE)], ACTOR),
    "boards": lambda event: deal_for_event(event.pk, 16, ACTOR),
    "a race's secret": lambda event: record_secret(event.pk, ACTOR),
    "codes of entries": lambda event: tokens_for_entries(event.pk, ACTOR),
    "a phone's result": lambda event: say(tokens_for_tables(event.pk, [1], ACTOR)[0], SAID),
    "a phone's result taken back": lambda event: take_back(
        tokens_for_tables(event.pk, [1], ACTOR)[0], SAID, 1
    ),
    "who sits": lambda event: say_who_sits(tokens_for_tables(event.pk, [1], ACTOR)[0], SaidSitting(round=1)),
}


@pytest.mark.one_engine
@pytest.mark.parametrize("what", ELSEWHERE)
def test_what_only_pairs_and_teams_have_is_refused_in_one_sentence(what: str) -> None:
    event = make_ranked()
    play(event)
    with pytest.raises(ServiceError) as refused:
        ELSEWHERE[what](event)
    assert [fault.code for fault in refused.value.faults] == ["wrong-kind"]
    assert "“Ladder” is a Ranked tables event" in str(refused.value)


def test_a_tables_code_opens_the_event_and_no_table_of_a_round() -> None:
    event = make_ranked()
    (token,) = tokens_for_tables(event.pk, [4], PHONE)
    opened = open_token(token_text(token))
    assert opened is not None
    assert (opened.event, opened.token.table, opened.table) == (event, 4, None)
    finalise(event.pk, ACTOR, "enough")
    assert open_token(token_text(token)) is None
