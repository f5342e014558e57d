"""Numbers in addresses: whole, from 1, and short enough for every database column."""

from typing import Final

LARGEST: Final = 999_999_999


class Number:
    """An id or a number that people see, such as a round's."""

    regex = "[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)
