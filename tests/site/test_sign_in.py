"""Signing in: one door for everybody, the same answer whoever asks, limits, mail, and the way back to the page."""

import re
from unittest.mock import patch

import pytest
from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import NoReverseMatch, reverse
from pytest_django import Settings

from tests.pages.reading import tags, text

pytestmark = pytest.mark.django_db
PASSWORD = "spades are trumps"
LOGIN, RESET = "/accounts/login/", "/accounts/password/reset/"


@pytest.fixture
def dora() -> User:
    return User.objects.create_user("dora", "dora@example.org", PASSWORD)


def signed_in(client: Client) -> str:
    """The name of whoever is signed in, "" for nobody."""
    key = client.session.get("_auth_user_id")
    return User.objects.get(pk=key).get_username() if key else ""


def sign_in(client: Client, login: str = "dora", password: str = PASSWORD, **more: str) -> object:
    return client.post(LOGIN, {"login": login, "password": password, **more})


def show_who_one_is(client: Client) -> None:
    """What is asked for before the sign-in is changed; it holds for five minutes."""
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})


def code_of(user: User, secret: str = "A" * 32) -> str:
    """What an app with this key shows whose clock is half a minute ahead, so that the code stays good for a while; the
    app is set up first."""
    TOTP.activate(user, secret)
    return format_hotp_value(hotp_value(secret, max(yield_hotp_counters_from_time())))


@pytest.mark.parametrize("login", ["dora", "DORA", "dora@example.org", " Dora@Example.org "])
def test_name_or_e_mail_and_password_let_in(dora: User, client: Client, login: str) -> None:
    answer = sign_in(client, login)
    assert answer.headers["Location"] == reverse("desk:home")
    assert signed_in(client) == "dora"


def test_a_sign_in_gets_a_session_of_its_own(dora: User, client: Client) -> None:
    """Whoever has planted a session in somebody's browser is not signed in with them."""
    sign_in(client, password="wrong")
    session = client.session
    session["planted"] = True
    session.save()
    client.cookies["sessionid"] = planted = session.session_key
    sign_in(client)
    assert signed_in(client) == "dora"
    assert client.session.session_key != planted
    other = Client()
    other.cookies["sessionid"] = planted
    assert signed_in(other) == ""


@pytest.mark.parametrize(
    ("wanted", "leads_to"),
    [
        ("/admin/tournaments/event/?q=a%20b", "/admin/tournaments/event/?q=a%20b"),
        ("https://evil.example/", "/desk/"),
        ("//evil.example/", "/desk/"),
        ("/\\evil.example/", "/desk/"),
        ("javascript:alert(1)", "/desk/"),
    ],
)
def test_after_signing_in_one_is_back_at_the_page_and_nowhere_else(
    dora: User, client: Client, wanted: str, leads_to: str
) -> None:
    assert sign_in(client, next=wanted).headers["Location"] == leads_to
    client.post("/accounts/logout/", {"next": wanted})
    assert signed_in(client) == ""


def test_a_page_of_the_desk_sends_to_the_sign_in_and_a_script_is_told(client: Client) -> None:
    answer = client.get("/desk/")
    assert answer.headers["Location"] == f"{LOGIN}?next=/desk/"
    sent = client.get("/desk/", headers={"X-Requested-With": "desk"})
    assert sent.status_code == 401
    assert "nothing that you typed is lost" in sent.content.decode()


def test_the_admin_has_no_sign_in_of_its_own(dora: User, client: Client) -> None:
    User.objects.filter(pk=dora.pk).update(is_staff=True)
    typed = {"username": "dora", "password": PASSWORD, "next": "/admin/"}
    assert client.post("/admin/login/", typed).headers["Location"] == f"{LOGIN}?next=/admin/"
    assert signed_in(client) == ""
    at = client.get("/admin/login/?next=/admin/tournaments/event/").headers["Location"]
    assert at == f"{LOGIN}?next=/admin/tournaments/event/"
    away = client.get("/admin/login/?next=//evil.example/").headers["Location"]
    assert away == f"{LOGIN}?next=/admin/"


def test_nobody_at_the_admin_signs_in_as_another_without_the_second_step(dora: User, client: Client) -> None:
    staff = User.objects.create_user("sam", password=PASSWORD, is_staff=True)
    User.objects.filter(pk=dora.pk).update(is_staff=True)
    code_of(dora)
    client.force_login(staff)
    answer = client.post("/admin/login/", {"username": "dora", "password": PASSWORD})
    assert answer.headers["Location"] == "/admin/"
    assert signed_in(client) == "sam"
    assert client.get("/admin/password_change/").headers["Location"] == "/accounts/password/"


def test_whoever_has_no_role_is_not_sent_round_and_round(dora: User, client: Client) -> None:
    client.force_login(dora)
    assert client.get("/admin/", follow=True).status_code == 403


