"""Fixtures every test may use. Real servers come from tests/support; nothing here puts a stand-in in their place.

broker      a real Redis or Valkey, for the whole run
worker      a real Celery worker in a process of its own, on the test's database; tasks queued here go to it
page        (pytest-playwright) a real Chromium; `live_server.url` is where the site is
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection, connections
from django.test import TransactionTestCase
from playwright.sync_api import expect

from tests.support import broker as broker_support
from tests.support import browser
from tournaments.management.embedded.brokers import Broker
from tournaments.management.embedded.children import Child, Program
from tournaments.services.reading import forget
from tournaments.site.celery import app

# How long a page may take until it shows what a test waits for: a limit for a busy machine, not a pace.
expect.set_options(timeout=20_000)

# Playwright's synchronous API runs an event loop in the test's thread, which Django would refuse to query under.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

_skipped: list[str] = []


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--only-database",
        action="store_true",
        help="Leave out the tests that touch no database, and those of a browser: they have run on the other engine.",
    )


def pytest_configure() -> None:
    """What is slow on purpose or done once per start costs more here than all that is tested."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.WHITENOISE_AUTOREFRESH = True  # or each client would list all static files


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--only-database"):
        # what a browser shows is made above the database: the pages' own tests run on both engines
        left_out = [
            item
            for item in items
            if not _touches_a_database(item)
            or item.get_closest_marker("browser")
            or item.get_closest_marker("one_engine")
        ]
        config.hook.pytest_deselected(items=left_out)
        gone = set(left_out)
        items[:] = [item for item in items if item not in gone]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped:
        _skipped.append(report.nodeid)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """A skipped test is a promise nobody kept: the run fails."""
    if _skipped and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for name in _skipped:
        terminalreporter.write_line(f"FAILED {name}: skipped, and no test may be", red=True)


def _touches_a_database(item: pytest.Item) -> bool:
    fixtures = {"db", "transactional_db", "django_db_setup", "live_server"} & set(
        getattr(item, "fixturenames", ())
    )
    case = getattr(item, "cls", None)
    return bool(
        fixtures or item.get_closest_marker("django_db") or (case and issubclass(case, TransactionTestCase))
    )


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    tmp_path_factory: pytest.TempPathFactory, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """SQLite's test database is a file of this run, not memory: worker processes and 20 writers must share it."""
    if connection.vendor == "sqlite":
        database = connections["default"].settings_dict
        name = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
        settings.DATABASES["default"].setdefault("TEST", {})["NAME"] = name
        database["TEST"]["NAME"] = name
        # what a power cut would take from a test database need not be guarded
        database["OPTIONS"]["init_command"] = database["OPTIONS"]["init_command"].replace("=FULL", "=OFF")


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    """No test meets the throttles or the pages that another left behind."""
    cache.clear()
    forget()  # rolled back, the next test's rows have the same keys
    yield
    cache.clear()


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """The system's Chromium: Playwright's own download is not needed."""
    return browser.launch_arguments()


@pytest.fixture(scope="session")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    """A real broker for the run. Tasks go to it only while a test uses `worker`."""
    with broker_support.running(tmp_path_factory.mktemp("broker")) as running:
        yield running


@pytest.fixture(scope="session")
def _worker_process(
    broker: Broker, django_db_setup: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Child]:
    log = tmp_path_factory.mktemp("worker") / "worker.log"
    command = (
        *(sys.executable, "-m", "celery", "-A", "tournaments.site", "worker", "--loglevel", "INFO"),
        *("--pool", "threads", "--concurrency", "2", "--without-gossip", "--without-mingle"),
    )
    environment = {"DATABASE_URL": url_of_the_test_database(), "CELERY_BROKER_URL": broker.url}
    program = Program("worker", command, environment, log)
    with broker_support.child(program, lambda: " ready." in log.read_text(encoding="utf-8")) as process:
        yield process


@pytest.fixture
def worker(transactional_db: None, broker: Broker, _worker_process: Child) -> Iterator[Child]:
    """A real worker on the test's database. What the test commits it sees; what the test queues it does."""
    with broker_support.producing_for(app, broker):
        yield _worker_process
        app.control.purge()  # the next test's worker does not do this one's work


@pytest.fixture(scope="session")
def repository() -> Path:
    """The folder of manage.py."""
    return Path(settings.BASE_DIR)


def url_of_the_test_database() -> str:
    """DATABASE_URL for another process; only called once the test database is there."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    access = f"{database['USER']}:{database['PASSWORD']}".removesuffix(":")
    return f"postgresql://{access}@{database['HOST']}:{database['PORT']}/{database['NAME']}"
