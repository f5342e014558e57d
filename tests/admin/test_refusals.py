"""What the admin refuses: with which status, in which words, and with how much in the log."""

import logging
import logging.config
import sys
from copy import deepcopy
from io import StringIO

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.admin.pages import list_url
from tests.support.event_builders import play_hand_1
from tournaments.admin.event_deeds import MAX_UPLOAD_READ
from tournaments.eventfile.csv_text import MAX_TABLE_BYTES
from tournaments.models import Event
from tournaments.site.quiet import WithoutTracebackOfRefusals


def deed_url(event: Event, name: str) -> str:
    return reverse("admin:tournaments_event_do", args=[event.pk, name])


@pytest.mark.one_engine
@pytest.mark.parametrize("name", ["entries", "deal", "pbn", "draw", "remove-draw", "open", "reopen"])
def test_a_deed_that_does_not_fit_is_not_done(
    event: Event, director: User, client: Client, name: str
) -> None:
    play_hand_1(event)
    event.refresh_from_db()
    file = SimpleUploadedFile("any.txt", b"any")
    typed = {"count": 3, "kind": "mitchell", "boards": "", "rounds": "", "reason": "why not", "file": file}
    answer = client.post(deed_url(event, name), typed)
    assert answer.status_code == 409
    assert "does not fit the event as it stands" in answer.context["form"].non_field_errors()[0]
    version = event.results_version
    event.refresh_from_db()
    assert (event.results_version, event.board_set.boards.count()) == (version, 3)


@pytest.mark.parametrize(
    ("name", "size", "more"),
    [
        ("pbn", MAX_UPLOAD_READ, {}),
        ("entries", MAX_TABLE_BYTES, {}),
        ("results", MAX_TABLE_BYTES, {}),
        ("results", MAX_TABLE_BYTES, {"only_preview": "on"}),
    ],
)
def test_a_file_that_is_too_large_is_answered_413(
    event: Event, director: User, client: Client, name: str, size: int, more: dict[str, str]
) -> None:
    if name != "results":
        event.rounds.all().delete()
    file = SimpleUploadedFile("big.txt", b"x" * (size + 1))
    answer = client.post(deed_url(event, name), {"file": file, "reason": "", **more})
    assert answer.status_code == 413
    assert "larger than" in answer.context["form"].non_field_errors()[0]


def record_of(status: int | None) -> logging.LogRecord:
    try:
        raise ValueError("as if")
    except ValueError:
        made = logging.LogRecord("django.request", logging.WARNING, "x.py", 1, "Said", (), sys.exc_info())
    if status is not None:
        made.status_code = status
    return made


@pytest.mark.parametrize(
    ("status", "kept"), [(400, False), (403, False), (499, False), (500, True), (None, True)]
)
def test_only_failures_leave_a_traceback(status: int | None, kept: bool) -> None:
    record = record_of(status)
    assert WithoutTracebackOfRefusals().filter(record) is True
    assert bool(record.exc_info) is kept


def test_a_refusal_is_one_line_on_the_console(event: Event, director: User, client: Client) -> None:
    """The console's handler as the settings make it, given what Django says of a 403."""
    settled = logging.config.DictConfigurator(deepcopy(settings.LOGGING))
    for name, made in settled.config["filters"].items():
        settled.config["filters"][name] = settled.configure_filter(made)
    for name, made in settled.config["formatters"].items():
        settled.config["formatters"][name] = settled.configure_formatter(made)
    written = StringIO()
    console = settled.configure_handler({**settings.LOGGING["handlers"]["console"], "stream": written})
    logger = logging.getLogger("django.request")
    logger.addHandler(console)
    try:
        assert client.get(list_url("club")).status_code == 403
    finally:
        logger.removeHandler(console)
    assert written.getvalue().count("\n") == 1
    assert "Forbidden" in written.getvalue()
