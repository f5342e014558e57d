"""What a Teams event keeps from a viewer while matches run: the one place that asks `MatchSight` about all of them.

Owns: which matches' outcomes the standings, the cross-table and the teams' pages leave out.
Never does: decide what is secret; `services.visibility` does.
Terms: *key*, round and number of a match; *waits*, said of a viewer who plays in a match that is won or lost and may
not know it yet, to whom every ranking would tell it.
"""

from dataclasses import dataclass

from tournaments.models import Event, MatchSnapshot
from tournaments.services.visibility import MatchSight

Key = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Kept:
    """Keys of the matches whose `outcomes` the viewer is not told. Points go to the standings when a match is over, so
    there are none to keep."""

    outcomes: frozenset[Key]

    @property
    def waits(self) -> bool:
        return bool(self.outcomes)


NOTHING = Kept(frozenset())


def kept_from(event: Event, sight: MatchSight, *, plays: bool) -> Kept:
    """What `sight` keeps from a viewer, who `plays` in the event or not; one query, and none for who does not play."""
    if sight.directs or not plays:
        return NOTHING
    running = MatchSnapshot.objects.filter(event=event, finished=False)
    found = [(data["round"], data["match"], data) for data in running.values_list("data", flat=True)]
    return Kept(
        frozenset(
            (round_number, match)
            for round_number, match, data in found
            if data["certain"] and not sight.outcome(data)
        )
    )
