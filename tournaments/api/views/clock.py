"""The round clock: read by everybody, run by directors."""

from collections.abc import Callable

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.access import Access, by_method
from tournaments.api.forms.at_table import MinutesBody, ShownClockSerializer, StartBody
from tournaments.api.once import once
from tournaments.api.schema import KEY_PARAMETER
from tournaments.api.views.base import ApiView
from tournaments.services.clock import (
    Reading,
    add_minutes,
    pause_clock,
    resume_clock,
    shown_clock,
    start_clock,
)


class ClockView(ApiView):
    tag = "at the tables"
    duplicate = True

    def do(self, act: Callable[[], Reading]) -> Response:
        """Have `act` happen once, and answer with the clock as it is then."""
        return once(self.request, self.event.pk, lambda: _body(act()))


class Clock(ClockView):
    access = by_method(GET=Access.EVERYBODY)

    @extend_schema(
        summary="The round clock, as every page shows it",
        description="Of the latest open round that has one. Changes of it raise the event's `results_version`.",
        responses=ShownClockSerializer,
    )
    def get(self, request: Request, event: int) -> Response:
        return Response(_body(shown_clock(self.event)))


class RoundClock(ClockView):
    access = by_method(PUT=Access.DIRECTOR)

    @extend_schema(
        summary="Start the clock of an open round, or set it anew",
        description="It runs from now on, whatever was left or paused.",
        request=StartBody,
        responses=ShownClockSerializer,
        parameters=[KEY_PARAMETER],
    )
    def put(self, request: Request, event: int, round: int) -> Response:
        minutes = self.given(StartBody)["minutes"]
        return self.do(lambda: start_clock(event, round, minutes, self.actor))


class PauseClock(ClockView):
    access = by_method(POST=Access.DIRECTOR)

    @extend_schema(
        summary="Pause the clock of a round",
        request=None,
        responses=ShownClockSerializer,
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, event: int, round: int) -> Response:
        return self.do(lambda: pause_clock(event, round, self.actor))


class ResumeClock(ClockView):
    access = by_method(POST=Access.DIRECTOR)

    @extend_schema(
        summary="Let a paused clock go on",
        request=None,
        responses=ShownClockSerializer,
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, event: int, round: int) -> Response:
        return self.do(lambda: resume_clock(event, round, self.actor))


class ClockMinutes(ClockView):
    access = by_method(POST=Access.DIRECTOR)

    @extend_schema(
        summary="Give a round more minutes, or take some",
        description="Sent twice it counts twice, unless with the same Idempotency-Key.",
        request=MinutesBody,
        responses=ShownClockSerializer,
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, event: int, round: int) -> Response:
        minutes = self.given(MinutesBody)["minutes"]
        return self.do(lambda: add_minutes(event, round, minutes, self.actor))


def _body(reading: Reading | None) -> dict[str, object]:
    return {"clock": reading.to_json() if reading is not None else None}
