"""What is wrong with something a person or a program handed in.

Owns: the form of a fault and the one exception that carries several of them.
Never does: checking itself (each module checks its own input), logging, translation.

Terms
-----
fault   one thing wrong, told in one clear sentence that says what is wrong and what to do
path    the place of the fault in the input, e.g. ``results[3].ns_bid``; empty when it is the whole
code    a short stable word for programs, e.g. ``tricks-sum``
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with the input, at its place."""

    code: str
    message: str
    path: str = ""

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message

    def under(self, prefix: str) -> "Fault":
        """The same fault seen from one level up: ``prefix`` is put before the path."""
        if not prefix:
            return self
        if not self.path:
            return replace(self, path=prefix)
        joint = "" if self.path.startswith("[") else "."
        return replace(self, path=f"{prefix}{joint}{self.path}")

    def to_json(self) -> dict[str, str]:
        """``{"code", "message", "path"}``."""
        return {"code": self.code, "message": self.message, "path": self.path}


class FaultsError(ValueError):
    """Refused input, with all of its faults (at least one), in the order found."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults: tuple[Fault, ...] = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))
