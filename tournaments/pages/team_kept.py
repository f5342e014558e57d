"""What a Teams event keeps from a viewer while matches run: the one place that asks `MatchSight` about all of them.

Owns: which matches' outcomes the reasons of a later draw would tell to somebody who still plays in them.
Never does: decide what is secret; `services.visibility` does.
Terms: *key*, round and number of a match.
"""

from tournaments.models import Event, MatchSnapshot
from tournaments.services.visibility import MatchSight

Key = tuple[int, int]


def untold_of(event: Event, sight: MatchSight) -> frozenset[Key]:
    """Keys of the matches that are certain and whose outcome the viewer may not be told; one query."""
    running = MatchSnapshot.objects.filter(event=event, finished=False)
    return frozenset(
        (data["round"], data["match"])
        for data in running.values_list("data", flat=True)
        if data["certain"] and not sight.outcome(data)
    )
