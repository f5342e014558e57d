"""Who may play ranked games: each condition, its sentence, bans to the second."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from scoring.elo_policies import DEFAULT_POLICY, RatingPolicy
from scoring.ranked import (
    Absence,
    Ban,
    BanReason,
    Candidate,
    absence,
    ban_for,
    check_candidate,
    check_table,
    leaderboard_off,
    moment,
)

NOW = datetime(2026, 11, 30, 20, 40, tzinfo=UTC)
ANN = Candidate("Ann", finished_games=10)


def policy(**overrides: Any) -> RatingPolicy:
    return replace(DEFAULT_POLICY, **overrides)


def codes(candidate: Candidate, now: datetime = NOW, **more: Any) -> list[str]:
    return [
        fault.code for fault in check_candidate(more.pop("policy", DEFAULT_POLICY), candidate, now, **more)
    ]


def ban(reason: BanReason = BanReason.QUIT, since: datetime = NOW) -> Ban:
    found = ban_for(DEFAULT_POLICY, reason, since)
    assert found is not None
    return found


def test_who_meets_every_condition_may_sit_down() -> None:
    assert codes(ANN) == []


def test_all_that_is_missing_is_told_at_once() -> None:
    nobody = Candidate("Bo", is_registered=False, finished_games=9, on_leaderboard=False, sits_at="table 3")
    found = check_candidate(DEFAULT_POLICY, replace(nobody, bans=(ban(),)), NOW)
    assert [fault.code for fault in found] == [
        "ranked-two-tables",
        "ranked-not-registered",
        "ranked-too-few-games",
        "ranked-leaderboard-off",
        "ranked-banned",
    ]
    assert found[0].message == "Bo sits at table 3: finish or leave that game first."
    assert found[2].message == "Bo has finished 9 of the 10 games that ranked play asks for: 1 more to go."


@pytest.mark.parametrize(("games", "found"), [(9, ["ranked-too-few-games"]), (10, []), (11, [])])
def test_ten_finished_games(games: int, found: list[str]) -> None:
    assert codes(replace(ANN, finished_games=games)) == found


def test_the_numbers_are_the_policys() -> None:
    assert codes(replace(ANN, finished_games=0), policy=policy(finished_games=0)) == []
    assert codes(replace(ANN, on_leaderboard=False), policy=policy(leaderboard_needed=False)) == []
    assert codes(replace(ANN, is_bot=True), policy=policy(bots_may_start=True)) == []
    assert codes(replace(ANN, is_bot=True), policy=policy(bots_may_fill=False), fills_in=True) == [
        "ranked-bot"
    ]


def test_a_bot_cannot_start_but_can_fill_in() -> None:
    bot = Candidate("Bot", is_bot=True)
    assert codes(bot) == ["ranked-bot"]
    assert codes(bot, fills_in=True) == []


def test_who_fills_in_is_not_rated_and_needs_no_games_but_no_ban_either() -> None:
    novice = Candidate("Flo", is_registered=False, on_leaderboard=False)
    assert codes(novice, fills_in=True) == []
    assert codes(replace(novice, bans=(ban(),)), fills_in=True) == ["ranked-banned"]
    assert codes(replace(novice, sits_at="table 1"), fills_in=True) == ["ranked-two-tables"]


def test_four_seats_are_checked_together() -> None:
    seats = {"N": ANN, "E": ANN, "S": Candidate("Cy", finished_games=3), "W": replace(ANN, name="Di")}
    found = check_table(DEFAULT_POLICY, seats, NOW)
    assert [(fault.code, fault.path) for fault in found] == [
        ("ranked-player-twice", "E"),
        ("ranked-too-few-games", "S"),
    ]


# --- quitting ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "back", "found"),
    [
        (179, None, Absence.GRACE),
        (180, None, Absence.GRACE),
        (181, None, Absence.QUIT),
        (3600, 180, Absence.BACK),
        (3600, 181, Absence.QUIT),
    ],
)
def test_three_minutes_grace(seconds: int, back: int | None, found: Absence) -> None:
    returned = None if back is None else NOW + timedelta(seconds=back)
    assert absence(DEFAULT_POLICY, NOW, NOW + timedelta(seconds=seconds), returned) is found


def test_a_policy_without_grace() -> None:
    assert absence(policy(grace_minutes=0), NOW, NOW + timedelta(seconds=1)) is Absence.QUIT


@pytest.mark.parametrize(
    ("minutes", "found"), [(0, ["ranked-banned"]), (59, ["ranked-banned"]), (60, []), (61, [])]
)
def test_a_quitter_is_banned_for_an_hour(minutes: int, found: list[str]) -> None:
    assert codes(replace(ANN, bans=(ban(),)), NOW + timedelta(minutes=minutes)) == found


def test_a_ban_that_was_lifted_or_has_not_begun_keeps_nobody_away() -> None:
    assert codes(replace(ANN, bans=(replace(ban(), lifted=True),))) == []
    assert codes(replace(ANN, bans=(ban(since=NOW + timedelta(minutes=1)),))) == []


def test_a_ban_says_why_and_when_it_ends() -> None:
    found = check_candidate(DEFAULT_POLICY, replace(ANN, bans=(ban(),)), NOW + timedelta(minutes=5))
    assert found[0].message == "Ann left a ranked game at 20:40: ranked games again at 21:40."


def test_times_are_told_in_the_time_zone_asked_from() -> None:
    there = NOW.astimezone(timezone(timedelta(hours=2, minutes=30)))
    # 20:40 UTC is 23:10 there, and the ban ends on the next day.
    assert ban().text(there) == "left a ranked game at 23:10: ranked games again on 1 December at 00:10."


def test_another_year_is_named() -> None:
    assert moment(NOW + timedelta(days=40), NOW) == "on 9 January 2027 at 20:40"


def test_a_policy_without_bans() -> None:
    assert ban_for(policy(quit_ban_minutes=0), BanReason.QUIT, NOW) is None
    assert ban_for(policy(quit_ban_minutes=90), BanReason.QUIT, NOW) == Ban(
        BanReason.QUIT, NOW, NOW + timedelta(minutes=90)
    )


# --- the leaderboard setting -------------------------------------------------------------------------------


def test_turning_the_setting_off_resets_the_rating_and_bans_for_a_week() -> None:
    found = leaderboard_off(DEFAULT_POLICY, 1612.4, NOW)
    assert found.rating == 1500
    assert found.ban == Ban(BanReason.LEADERBOARD_OFF, NOW, NOW + timedelta(days=7))
    assert found.warning == (
        "Your rating of 1612 goes back to 1500, and you can play ranked games again only on 7 December at 20:40."
    )


def test_turning_it_on_again_does_not_end_the_week() -> None:
    player = replace(ANN, bans=(ban(BanReason.LEADERBOARD_OFF),))
    assert codes(player, NOW + timedelta(days=7, seconds=-1)) == ["ranked-banned"]
    assert codes(player, NOW + timedelta(days=7)) == []


def test_a_policy_that_only_resets() -> None:
    found = leaderboard_off(policy(leaderboard_ban_days=0), 1612.4, NOW)
    assert (found.ban, found.warning) == (None, "Your rating of 1612 goes back to 1500.")


def test_the_longest_ban_comes_last() -> None:
    player = replace(ANN, bans=(ban(BanReason.LEADERBOARD_OFF), ban()))
    found = check_candidate(DEFAULT_POLICY, player, NOW)
    assert [fault.message.split(": ")[1] for fault in found] == [
        "ranked games again at 21:40.",
        "ranked games again on 7 December at 20:40.",
    ]


def test_a_time_without_a_zone_is_refused() -> None:
    naive = NOW.replace(tzinfo=None)
    with pytest.raises(ValueError, match="time zone"):
        Ban(BanReason.QUIT, naive, NOW)
    with pytest.raises(ValueError, match="time zone"):
        check_candidate(DEFAULT_POLICY, ANN, naive)
