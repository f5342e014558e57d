"""The OpenAPI description: who may, and every refusal, said of each operation from what the views themselves say.

`manage.py spectacular --file docs/openapi.yaml --validate --fail-on-warn` writes it.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse
from rest_framework import serializers

from tournaments.api.access import Access

if TYPE_CHECKING:
    from tournaments.api.views.base import ApiView


class FaultSerializer(serializers.Serializer[Any]):
    """One thing that is wrong."""

    code = serializers.CharField(help_text="For programs; stable.")
    message = serializers.CharField(help_text="For people; may change.")
    path = serializers.CharField(help_text="Its place in what was sent, such as entries[3].name; or empty.")


class VersionsSerializer(serializers.Serializer[Any]):
    saved = serializers.DictField(help_text="What stands there now.")
    yours = serializers.DictField(help_text="What you sent.")


class RefusalSerializer(serializers.Serializer[Any]):
    """The one form of every refusal."""

    detail = serializers.CharField(help_text="One sentence.")
    faults = FaultSerializer(many=True)
    versions = VersionsSerializer(required=False, help_text="Only where two versions of a result collide.")


def _example(code: str, message: str, path: str = "", **more: object) -> dict[str, object]:
    return {"detail": message, "faults": [{"code": code, "message": message, "path": path}], **more}


_SAVED = {"ns_bid": "7", "ns_tricks": "9", "ew_bid": "N+4", "ew_tricks": "0+4", "version": 2}

REFUSALS: Final[Mapping[int, tuple[str, dict[str, object]]]] = {
    400: (
        "What was sent cannot be read or is not possible; every fault is listed.",
        _example("tricks-sum", "The tricks of both sides add up to 12; 13 were played.", "ew_tricks"),
    ),
    401: (
        "Nobody is signed in, or the token is wrong.",
        _example("not-authenticated", "Authentication credentials were not provided."),
    ),
    403: ("Your role does not permit it.", _example("permission-denied", Access.DIRECTOR.value)),
    404: ("There is no such thing.", _example("no-event", "There is no event 7.")),
    409: (
        "It collides with what is there: another version, another request with that key, results that are in.",
        _example(
            "stale-version",
            "The result was changed meanwhile: you started from version 1, it is now version 2.",
            versions={"saved": _SAVED, "yours": {**_SAVED, "version": 1}},
        ),
    ),
    413: ("More was sent than is read.", _example("too-large", "The body is larger than 5,242,880 bytes.")),
    415: ("The body is not application/json.", _example("unsupported-media-type", "Send application/json.")),
    429: ("Too many requests; Retry-After says when to come back.", _example("throttled", "Slow down.")),
}

KEY_PARAMETER: Final = OpenApiParameter(
    name="Idempotency-Key",
    location=OpenApiParameter.HEADER,
    description="The same request sent again with the same key happens once and gets the same answer.",
    type={"type": "string", "minLength": 1, "maxLength": 100, "pattern": "^[!-~]{1,100}$"},
)
MATCH_PARAMETER: Final = OpenApiParameter(
    name="If-Match",
    location=OpenApiParameter.HEADER,
    description="The version the correction starts from, in quotes; instead of `version` in the body.",
    type={"type": "string", "pattern": '^"[1-9][0-9]{0,8}"$'},
)
TAG_PARAMETER: Final = OpenApiParameter(
    name="If-None-Match",
    location=OpenApiParameter.HEADER,
    description="The ETag of the answer you have: 304 when nothing changed.",
    type=str,
)


class ApiSchema(AutoSchema):
    """Tags, security and refusals from `ApiView`."""

    def get_tags(self) -> list[str]:
        return [self._api_view.tag]

    def get_description(self) -> str:  # type: ignore[override]  # as the library has it, unlike DRF
        """Only what `extend_schema` says; the docstring of a view is for who reads its code."""
        return ""

    def get_auth(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = [{"tokenAuth": []}, {"cookieAuth": []}]
        super().get_auth()  # it also registers the schemes that are named above
        return [*found, {}] if self._access is Access.EVERYBODY else found

    @property
    def _access(self) -> Access | None:
        return self._api_view.access_of(self.method)

    @property
    def _api_view(self) -> "ApiView":
        return cast("ApiView", self.view)

    def _get_response_bodies(self, direction: Literal["request", "response"] = "response") -> dict[str, Any]:
        found: dict[str, Any] = super()._get_response_bodies(direction)
        for status in self._refusals():
            found.setdefault(str(status), self._refusal(status))
        return dict(sorted(found.items()))

    def _refusals(self) -> list[int]:
        statuses = [400, 401, 429]
        if self._access is not Access.EVERYBODY:
            statuses.append(403)
        if "{" in self.path or self._is_list_view():
            statuses.append(404)
        if self.method not in ("GET", "HEAD"):
            statuses += [409, 413, 415]
        return statuses

    def _refusal(self, status: int) -> dict[str, Any]:
        description, example = REFUSALS[status]
        response = OpenApiResponse(
            RefusalSerializer,
            description=description,
            examples=[OpenApiExample(f"{status}", value=example, status_codes=[str(status)])],
        )
        # the library leaves this one method untyped
        found: dict[str, Any] = super()._get_response_for_code(response, str(status))  # type: ignore[no-untyped-call]
        return found


def close_forms(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """Postprocessing: what is sent may have no keys but those named, and the description says so."""
    for name, schema in result.get("components", {}).get("schemas", {}).items():
        if name.endswith("Request") and schema.get("type") == "object":
            schema.setdefault("additionalProperties", False)
    return result
