"""What a service says when it does not do what it was asked: every message is for the person who asked.

Owns: the closed set of refusals. `ServiceError` and its children may be shown as they are; anything else that is
raised is a fault of ours, goes to the log and is shown to nobody.
"""

from collections.abc import Iterable, Mapping

from scoring.faults import Fault


class ServiceError(Exception):
    """Refused, with every reason. `status` is the HTTP status that doors with HTTP answer."""

    status = 400

    def __init__(self, *faults: Fault | str, code: str = "refused") -> None:
        self.faults: tuple[Fault, ...] = tuple(
            fault if isinstance(fault, Fault) else Fault(code=code, message=fault) for fault in faults
        )
        super().__init__(" ".join(fault.message for fault in self.faults))


class NotFoundError(ServiceError):
    """What was named does not exist."""

    status = 404


class TooLargeError(ServiceError):
    """More was sent than is read."""

    status = 413


class ConflictError(ServiceError):
    """What was asked collides with what is there. `versions` has both sides where there are two."""

    status = 409

    def __init__(
        self,
        *faults: Fault | str,
        code: str = "conflict",
        versions: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(*faults, code=code)
        self.versions = versions


def refuse_if(faults: Iterable[Fault]) -> None:
    """Raise `ServiceError` with all of `faults`, if there are any."""
    found = tuple(faults)
    if found:
        raise ServiceError(*found)
