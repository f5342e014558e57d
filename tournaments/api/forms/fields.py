"""Fields that take a value of their own type and no other, and forms that refuse keys they do not know.

DRF reads "5", 5.0 and true where a number is wanted; a program that sends those has a mistake, and hears of it.
"""

from collections.abc import Mapping
from typing import Any, Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

LARGEST: Final = 999_999_999
LONGEST_NAME: Final = 200
LONGEST_REASON: Final = 500


class Whole(serializers.IntegerField):
    """A whole number; from 1 unless said otherwise."""

    def __init__(self, *, min_value: int = 1, max_value: int = LARGEST, **kwargs: Any) -> None:
        super().__init__(min_value=min_value, max_value=max_value, **kwargs)

    def to_internal_value(self, data: object) -> int:
        if not isinstance(data, int) or isinstance(data, bool):
            self.fail("invalid")
        return super().to_internal_value(data)


class Text(serializers.CharField):
    """A text; numbers are not taken for one."""

    def to_internal_value(self, data: object) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Flag(serializers.BooleanField):
    """true or false; "yes" and 1 are neither."""

    def to_internal_value(self, data: object) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=str(data)[:40])
        return data


class Reason(Text):
    """Why. Needed for every change after the first entry (docs/directors.md)."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, allow_blank=True, default="", max_length=LONGEST_REASON, **kwargs)


@extend_schema_field(OpenApiTypes.OBJECT)
class JSONObject(serializers.JSONField):
    """Any JSON object; whoever it is meant for reads it."""

    def to_internal_value(self, data: object) -> Any:
        if not isinstance(data, Mapping):
            self.fail("invalid")
        return data


class Form(serializers.Serializer[Any]):
    """What is sent. Keys that are not known are refused by name: a misspelt one would be lost in silence."""

    def to_internal_value(self, data: Any) -> Any:
        unknown = sorted(set(data) - set(self.fields)) if isinstance(data, Mapping) else []
        faults: dict[str, Any] = {
            key: serializers.ErrorDetail(
                f"“{key[:40]}” is no key here; the keys are {', '.join(self.fields) or 'none'}.",
                "unknown-key",
            )
            for key in unknown
        }
        try:
            found = super().to_internal_value(data)
        except serializers.ValidationError as error:
            details = error.detail if isinstance(error.detail, dict) else {"non_field_errors": error.detail}
            raise serializers.ValidationError({**faults, **details}) from None
        if faults:
            raise serializers.ValidationError(faults)
        return found
