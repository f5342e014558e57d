"""Strict readers of the environment: a value is either understood or refused in one sentence.

Owns: NAME or NAME_FILE (a file holding the value, as secret stores mount them), and the forms of a flag, a
number, a list.
Never does: guess. "ture" is an error, not False; a name given twice is an error, not a preference.
"""

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from django.core.exceptions import ImproperlyConfigured
from environ import Env

_YES: Final = frozenset({"1", "true", "yes", "on"})
_PERIODS: Final = frozenset({"sec", "min", "hour"})
_NO: Final = frozenset({"0", "false", "no", "off"})
_MAIL: Final = frozenset({"smtp", "smtp+tls", "smtp+ssl", "consolemail"})
_PLACE: Final = re.compile(r"((https?://[A-Za-z0-9.-]+)?(:[0-9]{1,5})?)?(/[A-Za-z0-9._~-]+)*/")


def text(name: str, default: str) -> str:
    """The value of `name`, or the content of the file that `name`_FILE points to; empty counts as not set.

    Raises ImproperlyConfigured when both are set or the file cannot be read.
    """
    value = os.environ.get(name, "")
    path = os.environ.get(f"{name}_FILE", "")
    if value and path:
        raise ImproperlyConfigured(f"{name} and {name}_FILE are both set; keep one of them.")
    if not path:
        return value or default
    try:
        return Path(path).read_text(encoding="utf-8").strip() or default
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(
            f"{name}_FILE points to {path}, which cannot be read ({error});"
            " correct the path or its permissions."
        ) from error


def flag(name: str, default: bool) -> bool:
    """True for 1/true/yes/on, False for 0/false/no/off, in any case; anything else is refused."""
    value = text(name, "").lower()
    if not value:
        return default
    if value in _YES:
        return True
    if value in _NO:
        return False
    raise ImproperlyConfigured(f"{name} is {value!r}; write 1 or 0 (or true/false, yes/no, on/off).")


def integer(name: str, default: int, *, least: int = 0) -> int:
    """A whole number not below `least`."""
    value = text(name, "")
    if not value:
        return default
    if not value.isascii() or not value.isdecimal() or int(value) < least:
        raise ImproperlyConfigured(f"{name} is {value!r}; write a whole number of at least {least}.")
    return int(value)


def rate(name: str, default: str) -> str:
    """How many in a time: "600/min", with sec, min or hour."""
    value = text(name, default)
    number, _, period = value.partition("/")
    if not number.isascii() or not number.isdecimal() or int(number) < 1 or period not in _PERIODS:
        raise ImproperlyConfigured(f"{name} is {value!r}; write a number and a time, such as {default}.")
    return value


def listing(name: str, default: Sequence[str] = ()) -> list[str]:
    """Values parted by commas; blanks around them and empty ones are dropped."""
    return [part.strip() for part in text(name, "").split(",") if part.strip()] or list(default)


def choice(name: str, default: str, choices: Sequence[str]) -> str:
    """One of `choices`, exactly."""
    value = text(name, default)
    if value not in choices:
        raise ImproperlyConfigured(f"{name} is {value!r}; write one of: {', '.join(choices)}.")
    return value


def place(name: str) -> str:
    """Where a browser finds something: "/live/" here, ":8001/live/" at another port of the same machine, or a whole
    address; always with the slash at its end. "" where nothing is set.
    """
    value = text(name, "")
    if value and not _PLACE.fullmatch(value):
        raise ImproperlyConfigured(
            f"{name} is {value!r}; write /live/, or :8001/live/, or https://live.example.org/live/."
        )
    return value


def mail(name: str, default: str) -> dict[str, Any]:
    """How mail is sent, as Django's settings EMAIL_…: "smtp+tls://user:password@host:587", "smtp+ssl://…:465",
    "smtp://host:25", or "consolemail://" for the log."""
    value = text(name, default)
    scheme, separator, rest = value.partition("://")
    if scheme not in _MAIL or not separator or (scheme.startswith("smtp") and not rest):
        raise ImproperlyConfigured(
            f"{name} is not understood; write smtp+tls://user:password@host:587, smtp+ssl://user:password@host:465,"
            " smtp://host:25 or consolemail://."
        )
    try:
        return dict(Env.email_url_config(value))
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} has a port that is no number; correct it.") from error
