"""A save over somebody's save: both versions, line by line, for the template desk/versions.html.

Owns: the words for the fields of a result's two versions (`ConflictError.versions`).
Never does: decide which is right.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

NOTHING: Final = "–"
LABELS: Final[Mapping[str, str | Promise]] = {
    "ns": _("North-South"),
    "ew": _("East-West"),
    "ns_bid": _("NS bid"),
    "ns_tricks": _("NS tricks"),
    "ew_bid": _("EW bid"),
    "ew_tricks": _("EW tricks"),
    "ns_score": _("NS score"),
    "ew_score": _("EW score"),
    "ns_adjusted": _("NS adjusted"),
    "ew_adjusted": _("EW adjusted"),
    "weighted": _("Weighted score"),
    "not_played": _("Not played"),
    "group": _("Group"),
    "note": _("Note"),
    "state": _("State"),
}
"""Fields in the order shown; others (such as the version) are not what somebody typed."""


@dataclass(frozen=True, slots=True)
class VersionRow:
    """A field as it is saved and as it was typed; `differs` only where both have said something about it."""

    label: str
    saved: str
    yours: str
    differs: bool


def version_rows(versions: Mapping[str, object] | None) -> list[VersionRow]:
    """Rows for "saved" and "yours" of a conflict; fields that neither fills are left out. None or {}: no rows."""
    if not versions:
        return []
    saved, yours = (_fields(versions.get(name)) for name in ("saved", "yours"))
    rows = []
    for name, label in LABELS.items():
        one, other = _said(saved.get(name)), _said(yours.get(name))
        if name in ("ns_score", "ew_score") and yours.get(name) is None:
            continue  # scores follow from bids and tricks, and are not typed
        if (one, other) != (NOTHING, NOTHING):
            told = name in saved and name in yours
            rows.append(VersionRow(str(label), one, other if name in yours else "", told and one != other))
    return rows


def _fields(version: object) -> Mapping[str, Any]:
    return version if isinstance(version, Mapping) else {}


def _said(value: Any) -> str:
    if value is True:
        return gettext("yes")
    if value in (None, "", False, [], ()) or value == 0:
        return NOTHING
    if isinstance(value, list | tuple):
        return ", ".join(_outcome(one) for one in value)
    return str(value).replace("-", "−") if isinstance(value, int) else str(value)


def _outcome(one: Mapping[str, Any]) -> str:
    """One outcome of a weighted score: "60 × 70 / 50"."""
    return f"{one['weight']} × {one['ns_score']} / {one['ew_score']}".replace("-", "−")