def test_with_an_app_the_password_is_half_of_it(dora: User, client: Client) -> None:
    code = code_of(dora)
    assert sign_in(client).headers["Location"].startswith("/accounts/second-step/authenticate/")
    assert signed_in(client) == ""
    assert client.get("/desk/").status_code == 302
    wrong = client.post("/accounts/second-step/authenticate/", {"code": "000000"})
    assert "This code is wrong" in wrong.content.decode()
    client.post("/accounts/second-step/authenticate/", {"code": code})
    assert signed_in(client) == "dora"
    other = Client()
    sign_in(other)
    other.post("/accounts/second-step/authenticate/", {"code": code})
    assert signed_in(other) == "", "a code works once"


def test_a_code_is_guessed_five_times_and_no_more(dora: User, client: Client) -> None:
    code = code_of(dora)
    sign_in(client)
    for _ in range(5):
        client.post("/accounts/second-step/authenticate/", {"code": "000000"})
    answer = client.post("/accounts/second-step/authenticate/", {"code": code})
    assert "five minutes" in answer.content.decode()
    assert signed_in(client) == ""


def test_a_password_is_guessed_five_times_and_others_are_not_in_the_way(dora: User, client: Client) -> None:
    User.objects.create_user("sam", password=PASSWORD)
    for number in range(5):
        assert "is wrong" in sign_in(client, password=f"guess {number}").content.decode()
    assert "Too many wrong attempts" in sign_in(client).content.decode()
    assert signed_in(client) == ""
    sign_in(client, "sam")
    assert signed_in(client) == "sam"


def test_a_whole_club_signs_in_behind_one_address(client: Client) -> None:
    for number in range(60):
        User.objects.create_user(f"player-{number}", password=PASSWORD)
        each = Client()
        sign_in(each, f"player-{number}")
        assert signed_in(each), number


def test_a_name_that_there_is_not_is_answered_like_a_wrong_password(dora: User, client: Client) -> None:
    known, unknown = sign_in(client, password="wrong"), sign_in(client, "nobody")
    mark = re.compile(r'name="csrfmiddlewaretoken" value="[^"]+"|value="(dora|nobody)"')
    assert mark.sub("", known.content.decode()) == mark.sub("", unknown.content.decode())


def test_a_forgotten_password_is_renewed_by_mail_once(dora: User, client: Client) -> None:
    client.post(RESET, {"email": "DORA@example.org"})
    (sent,) = mail.outbox
    assert sent.to == ["dora@example.org"]
    link = re.search(r"http://testserver(/accounts/password/reset/\S+)", sent.body)
    assert link
    page = client.get(link[1], follow=True)
    path = page.redirect_chain[-1][0]
    assert "Choose a new password" in text(page.content.decode())
    client.post(path, {"password1": "hearts are not", "password2": "hearts are not"})
    assert signed_in(client) == ""
    sign_in(client, password="hearts are not")
    assert signed_in(client) == "dora"
    assert "opens nothing any more" in Client().get(link[1], follow=True).content.decode()


def test_the_answer_does_not_tell_whether_there_is_an_account(dora: User, client: Client) -> None:
    answers = [client.post(RESET, {"email": email}) for email in ("dora@example.org", "nobody@example.org")]
    assert {(answer.status_code, answer.headers["Location"]) for answer in answers} == {
        (302, "/accounts/password/reset/sent/")
    }
    assert [sent.to for sent in mail.outbox] == [["dora@example.org"]]


