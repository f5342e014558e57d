"""From a table's token to results: what one side says, what the other confirms, and what neither may."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.support.event_builders import ACTOR, enter, four_tables, make_event, seat, standings
from tests.support.team_builders import make_teams, publish
from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import Claim, ClaimState, Event, LogEntry, Result, ResultState, TableToken
from tournaments.services.calls import answer_call, call_director, open_calls
from tournaments.services.clock import add_minutes, pause_clock, read_clock, resume_clock, start_clock
from tournaments.services.errors import ConflictError, NotFoundError, ServiceError
from tournaments.services.events import EventSettings, change_settings, finalise
from tournaments.services.phone import Said, late_claims, say, take_back
from tournaments.services.results import Entered, record_result
from tournaments.services.rounds import close_round
from tournaments.services.tokens import open_token, revoke, token_text, tokens_for_entries, tokens_for_tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    made = make_event(pairs=8)
    four_tables(made)
    return made


@pytest.fixture
def token(event: Event) -> TableToken:
    [made] = tokens_for_tables(event.pk, [1], ACTOR)
    return made


def said(side: str, line: str = "7 8 5 5", *, board: int = 1, key: str = "", round_number: int = 1) -> Said:
    ns_bid, ns_tricks, ew_bid, ew_tricks = line.split()
    return Said(
        side=side,
        round=round_number,
        board=board,
        ns_bid=ns_bid,
        ns_tricks=ns_tricks,
        ew_bid=ew_bid,
        ew_tricks=ew_tricks,
        key=key or f"{side}-{board}-{line}",
    )


def states(event: Event) -> list[str]:
    return [str(state) for state in Result.objects.filter(event=event).values_list("state", flat=True)]


def test_a_token_opens_its_table(event: Event, token: TableToken) -> None:
    opened = open_token(token_text(token))
    assert opened is not None
    assert opened.table is not None
    assert (opened.event.pk, opened.table.number, opened.table.round.number) == (event.pk, 1, 1)
    # what is stored opens nothing
    assert open_token(token.token_hash) is None
    assert open_token(token.nonce) is None


def test_the_same_card_can_be_printed_again(event: Event, token: TableToken) -> None:
    [again] = tokens_for_tables(event.pk, [1], ACTOR)
    assert token_text(again) == token_text(token)
    assert TableToken.objects.count() == 1


@pytest.mark.parametrize("text", ["", "a" * 24, "ä" * 24, "x" * 10_000, "' OR 1=1 --"])
def test_a_guess_opens_nothing(token: TableToken, text: str) -> None:
    assert open_token(text) is None


def test_a_revoked_token_opens_nothing_and_a_new_card_does(event: Event, token: TableToken) -> None:
    with pytest.raises(ServiceError):
        revoke(event.pk, [token.pk], ACTOR, " ")
    assert revoke(event.pk, [token.pk], ACTOR, "the card is lost") == 1
    assert open_token(token_text(token)) is None
    [fresh] = tokens_for_tables(event.pk, [1], ACTOR)
    assert token_text(fresh) != token_text(token)
    assert open_token(token_text(fresh)) is not None


def test_a_token_of_last_week_opens_nothing(token: TableToken) -> None:
    TableToken.objects.update(expires_at=timezone.now() - timedelta(minutes=1))
    assert open_token(token_text(token)) is None


def test_a_token_lives_through_the_tournament(event: Event, token: TableToken) -> None:
    assert token.expires_at > timezone.now() + timedelta(hours=23)


def test_an_entrys_token_follows_it(event: Event) -> None:
    seat(event, [(2, 1, [3]), (3, 4, [3])])
    tokens = {token.entry.number: token for token in tokens_for_entries(event.pk, ACTOR) if token.entry}
    opened = open_token(token_text(tokens[1]))
    assert opened is not None
    assert opened.table is not None
    assert (opened.table.round.number, opened.table.number) == (2, 1)
    sits_out = open_token(token_text(tokens[8]))
    assert sits_out is not None
    assert sits_out.table is None


def test_two_sides_confirm_a_board(event: Event, token: TableToken) -> None:
    first = say(token, said("NS"))
    assert (first.state, first.version, first.ns_score, first.ew_score) == ("waiting", 1, 69, 50)
    assert states(event) == [ResultState.PROVISIONAL]
    second = say(token, said("EW"))
    assert (second.state, second.version) == ("agreed", 2)
    assert states(event) == [ResultState.CONFIRMED]
    assert list(LogEntry.objects.filter(door="phone").order_by("pk").values_list("action", "actor")) == [
        ("result.entered", "table 1, NS"),
        ("result.confirmed", "table 1, EW"),
    ]


def test_the_notation_may_differ_and_what_it_says_may_not(event: Event, token: TableToken) -> None:
    say(token, said("NS", "4+3 8 5 5"))
    assert say(token, said("EW", "3+4 5+3 5 5")).state == "agreed"
    say(token, said("NS", "N+4 0+8 5 5", board=2))
    assert say(token, said("EW", "N+4 1+7 5 5", board=2)).state == "differs"


def test_a_difference_goes_to_the_director_with_both_words(event: Event, token: TableToken) -> None:
    say(token, said("NS"))
    assert say(token, said("EW", "7 7 5 6")).state == "differs"
    assert states(event) == [ResultState.DISPUTED]
    words = {claim.side: claim.ns_tricks for claim in Claim.objects.filter(state=ClaimState.DIFFERS)}
    assert words == {"NS": "8", "EW": "7"}
    assert LogEntry.objects.latest("pk").action == "result.disputed"


def test_a_difference_can_be_settled_at_the_table(event: Event, token: TableToken) -> None:
    say(token, said("NS"))
    say(token, said("EW", "7 7 5 6"))
    assert say(token, said("EW", key="again")).state == "agreed"
    assert states(event) == [ResultState.CONFIRMED]


def test_the_same_entry_twice_is_one(event: Event, token: TableToken) -> None:
    first = say(token, said("NS"))
    lines = LogEntry.objects.count()
    assert say(token, said("NS")) == first
    say(token, said("EW"))
    assert say(token, replace(said("NS"), entered_at="an hour off")).state == "agreed"
    assert Result.objects.count() == 1
    assert LogEntry.objects.count() == lines + 1
    with pytest.raises(ConflictError, match="another entry"):
        say(token, replace(said("NS"), ns_tricks="9", ew_tricks="4"))


def test_the_same_side_may_enter_it_again_until_the_other_confirms(event: Event, token: TableToken) -> None:
    say(token, said("NS"))
    assert say(token, said("NS", "7 7 5 6")).state == "waiting"
    assert Result.objects.get().ns_tricks == "7"
    say(token, said("EW", "7 7 5 6"))
    with pytest.raises(ConflictError, match="take it back first"):
        say(token, said("NS", "7 9 5 4"))


def test_taking_back(event: Event, token: TableToken) -> None:
    say(token, said("NS"))
    agreed = say(token, said("EW"))
    with pytest.raises(ConflictError):
        take_back(token, said("NS", key="back"), 1)
    assert take_back(token, said("NS", key="back"), agreed.version or 0).state == "taken-back"
    assert states(event) == [ResultState.REMOVED]
    assert say(token, said("EW", "7 7 5 6", key="new")).state == "waiting"


def test_nobody_takes_back_after_the_round(event: Event, token: TableToken) -> None:
    say(token, said("NS"))
    agreed = say(token, said("EW"))
    close_round(event.pk, 1, ACTOR, "enough")
    with pytest.raises(ConflictError, match="Only the director"):
        take_back(token, said("NS", key="back"), agreed.version or 0)


def test_what_comes_after_the_round_is_kept_for_the_director(event: Event, token: TableToken) -> None:
    close_round(event.pk, 1, ACTOR, "late")
    receipt = say(token, said("NS"))
    assert (receipt.state, receipt.version, receipt.ns_score) == ("late", None, 69)
    assert not Result.objects.exists()
    assert [(claim.side, claim.board) for claim in late_claims(event)] == [("NS", 1)]
    assert say(token, said("NS")) == receipt
    assert len(late_claims(event)) == 1


def test_a_board_of_the_next_round_is_refused(event: Event, token: TableToken) -> None:
    seat(event, [(1, 6, [3, 4])], status="planned")
    with pytest.raises(ServiceError, match="not open yet"):
        say(token, said("NS", board=3, round_number=2))
    with pytest.raises(ServiceError, match="not due"):
        say(token, said("NS", board=3))
    with pytest.raises(NotFoundError, match="no table in round 3"):
        say(token, said("NS", round_number=3))


def test_what_a_director_entered_stands(event: Event, token: TableToken) -> None:
    enter(event, 1, 1, 1, "7 8 5 5")
    assert say(token, said("NS")).state == "agreed"
    enter(event, 1, 1, 2, "7 8 5 5")
    with pytest.raises(ConflictError, match="call the director"):
        say(token, said("NS", "7 7 5 6", board=2))


def test_nobody_at_the_table_overrules_a_ruling(event: Event, token: TableToken) -> None:
    say(token, said("NS"))
    ruling = ResultFields(round=1, table=1, board=1, ns_adjusted="A+", ew_adjusted="A-")
    record_result(event.pk, Entered(ruling, version=1, reason="a revoke"), ACTOR)
    with pytest.raises(ConflictError, match="call the director"):
        say(token, said("EW"))
    with pytest.raises(ConflictError, match="Only the director"):
        take_back(token, said("NS", key="back"), 2)


@pytest.mark.parametrize(
    "wrong",
    [
        {"side": "N"},
        {"key": ""},
        {"key": "k" * 101},
        {"ns_tricks": "9"},
        {"ns_bid": "<script>"},
    ],
)
def test_what_cannot_be_said(event: Event, token: TableToken, wrong: dict[str, str]) -> None:
    with pytest.raises(ServiceError):
        say(token, replace(said("NS"), **wrong))
    assert not Result.objects.exists()
    assert not Claim.objects.exists()


def test_provisional_results_count_or_not_by_the_events_setting(event: Event, token: TableToken) -> None:
    for table, line in enumerate(("7 7 5 6", "7 8 5 5", "7 9 5 4"), start=2):
        enter(event, 1, table, 1, line)
    say(token, said("NS", "7 6 5 7"))
    assert entered(event) == 4
    settings = replace(EventSettings.of(event), provisional_counts=False)
    change_settings(event.pk, settings, ACTOR, "wait for the other side")
    assert entered(event) == 3
    say(token, said("EW", "7 6 5 7"))
    assert entered(event) == 4


def entered(event: Event) -> int:
    return standings(event)["progress"]["entered"]


def test_a_race_at_the_table() -> None:
    event = make_teams(2)
    publish(event)
    [token] = tokens_for_tables(event.pk, [1], ACTOR)
    for board in range(1, 6):
        say(token, said("NS", "10 10 3 3", board=board))
        assert say(token, said("EW", "10 10 3 3", board=board)).state == "agreed"
    with pytest.raises(ServiceError, match="The race ended after board 5"):
        say(token, said("NS", "10 10 3 3", board=6))


def test_a_final_event_opens_nothing(event: Event, token: TableToken) -> None:
    finalise(event.pk, ACTOR, "over")
    assert open_token(token_text(token)) is None


def test_calling_the_director(event: Event, token: TableToken) -> None:
    opened = open_token(token_text(token))
    assert opened is not None
    assert opened.table is not None
    call = call_director(event.pk, opened.table, ACTOR, "a  lead out of turn")
    assert call_director(event.pk, opened.table, ACTOR).pk == call.pk
    assert [(item.table.number, item.note) for item in open_calls(event)] == [(1, "a lead out of turn")]
    assert answer_call(event.pk, call.pk, ACTOR).answered_by == "dora"
    assert open_calls(event) == []
    assert call_director(event.pk, opened.table, ACTOR).pk != call.pk
    with pytest.raises(NotFoundError):
        answer_call(event.pk, 10_000, ACTOR)


def test_the_round_clock(event: Event) -> None:
    assert read_clock(event) is None
    start_clock(event.pk, 1, 20, ACTOR)
    started = event.rounds.get().clock.started_at
    reading = read_clock(event, started + timedelta(minutes=5))
    assert reading is not None
    assert (reading.seconds, reading.paused) == (900, False)
    pause_clock(event.pk, 1, ACTOR)
    paused = event.rounds.get().clock.paused_at
    later = read_clock(event, paused + timedelta(hours=1))
    assert later is not None
    assert (later.seconds, later.paused) == (20 * 60 - round((paused - started).total_seconds()), True)
    with pytest.raises(ConflictError):
        pause_clock(event.pk, 1, ACTOR)
    resume_clock(event.pk, 1, ACTOR)
    with pytest.raises(ConflictError):
        resume_clock(event.pk, 1, ACTOR)
    assert add_minutes(event.pk, 1, 5, ACTOR).minutes == 25
    for minutes in (0, 601, -30):
        with pytest.raises(ServiceError):
            start_clock(event.pk, 1, minutes, ACTOR)
    with pytest.raises(ServiceError):
        add_minutes(event.pk, 1, -25, ACTOR)


def test_a_clock_belongs_to_an_open_round(event: Event) -> None:
    with pytest.raises(NotFoundError):
        start_clock(event.pk, 2, 20, ACTOR)
    with pytest.raises(NotFoundError, match="not started"):
        pause_clock(event.pk, 1, ACTOR)
    start_clock(event.pk, 1, 20, ACTOR)
    close_round(event.pk, 1, ACTOR, "enough")
    assert read_clock(event) is None
    with pytest.raises(ServiceError, match="not open"):
        start_clock(event.pk, 1, 20, ACTOR)
