"""Fixtures every test may use.

    cards of the house      real servers come from `tests/support`; nothing here replaces one by a stand-in
    broker, worker          a real broker and a real Celery worker in a process of its own, on the test's database
    page (pytest-playwright) a real Chromium, at `live_server`
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connections

from tests.support import browser

# Playwright's synchronous API runs an event loop in the test's thread, which Django would refuse to query under.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    tmp_path_factory: pytest.TempPathFactory, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """SQLite's test database is a file of this run, not memory: worker processes and 20 writers must share it."""
    database = settings.DATABASES["default"]
    if database["ENGINE"] == "django.db.backends.sqlite3":
        name = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
        database.setdefault("TEST", {})["NAME"] = name
        connections["default"].settings_dict["TEST"]["NAME"] = name


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    """No test meets the throttles or the pages that another left behind."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """The system's Chromium: Playwright's own download is not needed."""
    return browser.launch_arguments()


@pytest.fixture(scope="session")
def repository() -> Path:
    return Path(settings.BASE_DIR)
