"""A whole table's results at once, and what a correction would do before it is made."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.access import Access, by_method
from tournaments.api.forms.matches import (
    EffectSerializer,
    PreviewBody,
    TableBody,
    TableReceiptsSerializer,
)
from tournaments.api.forms.results import to_fields
from tournaments.api.once import once
from tournaments.api.schema import KEY_PARAMETER
from tournaments.api.views.results import ResultView
from tournaments.api.views.swiss import difference_body
from tournaments.models import Kind, Result
from tournaments.services.corrections import Effect, preview_effect
from tournaments.services.progress import board_shown
from tournaments.services.result_rights import Attempt
from tournaments.services.results import Entered, record_result
from tournaments.services.table_results import record_table


class TableResults(ResultView):
    access = by_method(POST=Access.SCORER)

    @extend_schema(
        summary="Enter a whole table, all or none",
        description=(
            "The rows of a score sheet in playing order; one with a `version` corrects what is there. A fault names "
            "its row, such as `rows[2].ns_bid`."
        ),
        request=TableBody,
        responses={201: TableReceiptsSerializer},
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, event: int, round: int, table: int) -> Response:
        given = self.given(TableBody)
        rows = [_entered((round, table, row["board"]), row, given["reason"]) for row in given["rows"]]
        for board in sorted({row["board"] for row in given["rows"]}):
            self.refuse_players(round, board)

        def act() -> dict[str, object]:
            self._refuse_rulings(rows, round, table)
            bodies = [receipt.to_json() for receipt in record_table(event, rows, self.actor)]
            return {"receipts": [_without_replay(body) for body in bodies]}

        return once(request, event, act, status=201)

    def _refuse_rulings(self, rows: list[Entered], round_number: int, table: int) -> None:
        found = Result.objects.filter(
            event=self.event, table__round__number=round_number, table__number=table
        )
        there = {board_shown(self.event, result.board): result for result in found}
        status = self.round_status(round_number)
        for row in rows:
            attempt = Attempt(
                fields=row.fields,
                round_status=status,
                state=row.state,
                as_played=row.as_played,
                existing=there.get(row.fields.board),
            )
            self.refuse_rulings(attempt, "")


class Preview(ResultView):
    access = by_method(POST=Access.DIRECTOR)
    kind = Kind.TEAMS

    @extend_schema(
        summary="What a result or a correction would do to matches and standings",
        description="It is tried, looked at and undone: nothing is saved. Refused where the real one would be.",
        request=PreviewBody,
        responses=EffectSerializer,
    )
    def post(self, request: Request, event: int) -> Response:
        given = self.given(PreviewBody)
        self.refuse_players(given["round"], given["board"])
        entered = _entered((given["round"], given["table"], given["board"]), given, "")
        effect = preview_effect(event, lambda: record_result(event, entered, self.actor))
        return Response(_effect_body(effect))


def _entered(place: tuple[int, int, int], row: dict[str, Any], reason: str) -> Entered:
    return Entered(
        fields=to_fields(place, row),
        version=row["version"],
        reason=row["reason"] or reason,
        as_played=row["as_played"],
        state=row["state"],
        note=row["note"],
    )


def _without_replay(body: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in body.items() if name != "replayed"}


def _effect_body(effect: Effect) -> dict[str, Any]:
    return {
        "matches": [asdict(change) for change in effect.matches],
        "places": [asdict(change) for change in effect.places],
        "draw": difference_body(effect.draw),
    }
