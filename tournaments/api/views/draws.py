"""What an event is played with: entries, and the movement of a Pairs event."""

from typing import Any, Final

from django.db import transaction
from django.db.models import Prefetch
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.faults import Fault
from tournaments.api.access import Access, by_method
from tournaments.api.forms.draws import (
    AddedEntriesSerializer,
    EntriesBody,
    EntryChange,
    EntrySerializer,
    MovementBody,
    MovementSerializer,
    ProvedMovementSerializer,
)
from tournaments.api.once import once
from tournaments.api.schema import KEY_PARAMETER
from tournaments.api.views.base import ApiView
from tournaments.draws.movement import Movement, MovementError
from tournaments.draws.prover import prove
from tournaments.draws.registry import build
from tournaments.models import Entry, EntryPlayer, Kind
from tournaments.services.entries import NewEntry, add_entries, rename_entry, withdraw_entry
from tournaments.services.errors import NotFoundError, ServiceError, refuse_if
from tournaments.services.kinds import entry_word
from tournaments.services.players import change_players
from tournaments.services.rounds import install_movement, remove_draw
from tournaments.services.visibility import draw_released

DRAW_HIDDEN: Final = (
    "The draw is shown when play begins; until then only a director who does not play sees it."
)
# people by a join: asked for key by key, those of a large event are more than every database takes at once
_SEATS = Prefetch("seats", EntryPlayer.objects.select_related("person"))
_ENTRIES = Entry.objects.prefetch_related(_SEATS).order_by("number")


class Entries(ApiView):
    access = by_method(GET=Access.EVERYBODY, POST=Access.DIRECTOR)
    duplicate = True
    tag = "entries"
    queryset = _ENTRIES

    @extend_schema(summary="List entries", responses=EntrySerializer(many=True))
    def get(self, request: Request, event: int) -> Response:
        return self.paged(self.get_queryset().filter(event=self.event), EntrySerializer)

    @extend_schema(
        summary="Add entries, all or none",
        request=EntriesBody,
        responses={201: AddedEntriesSerializer},
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, event: int) -> Response:
        given = self.given(EntriesBody)["entries"]
        if self.event.kind == Kind.PAIRS:
            refuse_if(_faults_of_late(given))
        wanted = [NewEntry(**{**entry, "players": tuple(entry["players"])}) for entry in given]

        def act() -> dict[str, object]:
            made = add_entries(event, wanted, self.actor)
            rows = _ENTRIES.filter(pk__in=[entry.pk for entry in made])
            return {"entries": EntrySerializer(rows, many=True).data}

        return once(request, event, act, status=201)


def _faults_of_late(given: list[dict[str, Any]]) -> list[Fault]:
    """Nobody comes late to a movement; what was sent would be lost in silence."""
    message = "Only a team can come late, to a Team-of-Four event; leave it out."
    return [
        Fault("wrong-kind", message, f"entries[{index}].{name}")
        for index, entry in enumerate(given)
        for name in ("late_losses", "late_halves")
        if entry[name]
    ]


class OneEntry(ApiView):
    access = by_method(GET=Access.EVERYBODY, PATCH=Access.DIRECTOR)
    duplicate = True
    tag = "entries"

    @extend_schema(summary="One entry", responses=EntrySerializer)
    def get(self, request: Request, event: int, entry: int) -> Response:
        return Response(self._body(self.event.pk, entry))

    @extend_schema(
        summary="Change the players, rename, withdraw or bring back",
        request=EntryChange,
        responses=EntrySerializer,
        parameters=[KEY_PARAMETER],
    )
    def patch(self, request: Request, event: int, entry: int) -> Response:
        given = self.given(EntryChange, partial=True)
        reason = given.get("reason", "")

        def act() -> dict[str, object]:
            with transaction.atomic():
                if "players" in given:
                    change_players(event, entry, given["players"], self.actor, reason)
                if "name" in given:
                    rename_entry(event, entry, given["name"], self.actor, reason)
                if "withdrawn" in given:
                    withdraw_entry(event, entry, self.actor, reason, withdrawn=given["withdrawn"])
            return self._body(event, entry)

        return once(request, event, act)

    def _body(self, event_id: int, number: int) -> dict[str, object]:
        found = _ENTRIES.filter(event=event_id, number=number).first()
        if found is None:
            word = entry_word(self.event.kind)
            raise NotFoundError(f"There is no {word} {number} in this event.", code="no-entry")
        return dict(EntrySerializer(found).data)


class OneMovement(ApiView):
    access = by_method(GET=Access.EVERYBODY, PUT=Access.DIRECTOR, DELETE=Access.DIRECTOR)
    tag = "draw"
    kind = Kind.PAIRS

    @extend_schema(
        summary="The movement as installed, null without one and until play begins",
        responses=MovementSerializer,
    )
    def get(self, request: Request, event: int) -> Response:
        released = draw_released(self.event, request.user)
        hidden = DRAW_HIDDEN if self.event.movement and not released else None
        return Response({"movement": self.event.movement if released else None, "hidden": hidden})

    @extend_schema(
        summary="Check a movement, and install it",
        request=MovementBody,
        responses=ProvedMovementSerializer,
        parameters=[KEY_PARAMETER],
    )
    def put(self, request: Request, event: int) -> Response:
        given = self.given(MovementBody)
        movement = self._movement(given)

        def act() -> dict[str, object]:
            if not given["check_only"]:
                install_movement(event, movement, self.actor)
            proof = prove(movement)
            return {
                "installed": not given["check_only"],
                "legal": proof.legal,
                "findings": [finding.to_json() for finding in proof.findings],
                "movement": movement.to_json(),
            }

        return once(request, event, act)

    @extend_schema(summary="Take the draw out", responses={204: None})
    def delete(self, request: Request, event: int) -> Response:
        remove_draw(event, self.actor)
        return Response(status=204)

    def _movement(self, given: dict[str, Any]) -> Movement:
        try:
            if "movement" in given:
                return Movement.from_json(given["movement"])
            pairs = given.get("pairs") or self.event.entries.filter(standby=False).count()
            return build(given["kind"], pairs, given["boards"], given["rounds"])
        except MovementError as error:
            under = "movement" if "movement" in given else ""
            paths = [".".join(part for part in (under, fault.path) if part) for fault in error.faults]
            raise ServiceError(
                *(
                    Fault("movement", fault.message, path)
                    for fault, path in zip(error.faults, paths, strict=True)
                )
            ) from None
