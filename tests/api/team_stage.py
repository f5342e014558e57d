"""Teams events that the tests of the API play on."""

from collections.abc import Mapping

from django.contrib.auth.models import User

from tests.support.event_builders import ACTOR
from tests.support.team_builders import LOSS, ROUT, WIN, make_teams, play, publish
from tournaments.models import Event, Person, Tournament
from tournaments.services.matches import give_match
from tournaments.services.standings import recompute_standings


def sit(event: Event, name: str, user: User) -> None:
    """Make `user` the player called `name`."""
    person = Person.objects.get(name=name, seats__entry__event=event)
    person.user = user
    person.save(update_fields=["user"])


def build_running(tournament: Tournament, users: Mapping[str, User]) -> Event:
    """Teams 1–4 and 2–3 play round 1. Match 1 is certain and not over: its open table reached 500 on board 5, and its
    closed one, where `player` sits for team 1, has four boards in. Of match 2 three are in at the open table."""
    event = make_teams(4, tournament=tournament, name="Teams")
    sit(event, "1C", users["player"])
    publish(event)
    play(event, 1, 1, [ROUT] * 5)
    play(event, 1, 2, [LOSS] * 4)
    play(event, 1, 3, [WIN] * 3)
    return up_to_date(event)


def build_drawn(tournament: Tournament) -> Event:
    """Five teams, one of them with a bye; round 1 is published and not opened."""
    event = make_teams(5, tournament=tournament, name="Drawn")
    publish(event, opened=False)
    return up_to_date(event)


def build_tied(tournament: Tournament) -> Event:
    """Two matches: the first is tied after all boards, the second was given to home."""
    event = make_teams(4, tournament=tournament, name="Tied")
    publish(event)
    for table in (1, 2):
        play(event, 1, table, [WIN] * 8)
    give_match(event.pk, (1, 2), "home", "Nobody came.", ACTOR, forfeit=True)
    return up_to_date(event)


def up_to_date(event: Event) -> Event:
    recompute_standings(event.pk)
    event.refresh_from_db()
    return event
