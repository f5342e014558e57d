"""Every number unfolded to the numbers it came from, in words.

Owns: sentences about a percentage ("beat 2 of 3 …") and about a score (its components), from a traveller's side
as the snapshot has it.
Never does: compute a percentage; it repeats the arithmetic of docs/rules.md §2 with the snapshot's own counts.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from scoring.deal_score import Component, score_deal
from scoring.notation import SideBid, SideTricks
from scoring.rules import RuleSet
from tournaments import figures

Side = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a score: its points with their sign, and in words how they came about."""

    points: str
    text: str


def how_percentage(side: Side) -> tuple[str, ...]:
    """Sentences that lead to the side's percentage."""
    kind = side["kind"]
    if kind == "compared":
        return _compared(side)
    if kind == "alone":
        return (gettext("The only score in this direction: 50.00 %."),)
    if kind == "adjusted":
        return (_adjusted(side),)
    if kind == "weighted":
        return (_weighted(side),)
    return (gettext("Not played: the board leaves the pair's average."),)


def _compared(side: Side) -> tuple[str, ...]:
    beaten, tied, others = side["beaten"], side["tied"], side["compared"]
    plain = 100 * (beaten + tied / 2) / others
    values = {
        "beaten": beaten,
        "tied": tied,
        "others": others,
        "sum": figures.matchpoints(beaten + tied / 2),
        "percentage": figures.percent(plain),
    }
    if tied:
        text = gettext(
            "%(percentage)s %% = beat %(beaten)s and tied %(tied)s of %(others)s: "
            "(%(beaten)s + %(tied)s × ½) ÷ %(others)s."
        )
    else:
        text = gettext("%(percentage)s %% = beat %(beaten)s of %(others)s: %(beaten)s ÷ %(others)s.")
    sentences = [text % values]
    obtained, expected = others + 1, side["expected"]
    if expected > obtained:
        text = gettext(
            "Neuberg, as %(obtained)s of %(expected)s scores are in: 50 + (%(percentage)s − 50) × "
            "%(others)s/%(obtained)s × %(expected)s/%(fewer)s = %(result)s %%."
        )
        more = {"obtained": obtained, "expected": expected, "fewer": expected - 1}
        sentences.append(text % {**values, **more, "result": figures.percent(side["percentage"])})
    return tuple(sentences)


def _adjusted(side: Side) -> str:
    ruling, own = side["adjusted"], side["own_average"]
    average = gettext("no other board") if own is None else f"{figures.percent(own)} %"
    values = {"percentage": figures.percent(side["percentage"]), "average": average}
    if ruling == "A+":
        text = gettext(
            "%(percentage)s %% by ruling A+: 60 %%, or the average elsewhere if higher (%(average)s)."
        )
    elif ruling == "A":
        text = gettext("%(percentage)s %% by ruling A, the average.")
    elif ruling == "A-":
        text = gettext(
            "%(percentage)s %% by ruling A−: 40 %%, or the average elsewhere if lower (%(average)s)."
        )
    else:
        text = gettext("%(percentage)s %% by ruling.")
    return text % values


def _weighted(side: Side) -> str:
    """Each outcome that was weighed: its share, its score, and what that score is worth here."""
    total = sum(weight for weight, _, _ in side["parts"])
    outcomes = [
        gettext("%(share)s %% of %(score)s (%(percentage)s %%)")
        % {
            "share": figures.matchpoints(100 * weight / total),
            "score": figures.points(score),
            "percentage": figures.percent(percentage),
        }
        for weight, score, percentage in side["parts"]
    ]
    return gettext("%(percentage)s %% by a weighted ruling: %(outcomes)s.") % {
        "percentage": figures.percent(side["percentage"]),
        "outcomes": ", ".join(outcomes),
    }


def how_score(rules: RuleSet, ns: Side, ew: Side) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """Both sides' scores part by part; two empty tuples where no bids and tricks were written down."""
    written = (ns["bid"], ns["tricks"], ew["bid"], ew["tricks"])
    if not all(written):
        return (), ()
    scored = score_deal(
        rules,
        SideBid.parse(ns["bid"]),
        SideTricks.parse(ns["tricks"]),
        SideBid.parse(ew["bid"]),
        SideTricks.parse(ew["tricks"]),
    )
    return _parts(scored.ns.components), _parts(scored.ew.components)


def _parts(components: tuple[Component, ...]) -> tuple[Part, ...]:
    return tuple(Part(figures.signed_points(part.points), part.text) for part in components)
