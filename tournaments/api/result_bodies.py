"""What is told of a result, and what is not told yet."""

from scoring.deal_score import Component
from scoring.rules import RuleSet
from tournaments.api.views.boards import SCORES_HIDDEN
from tournaments.eventfile.scoring_input import deal_score
from tournaments.models import Result, ResultState
from tournaments.services.result_fields import as_fields, to_fields

SECRET = (
    "ns_bid",
    "ns_tricks",
    "ew_bid",
    "ew_tricks",
    "ns_score",
    "ew_score",
    "ns_adjusted",
    "ew_adjusted",
    "weighted",
    "not_played",
    "group",
    "note",
)
"""What says how a board was played."""


def result_body(result: Result, board: int, *, shown: bool) -> dict[str, object]:
    """A result as `ResultSerializer` has it; `board` is what players call it. Needs table, round, NS, EW loaded."""
    fields = as_fields(result)
    told = fields if shown else {**fields, **dict.fromkeys(SECRET)}
    return {
        **told,
        "id": result.pk,
        "round": result.table.round.number,
        "table": result.table.number,
        "board": board,
        "event_version": result.event_version,
        "updated_at": result.updated_at,
        "hidden": None if shown else SCORES_HIDDEN,
    }


def explained(rules: RuleSet, result: Result) -> dict[str, object] | None:
    """How each side's score came about, part by part; None where bids and tricks do not say it."""
    if result.state == ResultState.REMOVED:
        return None
    score = deal_score(rules, to_fields(result, result.table.round.number, result.table.number))
    return {"ns": _parts(score.ns.components), "ew": _parts(score.ew.components)} if score else None


def _parts(components: tuple[Component, ...]) -> list[dict[str, object]]:
    return [{"kind": str(part.kind), "points": part.points, "text": part.text} for part in components]