def test_a_mail_server_that_is_away_gives_nothing_away(
    dora: User, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with patch.object(DefaultAccountAdapter, "send_mail", side_effect=ConnectionRefusedError("away")):
        answer = client.post(RESET, {"email": "dora@example.org"})
    assert answer.headers["Location"] == "/accounts/password/reset/sent/"
    assert "Mail could not be sent" in caplog.text


def test_the_second_step_is_asked_for_after_a_new_password_too(dora: User, client: Client) -> None:
    code_of(dora)
    client.post(RESET, {"email": "dora@example.org"})
    link = re.search(r"http://testserver(/accounts/password/reset/\S+)", mail.outbox[0].body)
    assert link
    path = client.get(link[1], follow=True).redirect_chain[-1][0]
    client.post(path, {"password1": "hearts are not", "password2": "hearts are not"})
    sign_in(client, password="hearts are not")
    assert signed_in(client) == ""


def test_asking_for_mail_is_limited(dora: User, client: Client) -> None:
    answers = [client.post(RESET, {"email": "dora@example.org"}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [302, 302, 302, 429]
    assert "Too many attempts" in answers[3].content.decode()
    assert len(mail.outbox) == 3


def test_nobody_signs_up(client: Client) -> None:
    assert client.get("/accounts/signup/").status_code == 404
    with pytest.raises(NoReverseMatch):
        reverse("account_signup")


def test_an_account_that_was_switched_off_stays_out(dora: User, client: Client) -> None:
    User.objects.filter(pk=dora.pk).update(is_active=False)
    sign_in(client)
    assert signed_in(client) == ""


def test_only_who_has_just_shown_who_they_are_changes_the_second_step(dora: User, client: Client) -> None:
    client.force_login(dora)
    for name in ("mfa_activate_totp", "mfa_add_webauthn"):
        answer = client.get(reverse(name))
        assert answer.headers["Location"].startswith("/accounts/reauthenticate/"), name


def test_a_new_e_mail_counts_when_it_is_confirmed(dora: User, client: Client) -> None:
    sign_in(client)
    shown = client.post("/accounts/email/", {"email": "new@example.org", "action_add": "1"})
    assert shown.headers["Location"].startswith("/accounts/reauthenticate/")
    show_who_one_is(client)
    client.post("/accounts/email/", {"email": "new@example.org", "action_add": "1"})
    dora.refresh_from_db()
    assert dora.email == "dora@example.org"
    link = re.search(r"http://testserver(/accounts/email/confirm/\S+)", mail.outbox[-1].body)
    assert link
    client.get(link[1])
    dora.refresh_from_db()
    assert dora.email == "dora@example.org", "a look at the link changes nothing"
    client.post(link[1])
    dora.refresh_from_db()
    assert dora.email == "new@example.org"


PAGES = ("login/", "password/reset/", "password/reset/sent/", "password/reset/done/", "inactive/")
OWN_PAGES = (
    *("second-step/", "email/", "password/", "logout/", "second-step/totp/activate/"),
    *("second-step/webauthn/", "second-step/webauthn/add/", "second-step/recovery-codes/generate/"),
)


def test_markup_is_sound_and_runs_nothing_inline(dora: User, client: Client) -> None:
    pages = [client.get(f"/accounts/{page}") for page in PAGES]
    sign_in(client)
    show_who_one_is(client)
    pages += [client.get(f"/accounts/{page}") for page in OWN_PAGES]
    for answer in pages:
        path = answer.request["PATH_INFO"]
        assert answer.status_code == 200, path
        read = tags(answer.content.decode())
        assert not read.faults, path
        assert not read.open, path
        for tag, attributes in read.tags:
            assert "style" not in attributes, (path, tag)
            assert tag != "style"
            assert tag != "script" or "src" in attributes or attributes["type"] == "application/json", path
        assert "script-src 'self';" in answer.headers["Content-Security-Policy"]


def test_the_address_of_a_client_is_the_proxys_word_only_behind_one(
    dora: User, client: Client, settings: Settings
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login": "1/m/ip", "login_failed": None}

    def post(address: str) -> int:
        sent = {"login": "x", "password": "y"}
        return int(client.post(LOGIN, sent, headers={"X-Forwarded-For": address}).status_code)

    assert [post("10.0.0.1"), post("10.0.0.2")] == [200, 429]
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert [post("10.0.0.3"), post("10.0.0.4"), post("10.0.0.4")] == [200, 200, 429]


@pytest.mark.django_db
@pytest.mark.parametrize("wanted", ["nowhere", "99", "a b"])
def test_who_is_signed_in_is_led_on_to_any_address_of_this_site(admin_client: Client, wanted: str) -> None:
    """An address and no name of a page: a word is no reason to break."""
    assert admin_client.get("/admin/login/", {"next": wanted}).status_code == 302


def test_the_forms_of_an_account_have_one_word_for_each_thing(dora: User, client: Client) -> None:
    client.force_login(dora)
    again = client.get("/accounts/reauthenticate/").content.decode()
    show_who_one_is(client)
    password, address = (
        client.get(f"/accounts/{place}/").content.decode() for place in ("password", "email")
    )
    for said in ("Present password", "New password", "New password, once more"):
        assert said in text(password)
    assert "E-mail" in text(address)
    for page in (again, password, address):
        assert "placeholder" not in page
        assert "Forgot your" not in page


@pytest.mark.django_db
@pytest.mark.parametrize("sent", ["9" * 5000, "[" * 100_000, '{"a":' * 50_000, "x", "{}"])
def test_what_is_no_passkey_signs_nobody_in(client: Client, sent: str) -> None:
    answer = client.post("/accounts/second-step/webauthn/login/", {"credential": sent})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/accounts/login/")


@pytest.mark.django_db
def test_a_name_without_end_is_not_looked_for(client: Client) -> None:
    answer = client.post("/accounts/login/", {"login": "x" * 60_000, "password": "y"})
    assert answer.status_code == 200
    assert "at most 254 characters" in answer.content.decode()
