"""A second computation of a Pairs event, slow and by the book, to hold the real one against.

It shares nothing with ``scoring``: plain dictionaries in (the keys of an event file), every score compared with
every other, Neuberg in its percentage form, exact fractions. Used only in tests.
"""

from fractions import Fraction
from typing import Any

SIDES = ("ns", "ew")


def percent_among(own: int, rivals: list[int], expected: int | None) -> Fraction:
    """The percentage of ``own`` against ``rivals`` (itself not among them)."""
    if not rivals:
        return Fraction(50)
    wins = Fraction(0)
    for rival in rivals:
        if own > rival:
            wins += 1
        if own == rival:
            wins += Fraction(1, 2)
    percent = wins * 100 / len(rivals)
    n = len(rivals) + 1
    if expected is None or expected <= n:
        return percent
    return 50 + (percent - 50) * Fraction(n - 1, n) * Fraction(expected, expected - 1)


def has_own_score(result: dict[str, Any], side: str) -> bool:
    return not result.get("not_played") and f"{side}_adjusted" not in result and f"{side}_score" in result


def rivals_of(results: list[dict[str, Any]], place: int, side: str) -> list[int]:
    """The scores that the result at ``place`` is compared with in one direction."""
    mine = results[place]
    return [
        other[f"{side}_score"]
        for index, other in enumerate(results)
        if index != place
        and other["board"] == mine["board"]
        and other.get("group", 0) == mine.get("group", 0)
        and has_own_score(other, side)
    ]


def is_scored(result: dict[str, Any]) -> bool:
    return not result.get("not_played") and any(
        f"{side}_{what}" in result for side in SIDES for what in ("score", "adjusted")
    )


def most_scores(event: dict[str, Any]) -> int:
    boards = [result["board"] for result in event["results"] if is_scored(result)]
    return max([boards.count(board) for board in boards], default=0)


def neuberg_number(event: dict[str, Any], board: int) -> int | None:
    if not event["neuberg"]:
        return None
    for given in event["boards"]:
        if given["number"] == board and "expected" in given:
            return given["expected"]
    return most_scores(event)


def fairly_won(event: dict[str, Any], place: int, side: str) -> Fraction | None:
    """The percentage a side made by its play (weighted rulings included), else ``None``."""
    results = event["results"]
    result = results[place]
    if result.get("not_played"):
        return None
    expected = neuberg_number(event, result["board"])
    rivals = rivals_of(results, place, side)
    if has_own_score(result, side):
        return percent_among(result[f"{side}_score"], rivals, expected)
    ruling = result.get(f"{side}_adjusted")
    if isinstance(ruling, dict):
        share_of = [Fraction(item["weight"]) for item in ruling["weighted"]]
        each = [percent_among(item[f"{side}_score"], rivals, expected) for item in ruling["weighted"]]
        return sum(weight * percent for weight, percent in zip(share_of, each, strict=True)) / sum(share_of)
    return None


def known_without_average(event: dict[str, Any], place: int, side: str) -> Fraction | None:
    """What a side gets where no average is asked for: its own play, A or a given percentage."""
    result = event["results"][place]
    played = fairly_won(event, place, side)
    ruling = result.get(f"{side}_adjusted")
    if played is not None or result.get("not_played") or ruling in (None, "A+", "A-"):
        return played
    return Fraction(50) if ruling == "A" else Fraction(str(ruling))


def top_of(event: dict[str, Any], place: int, side: str) -> int:
    """How many others a side could have beaten on a board, those that Neuberg stands in for included."""
    results = event["results"]
    there = len(rivals_of(results, place, side)) + has_own_score(results[place], side)
    wanted = neuberg_number(event, results[place]["board"]) or 0
    return max(there, wanted, 1) - 1


def average(numbers: list[Fraction]) -> Fraction | None:
    return sum(numbers, Fraction(0)) / len(numbers) if numbers else None


def seats(event: dict[str, Any], entry: int) -> list[tuple[int, str]]:
    return [
        (place, side)
        for place, result in enumerate(event["results"])
        for side in SIDES
        if result.get(side) == entry
    ]


