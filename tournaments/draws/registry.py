"""The kinds of movement on offer, by name.

Owns: names, sizes in words, and the one way to build any kind. Never does: the building (`mitchell`,
`howell`, …).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tournaments.draws import barometer, howell, mitchell
from tournaments.draws.movement import Movement, MovementError
from tournaments.draws.plan import MAX_PAIRS, Request


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of movement. `smallest` and `largest` are pairs; `even_tables` says that odd tables are
    refused.

    Call it with the numbers asked for; all but `pairs` may be left out.
    """

    name: str
    title: str
    smallest: int
    sizes: str
    maker: Callable[[Request], Movement]
    even_tables: bool = False
    largest: int = MAX_PAIRS

    def __call__(
        self,
        pairs: int,
        boards: int | None = None,
        rounds: int | None = None,
        boards_per_round: int | None = None,
        switched: int | None = None,
    ) -> Movement:
        """Build the movement. Raises `MovementError`, in a sentence for the director, when it is not
        possible."""
        return self.maker(Request(pairs, boards, rounds, boards_per_round, switched))

    def offers(self, pairs: int) -> bool:
        """Whether this kind exists for so many pairs (with suitable boards and rounds)."""
        fits = self.smallest <= pairs <= self.largest
        return fits and not (self.even_tables and (pairs + 1) // 2 % 2)


_ALL = (
    Kind(
        "mitchell",
        "Mitchell (skip or share-and-relay where tables are even), two winners",
        mitchell.SMALLEST,
        "4 to 120 pairs, half tables included; rounds up to the tables (a skip: one fewer)",
        mitchell.mitchell,
    ),
    Kind(
        "skip-mitchell",
        "Skip Mitchell, two winners",
        mitchell.SMALLEST_SKIP,
        "7 to 120 pairs at an even number of tables; rounds up to the tables less one",
        mitchell.skip_mitchell,
        even_tables=True,
    ),
    Kind(
        "share-and-relay",
        "Share-and-relay Mitchell, two winners",
        mitchell.SMALLEST,
        "4 to 120 pairs at an even number of tables; rounds up to the tables",
        mitchell.share_and_relay,
        even_tables=True,
    ),
    Kind(
        "arrow-switch",
        "Mitchell with the arrow switched in some rounds, one winner",
        mitchell.SMALLEST_SWITCHED,
        "5 to 120 pairs; 2 rounds up to those of the Mitchell",
        mitchell.arrow_switch,
    ),
    Kind(
        "howell",
        "Howell, full, reduced or cut short, one winner",
        howell.SMALLEST,
        "5 to 120 pairs (3 to 60 tables); 2 rounds up to twice the tables less one",
        howell.howell,
    ),
    Kind(
        "barometer",
        "Barometer all-play-all, the same boards at every table, one winner",
        barometer.SMALLEST,
        "2 to 120 pairs; any number of rounds",
        barometer.barometer,
    ),
)

KINDS: Mapping[str, Kind] = MappingProxyType({kind.name: kind for kind in _ALL})
"""Name → kind. Call a kind to build: `KINDS["howell"](14, boards=26)`."""


def find_kind(name: str) -> Kind:
    """The kind of that name, in any case and with `_` for `-`. Raises `MovementError` naming the known
    ones."""
    kind = KINDS.get(name.strip().lower().replace("_", "-").replace(" ", "-"))
    if kind is None:
        raise MovementError(f"There is no movement “{name[:40]}”; choose one of {', '.join(KINDS)}.")
    return kind


def build(kind: str, pairs: int, boards: int | None = None, rounds: int | None = None) -> Movement:
    """Build by name. Raises `MovementError` for an unknown name or numbers that the kind does not offer."""
    return find_kind(kind)(pairs, boards, rounds)
