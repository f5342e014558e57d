"""What leaving a ranked game costs, told before somebody does it.

Owns: the sentence. Never does: rate, or ban anybody.
"""

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext, ngettext

from scoring.elo import match_expectations, shown
from tournaments.models import Game, Leaving, Rating, RatingChanges, RatingList
from tournaments.services.ranked.reading import GameView
from tournaments.services.ranked.scores import ROW_ORDER
from tournaments.services.ratings.book import book_of, policy_of

_PARTNER: Final = {"N": "S", "S": "N", "E": "W", "W": "E"}


def price_of_leaving(view: GameView, seat: str) -> tuple[str, ...]:
    """Sentences: how long there is to come back, and what follows if they are not; at most three queries."""
    return tuple(_sentences(view, seat))


def _sentences(view: GameView, seat: str) -> Iterator[str]:
    game = view.game
    policy = policy_of(book_of(game.event.tournament.club_id))
    grace = policy.grace_minutes
    yield ngettext(
        "Back within %(minutes)s minute: nothing happens.",
        "Back within %(minutes)s minutes: nothing happens.",
        grace,
    ) % {"minutes": grace}
    yield gettext("After that you have quit, and cannot come back to this game:")
    if game.rated:
        before, after = _fall(view, seat)
        values = {"points": before - after, "before": before, "after": after}
        yield gettext("your rating falls by %(points)s, from %(before)s to %(after)s, whoever wins;") % values
        if policy.quit_ban_minutes:
            yield ngettext(
                "no ranked games for you for %(minutes)s minute from the moment you leave;",
                "no ranked games for you for %(minutes)s minutes from the moment you leave;",
                policy.quit_ban_minutes,
            ) % {"minutes": policy.quit_ban_minutes}
    if game.stake:
        yield gettext("your stake of %(stake)s points is lost;") % {"stake": game.stake}
    if game.event.ranked.leaving == Leaving.FORFEIT or view.seats[_PARTNER[seat]].has_quit:
        yield gettext("your side has lost the game at once.")
    else:
        yield gettext("somebody else may fill in for you, or your side loses the game.")


def _fall(view: GameView, seat: str) -> tuple[int, int]:
    """A quitter's rating as it is shown, before and after: both matches are lost, however the game ends."""
    policy = policy_of(book_of(view.game.event.tournament.club_id))
    people = [
        found.starter.person_id for each in ROW_ORDER if (found := view.seats[each]).starter is not None
    ]
    rows = Rating.objects.filter(person__in=people, kind=RatingList.RANKED)
    known = {row.person_id: row for row in rows}
    ratings = _at_the_start(view.game) or [
        known[person].rating if person in known else policy.start for person in people
    ]
    place = ROW_ORDER.index(seat)
    own = known.get(people[place])
    k = policy.k_for(own.games if own is not None else 0)
    change = -k * sum(match_expectations(policy, ratings)[place])
    return shown(ratings[place]), shown(ratings[place] + change)


def _at_the_start(game: Game) -> list[float]:
    """The ratings that the game began with, where a quit has had it rated already: the quitter's is another since.
    [] before."""
    rated = RatingChanges.objects.filter(rated_game__game=game).first()
    return [getattr(rated, f"own_before_{seat.lower()}") for seat in ROW_ORDER] if rated is not None else []
