"""One page of a long list."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.core.paginator import Page

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Sheet(Generic[T]):
    """What stands on page `number` of `pages`; `total` is how many items all of them have."""

    items: tuple[T, ...]
    number: int
    pages: int
    total: int

    @property
    def before(self) -> int | None:
        return self.number - 1 if self.number > 1 else None

    @property
    def after(self) -> int | None:
        return self.number + 1 if self.number < self.pages else None


def sheet_of(page: Page[Any], items: Iterable[T]) -> Sheet[T]:
    """A page of Django's with what was made of its items."""
    return Sheet(tuple(items), page.number, page.paginator.num_pages, page.paginator.count)