def board_percentage(event: dict[str, Any], place: int, side: str) -> Fraction | None:
    result = event["results"][place]
    played = fairly_won(event, place, side)
    if played is not None or result.get("not_played"):
        return played
    ruling = result.get(f"{side}_adjusted")
    if ruling is None:
        return None
    others = [known_without_average(event, *seat) for seat in seats(event, result[side])]
    own = average([percent for percent in others if percent is not None])
    if ruling == "A+":
        return Fraction(60) if own is None or own < 60 else own
    if ruling == "A-":
        return Fraction(40) if own is None or own > 40 else own
    return Fraction(50) if ruling == "A" else Fraction(str(ruling))


def entry_result(event: dict[str, Any], entry: dict[str, Any]) -> dict[str, Any]:
    found = {seat: board_percentage(event, *seat) for seat in seats(event, entry["number"])}
    counting = [percent for percent in found.values() if percent is not None]
    final = average(counting)
    tops = sum(top_of(event, *seat) for seat, percent in found.items() if percent is not None)
    for penalty in event["penalties"]:
        if penalty["entry"] == entry["number"] and final is not None:
            final -= Fraction(str(penalty.get("percent", 0)))
            final -= Fraction(str(penalty.get("points", 0))) * 100 / tops if tops else 0
    return {
        "entry": entry["number"],
        "field": entry["field"],
        "withdrawn": entry["withdrawn"],
        "percentage": final,
        "boards": len(counting),
        "sum": sum(counting, Fraction(0)),
    }


def goes_before(one: dict[str, Any], other: dict[str, Any]) -> bool:
    if one["withdrawn"] != other["withdrawn"]:
        return not one["withdrawn"]
    if one["percentage"] is None or other["percentage"] is None:
        return one["percentage"] is not None and other["percentage"] is None
    return one["percentage"] > other["percentage"]


def standings(event: dict[str, Any]) -> dict[str, dict[int, dict[str, Any]]]:
    """List name → entry → rank, tied, percentage, boards, sum. No tie-breaks."""
    rows = [entry_result(event, entry) for entry in event["entries"]]
    lists = {"": rows}
    if event["winners"] == "two":
        lists = {field: [row for row in rows if row["field"] == field] for field in ("NS", "EW")}
    for group in lists.values():
        for row in group:
            row["rank"] = 1 + sum(goes_before(other, row) for other in group)
        for row in group:
            row["tied"] = sum(other["rank"] == row["rank"] for other in group) > 1
    return {name: {row["entry"]: row for row in group} for name, group in lists.items()}


# What a side wins or loses in one deal, by preset: the table of the rules, typed in a second time.
PRESETS: dict[str, dict[str, Any]] = {
    "duplicate-pairs": {"nil": 100, "lose": 1, "give": 1, "bag": -1, "gift": 0, "nil_bags": "made"},
    "standard": {"nil": 100, "lose": 1, "give": 0, "bag": 1, "gift": 0, "nil_bags": "always"},
    "puzzle-pirates": {"nil": 50, "lose": 1, "give": 0, "bag": 1, "gift": 0, "nil_bags": "never"},
    "card-game-academy": {"nil": 100, "lose": 0, "give": 1, "bag": -1, "gift": 1, "nil_bags": "made"},
    "safe-harbor": {"nil": 100, "lose": 0, "give": 1, "bag": -1, "gift": 0, "nil_bags": "made"},
}


def deal_scores(preset: str, bids: list[str], tricks: list[int]) -> tuple[int, int]:
    """NS and EW points of a deal given by seat, N, E, S, W; a bid is a number, ``N`` or ``B``."""
    figures = PRESETS[preset]
    points = [0, 0]
    for side in (0, 1):
        contract = enough = extra = stray = 0
        for seat in (side, side + 2):
            if bids[seat] in "NB":
                value = figures["nil"] * (2 if bids[seat] == "B" else 1)
                if tricks[seat] == 0:
                    points[side] += value
                else:
                    points[side] -= value * figures["lose"]
                    points[1 - side] += value * figures["give"]
                stray += tricks[seat]
            else:
                contract += int(bids[seat])
                enough += tricks[seat]
        if enough < contract:
            points[side] -= 10 * contract * figures["lose"]
            points[1 - side] += 10 * contract * figures["give"]
            extra = stray if figures["nil_bags"] == "always" else 0
        else:
            points[side] += 10 * contract
            extra = enough - contract + (0 if figures["nil_bags"] == "never" else stray)
        points[side] += extra * figures["bag"]
        points[1 - side] += extra * figures["gift"]
    return points[0], points[1]
