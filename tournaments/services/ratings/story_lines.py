"""Rows of the ledger as lines that people read: which event, who played, what came of it and why.

Owns: what a page of a player's games needs beside the ledger, read at once.
Never does: choose the rows.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from scoring.elo_policies import RatingPolicy
from tournaments.models import Game, Kind, RatedGame, RatingList, StandIn, Table
from tournaments.services.ratings.shown import told_change
from tournaments.services.ratings.story_values import SEATS, GameLine, Named, Row
from tournaments.services.ratings.why import Change, Why, why_of


class Teller:
    """Makes lines out of rows of the ledger; reads what they need at once."""

    def __init__(
        self,
        policy: RatingPolicy,
        kind: RatingList,
        people: Mapping[int, Named],
        rows: Sequence[Row],
        *,
        knows_all: bool,
    ) -> None:
        self.policy, self.kind, self.people, self.knows_all = policy, kind, people, knows_all
        keys = [row.pk for row in rows]
        games = RatedGame.objects.filter(pk__in=keys).select_related(
            "event__tournament", "game", "table__round", "table__match", "changes"
        )
        self.games = {game.pk: game for game in games.defer("event__movement")}
        self.stand_ins = self._sat_in([game.game_id for game in self.games.values() if game.game_id])

    def line(self, row: Row) -> GameLine:
        rated = self.games[row.pk]
        event, table, game = rated.event, rated.table, rated.game
        one, two = row.opponents
        return GameLine(
            at=row.at,
            kind=RatingList(row.kind),
            event=event.name,
            tournament_slug=event.tournament.slug,
            event_slug=event.slug,
            number=game.number if isinstance(game, Game) else None,
            round=table.round.number if isinstance(table, Table) else None,
            table=table.number if isinstance(table, Table) else None,
            match=_match_number(table) if event.kind == Kind.TEAMS else None,
            partner=self.people[row.partner],
            opponents=(self.people[one], self.people[two]),
            result=row.result,
            pending=row.pending,
            change=self._change(row),
            why=self._why(row, rated) if self._counts(row) else None,
        )

    def _change(self, row: Row) -> float | None:
        if row.change is None or not self._counts(row):
            return None
        return told_change(row.change, exact=self.knows_all)

    def _counts(self, row: Row) -> bool:
        """While a game is played it is rated for those alone who have quit it."""
        return row.change is not None and (not row.pending or row.result == "quit")

    def _why(self, row: Row, rated: RatedGame) -> Why | None:
        whose = "all" if self.kind == RatingList.COMBINED else "own"
        players = [
            Change(
                self.people[person].name,
                getattr(rated.changes, f"{whose}_before_{letter}"),
                getattr(rated.changes, f"{whose}_change_{letter}"),
            )
            for person, (_, letter) in zip(row.people, SEATS, strict=True)
        ]
        others = [person for place, person in enumerate(row.people) if place != row.place]
        in_full = self.knows_all or all(self.people[person].listed for person in others)
        stand_ins = self.stand_ins.get(rated.game_id or 0, ())
        return why_of(self.policy, players, row.code, row.place, stand_ins, in_full=in_full)

    def _sat_in(self, games: Iterable[int]) -> dict[int, tuple[str, ...]]:
        """By game: the names of those who sat in for quitters, each once."""
        found: defaultdict[int, dict[str, None]] = defaultdict(dict)
        rows = StandIn.objects.filter(seat__game_id__in=list(games)).order_by("pk")
        for game, name in rows.values_list("seat__game_id", "person__name"):
            found[game][name] = None
        return {game: tuple(names) for game, names in found.items()}


def _match_number(table: Table | None) -> int | None:
    match = table.match if table is not None else None
    return match.number if match is not None else None
