"""Rule sets, tie-breaks and movements in a director's words.

Owns: the one place where the names that are stored become words at the desk. docs/rules.md has their meaning.
"""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.rules import BlindNil, NilTricks, RuleSet
from tournaments.draws.registry import KINDS
from tournaments.draws.swiss import feasible_rounds
from tournaments.services.team_progress import rounds_to_one

PRESET_WORDS: Final[Mapping[str, str | Promise]] = {
    "duplicate-pairs": _("duplicate-pairs: each deal by itself, losses go to the opponents"),
    "standard": _("standard: to 500, bags cost 100 at ten"),
    "puzzle-pirates": _("puzzle-pirates: to 500, blind nil when behind"),
    "card-game-academy": _("card-game-academy: each deal by itself, bags go to the opponents"),
    "safe-harbor": _("safe-harbor: each deal by itself, a bag costs a point"),
}

RULE_WORDS: Final[Mapping[str, tuple[str | Promise, str | Promise]]] = {
    "trick_points": (_("Points a trick"), _("For each trick of the contract.")),
    "nil_points": (_("A nil"), ""),
    "blind_nil_points": (_("A blind nil"), ""),
    "set_loses_points": (_("A side loses what it failed"), ""),
    "losses_to_opponents": (_("The opponents receive it"), ""),
    "bag_points": (_("Points a bag"), _("To the side that takes it.")),
    "opponents_bag_points": (_("Points a bag to the other side"), ""),
    "bag_penalty": (_("Bag penalty"), _("Taken from a running score; 0: none.")),
    "bag_penalty_every": (_("… at each so many bags"), _("Empty: never.")),
    "failed_nil_tricks": (_("Tricks of a failed nil"), ""),
    "blind_nil": (_("Blind nil may be bid"), ""),
    "blind_nil_behind": (_("Behind means so many points"), ""),
    "bids_may_pass_13": (_("A side may bid more than 13"), ""),
    "minimum_team_bid": (_("Least bid of a side"), _("Empty: none.")),
    "ten_for_200": (_("Ten for 200"), _("A bid of ten wins 200, and costs 100 if it fails.")),
    "target": (_("A race ends at"), _("Empty: deals stand alone.")),
    "mercy": (_("… and at minus as much"), ""),
    "floor": (_("… or at this"), _("Below zero; empty: nothing ends it there.")),
}
"""Label and help of each field of a rule set."""

CHOICE_WORDS: Final[Mapping[str, str | Promise]] = {
    NilTricks.HELPS: _("help the partner"),
    NilTricks.BAGS: _("are bags"),
    NilTricks.BAGS_IF_MADE: _("are bags beside a made contract"),
    NilTricks.IGNORED: _("are nothing"),
    BlindNil.OFF: _("never"),
    BlindNil.BEHIND: _("when behind"),
    BlindNil.ON: _("always"),
}

TIE_BREAK_WORDS: Final[Mapping[str, str | Promise]] = {
    "head_to_head": _("against one another"),
    "boards_won": _("boards won"),
    "tops": _("tops"),
    "boards_above_average": _("boards above average"),
    "most_boards": _("most boards played"),
    "best_board": _("best board"),
    "worst_board": _("worst board"),
    "opponents_wins": _("the opponents’ wins"),
    "defeated_opponents_wins": _("the wins of defeated opponents"),
    "points_difference": _("difference of points"),
}


def value_word(value: object) -> str:
    """One figure of a rule set as it is read."""
    if value is None:
        return gettext("none")
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, NilTricks | BlindNil):
        return str(CHOICE_WORDS[value])
    return str(value).replace("-", "−")


def rules_line(rules: object) -> str:
    """A stored rule set in a few words: "standard with 2 changes"."""
    found = RuleSet.from_json(rules).to_json()
    own = len(found) - 1
    if not own:
        return str(found["preset"])
    said = gettext("%(preset)s with 1 change") if own == 1 else gettext("%(preset)s with %(n)s changes")
    return said % {"preset": found["preset"], "n": own}


def movement_title(kind: str) -> str:
    """A kind of movement without its explanation."""
    return KINDS[kind].title.split(" (")[0].split(",")[0]


def swiss_length(teams: int) -> str:
    """How long a Swiss event of two teams or more is, in one sentence."""
    least, most = rounds_to_one(teams), feasible_rounds(teams).most
    said = ngettext(
        "%(teams)s teams: after %(least)s round at most one is undefeated; up to %(most)s can be played without a "
        "rematch.",
        "%(teams)s teams: after %(least)s rounds at most one is undefeated; up to %(most)s can be played without a "
        "rematch.",
        least,
    )
    return said % {"teams": teams, "least": least, "most": most}
