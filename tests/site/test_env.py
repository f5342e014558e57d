"""The environment is understood or refused, never guessed."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from tournaments.site import env

NAME = "DIRECTOR_TEST_VALUE"


@pytest.mark.parametrize(
    ("value", "meant"), [("1", True), ("YES", True), ("off", False), ("0", False), ("", True)]
)
def test_a_flag(monkeypatch: pytest.MonkeyPatch, value: str, meant: bool) -> None:
    monkeypatch.setenv(NAME, value)
    assert env.flag(NAME, True) is meant


@pytest.mark.parametrize("value", ["ture", "2", "-"])
def test_a_flag_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv(NAME, value)
    with pytest.raises(ImproperlyConfigured, match=rf"{NAME} is '{value}'"):
        env.flag(NAME, False)


@pytest.mark.parametrize("value", ["0", "-3", "1.5", "many", "٣"])
def test_a_number_below_the_least_or_none_at_all_is_refused(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv(NAME, value)
    with pytest.raises(ImproperlyConfigured, match="whole number of at least 1"):
        env.integer(NAME, 5, least=1)


def test_a_secret_may_come_from_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("s3cret\n")
    monkeypatch.setenv(f"{NAME}_FILE", str(secret))
    assert env.text(NAME, "default") == "s3cret"


def test_a_name_and_its_file_together_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(NAME, "one")
    monkeypatch.setenv(f"{NAME}_FILE", str(tmp_path))
    with pytest.raises(ImproperlyConfigured, match="both set"):
        env.text(NAME, "")


def test_a_file_that_cannot_be_read_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(f"{NAME}_FILE", str(tmp_path / "missing"))
    with pytest.raises(ImproperlyConfigured, match="cannot be read"):
        env.text(NAME, "")


def test_a_list_drops_blanks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, " a.example, ,b.example,")
    assert env.listing(NAME) == ["a.example", "b.example"]


def test_a_choice_outside_the_choices_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "Production")
    with pytest.raises(ImproperlyConfigured, match="write one of: embedded, production"):
        env.choice(NAME, "embedded", ("embedded", "production"))


@pytest.mark.parametrize(
    "value", ["", "/live/", ":8001/live/", "https://live.example.org/live/", "http://10.0.0.1:81/"]
)
def test_a_place_for_browsers(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv(NAME, value)
    assert env.place(NAME) == value


@pytest.mark.parametrize(
    "value", ["live", "/live", "//evil.example/", "ftp://a/", "/a b/", ":x/", "/live/;x/", "1"]
)
def test_a_place_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv(NAME, value)
    with pytest.raises(ImproperlyConfigured, match="write /live/"):
        env.place(NAME)


@pytest.mark.parametrize(
    ("value", "backend", "host", "tls"),
    [
        ("", "console.EmailBackend", None, False),
        ("smtp+tls://me%40club:p%3Ass@mail.example.org:587", "smtp.EmailBackend", "mail.example.org", True),
        ("smtp://mail.example.org:25", "smtp.EmailBackend", "mail.example.org", False),
    ],
)
def test_where_mail_goes(
    monkeypatch: pytest.MonkeyPatch, value: str, backend: str, host: str | None, tls: bool
) -> None:
    monkeypatch.setenv(NAME, value)
    found = env.mail(NAME, "consolemail://")
    assert found["EMAIL_BACKEND"].endswith(backend)
    assert (found.get("EMAIL_HOST") or None, found.get("EMAIL_USE_TLS", False)) == (host, tls)
    if "@" in value:
        assert (found["EMAIL_HOST_USER"], found["EMAIL_HOST_PASSWORD"]) == ("me@club", "p:ss")


@pytest.mark.parametrize(
    "value", ["mail.example.org", "smtp://", "http://mail", "smtp+tls://u:secret@h:port"]
)
def test_a_mail_server_that_is_none_is_refused_without_its_password(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv(NAME, value)
    with pytest.raises(ImproperlyConfigured, match=NAME) as refused:
        env.mail(NAME, "consolemail://")
    assert "secret" not in str(refused.value)
