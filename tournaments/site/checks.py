"""What an installation must have before strangers may reach it, as Django system checks with ids.

Owns: director.E001 … and the refusal to start with any of them. Never does: change a setting.
"""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.core.exceptions import ImproperlyConfigured


def faults() -> list[CheckMessage]:
    """All faults of the present settings; empty unless in production mode (except for what is never safe)."""
    if not settings.PRODUCTION:
        return []
    found: list[CheckMessage] = []
    if settings.SECRET_KEY == settings.DEFAULT_SECRET_KEY:
        found.append(
            _error(
                1,
                "SECRET_KEY is not set.",
                "Set SECRET_KEY or SECRET_KEY_FILE to 50 or more random characters.",
            )
        )
    if not settings.ALLOWED_HOSTS or "*" in settings.ALLOWED_HOSTS:
        found.append(
            _error(
                2,
                "ALLOWED_HOSTS admits every name or none.",
                "Set ALLOWED_HOSTS to the site's names, parted by commas.",
            )
        )
    if settings.DEBUG:
        found.append(
            _error(3, "DEBUG is on.", "Set DEBUG=0, or DIRECTOR_MODE=embedded on a machine of your own.")
        )
    if settings.CELERY_BROKER_URL.startswith("memory:"):
        found.append(
            _error(
                4,
                "CELERY_BROKER_URL is not set.",
                "Set it to the Redis server that web and worker processes share.",
            )
        )
    if settings.DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
        found.append(
            _warning(
                1,
                "The database is SQLite.",
                "Set DATABASE_URL to a PostgreSQL server when several machines or many writers share it.",
            )
        )
    if not settings.CACHE_URL:
        found.append(
            _warning(
                2,
                "CACHE_URL is not set.",
                "Set it to a Redis server, or every web process counts request limits on its own.",
            )
        )
    if not settings.MAIL_IS_SENT:
        found.append(
            _warning(
                3,
                "EMAIL_URL names no mail server.",
                "Set it to one, or nobody can renew a forgotten password.",
            )
        )
    return found


def refuse_an_unsafe_start() -> None:
    """Raises ImproperlyConfigured with every error of faults(); a server calls it before it serves."""
    errors = [message for message in faults() if message.is_serious()]
    if errors:
        raise ImproperlyConfigured(
            " ".join(f"{message.msg} {message.hint} [{message.id}]" for message in errors)
        )
    if not settings.DEBUG and settings.SECRET_KEY == settings.DEFAULT_SECRET_KEY:
        raise ImproperlyConfigured(
            "SECRET_KEY is not set. Start with `python3 manage.py up`, which makes one, or set SECRET_KEY"
            " or SECRET_KEY_FILE."
        )


@register(Tags.security)
def production_settings(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """The system check: `manage.py check` and every command that runs checks show the faults."""
    return faults()


def _error(number: int, message: str, hint: str) -> Error:
    return Error(message, hint=hint, id=f"director.E{number:03}")


def _warning(number: int, message: str, hint: str) -> Warning:
    return Warning(message, hint=hint, id=f"director.W{number:03}")
