"""What stands in addresses: numbers, whole, from 1, and short enough for every database column; seats; a club."""

from typing import Final

LARGEST: Final = 999_999_999


class Number:
    """An id or a number that people see, such as a round's."""

    regex = "[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


class Seat:
    """A seat of a game: N, E, S or W."""

    regex = "[NESW]"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class ClubName:
    """A club, by its id or by its slug; what is all digits is an id."""

    regex = "[-a-zA-Z0-9_]{1,50}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value
