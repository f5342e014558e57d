"""A Team-of-Four night for the tests of the pages, and the people who look at it."""

import re

from django.contrib.auth.models import User
from django.test import Client

from tests.pages.reading import text
from tests.support.event_builders import make_club, make_member, standings
from tests.support.team_builders import LOSS, ROUT, WIN, finish_round, make_teams, play, publish
from tournaments.models import EntryPlayer, Event, Role

TITLE = re.compile('aria-label="([^"]*)"')

PLACES = (
    "",
    "projector/",
    "where/",
    "rounds/",
    "rounds/1/",
    "rounds/2/",
    "rounds/1/matches/1/",
    "rounds/2/matches/1/",
    "rounds/2/matches/3/",
    "cross/",
    "teams/1/",
    "teams/3/",
)


def team_night() -> Event:
    """Five teams of five. Round 1: 1 beat 2, 4 beat 3, and 5 had the bye. Round 2 runs: in match 1 team 1 has beaten 4
    for certain while table 2 plays on; match 2, 5 against 2, has three boards in at table 3; 3 has the bye.

    Of match 1 the open table made 500 to 150, and the closed one has 200 to 248: 748 to 350.
    """
    event = make_teams(5, players=5)
    publish(event, (1, 2), (3, 4), bye=5, reason="as we like it")
    finish_round(event, 1, winners=(1, 4))
    publish(event, (1, 4), (5, 2), bye=3, reason="as we like it")
    play(event, 2, 1, [ROUT] * 5)
    play(event, 2, 2, [LOSS] * 4)
    play(event, 2, 3, [WIN] * 3)
    standings(event)
    event.refresh_from_db()
    return event


def sign_in(event: Event, who: str) -> Client:
    """ "anonymous", "stranger", "scorer", "director", a player such as "1A", or "director 1A", one who plays."""
    client = Client()
    if who == "anonymous":
        return client
    club = make_club("Elsewhere") if who == "stranger" or who[0].isdigit() else event.tournament.club
    role = Role.DIRECTOR if who.startswith(("director", "stranger")) else Role.SCORER
    user = make_member(club, role)
    player = who.split()[-1]
    if player[0].isdigit():
        be(event, player, user)
    client.force_login(user)
    return client


def be(event: Event, player: str, user: User) -> None:
    person = EntryPlayer.objects.get(entry__event=event, person__name=player).person
    person.user = user
    person.save(update_fields=["user"])


def match_of(html: str, number: int) -> str:
    """The text of one match on a round's page, pictures' titles included."""
    found = re.search(rf'<article[^>]*id="match-{number}".*?</article>', html, re.DOTALL)
    assert found, f"no match {number}"
    return f"{text(found[0])} {' '.join(TITLE.findall(found[0]))}"
