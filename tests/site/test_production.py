"""A server that strangers can reach does not start half configured."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from tournaments.management.quality import PRODUCTION
from tournaments.site.checks import faults, refuse_an_unsafe_start


@pytest.fixture
def production(settings: Settings) -> Settings:
    """Settings of a production server with nothing wrong."""
    settings.PRODUCTION = True
    settings.SECRET_KEY = PRODUCTION["SECRET_KEY"]
    settings.ALLOWED_HOSTS = ["results.example.org"]
    settings.CELERY_BROKER_URL = "redis://broker.example.org"
    settings.CACHE_URL = "redis://broker.example.org"
    settings.MAIL_IS_SENT = True
    settings.DEBUG = False
    return settings


def test_nothing_is_wrong_with_a_full_configuration(production: Settings) -> None:
    assert {fault.id for fault in faults()} <= {"director.W001"}  # this run may be the one on SQLite
    refuse_an_unsafe_start()


@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [
        ("ALLOWED_HOSTS", ["*"], "director.E002"),
        ("ALLOWED_HOSTS", [], "director.E002"),
        ("DEBUG", True, "director.E003"),
        ("CELERY_BROKER_URL", "memory://", "director.E004"),
    ],
)
def test_each_fault_stops_the_start(production: Settings, name: str, value: object, fault: str) -> None:
    setattr(production, name, value)
    assert fault in {found.id for found in faults()}
    with pytest.raises(ImproperlyConfigured, match=fault):
        refuse_an_unsafe_start()


def test_the_known_secret_key_never_serves(production: Settings) -> None:
    production.SECRET_KEY = production.DEFAULT_SECRET_KEY
    with pytest.raises(ImproperlyConfigured, match=r"director\.E001"):
        refuse_an_unsafe_start()
    production.PRODUCTION = False
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY is not set"):
        refuse_an_unsafe_start()


@pytest.mark.parametrize("missing", ["SECRET_KEY", "ALLOWED_HOSTS"])
def test_the_wsgi_module_does_not_load_in_production_without(repository: Path, missing: str) -> None:
    environment = {**os.environ, **PRODUCTION}
    del environment[missing]
    started = subprocess.run(
        [sys.executable, "-c", "import tournaments.site.wsgi"],
        cwd=repository,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert started.returncode == 1
    assert f"ImproperlyConfigured: {missing} " in started.stderr
