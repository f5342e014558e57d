"""What is typed at the desk is not lost, in a real Chromium: a reload, a session that has ended, a second user."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.admin.table_desk import differ
from tests.pages.desk.browsing import carry_over, end_sessions, sign_in
from tests.pages.desk.conftest import sign_in as come
from tests.pages.waiting import until
from tournaments.models import Event, LogEntry, Result, ResultState, Role

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BACK = "What you typed here before is back"
KEPT = "Object.keys(localStorage).filter((key) => key.startsWith('desk-keep:'))"


@pytest.fixture
def dora(transactional_db: None, event: Event, client: Client) -> User:
    return come(client, event.tournament.club, Role.DIRECTOR)


@pytest.fixture
def desk(dora: User, event: Event, client: Client, live_server: LiveServer, page: Page) -> Iterator[Page]:
    """The round, with a dispute whose ruling asks for a reason."""
    differ(event, 1)
    carry_over(client, page, live_server.url)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(live_server.url + reverse("desk:event", args=[event.pk]))
    yield page
    assert not faults


def type_reason(page: Page, words: str = "they counted again") -> None:
    page.locator("#disputes input[name=reason]").press_sequentially(words)
    until(page, f"{KEPT}.length > 0")


def test_a_reload_brings_back_what_was_typed(desk: Page) -> None:
    type_reason(desk)
    desk.reload()
    expect(desk.locator("#disputes input[name=reason]")).to_have_value("they counted again")
    note = desk.locator(".desk-kept")
    expect(note).to_contain_text(BACK)
    note.get_by_role("button", name="Discard it").click()
    expect(desk.locator("#disputes input[name=reason]")).to_have_value("")
    desk.reload()
    expect(desk.locator("#disputes input[name=reason]")).to_have_value("")
    expect(desk.locator(".desk-kept")).to_have_count(0)


def test_a_session_that_ended_meanwhile_loses_nothing(
    desk: Page, dora: User, event: Event, live_server: LiveServer
) -> None:
    type_reason(desk)
    end_sessions()
    desk.get_by_role("button", name="EW’s word").click()
    sign_in(desk, dora)
    # back on the round, with all that was typed; nothing was ruled meanwhile
    expect(desk).to_have_url(live_server.url + reverse("desk:event", args=[event.pk]))
    expect(desk.locator("#disputes input[name=reason]")).to_have_value("they counted again")
    expect(desk.locator(".desk-kept")).to_contain_text(BACK)
    assert Result.objects.get().state == ResultState.DISPUTED
    desk.get_by_role("button", name="EW’s word").click()
    expect(desk.get_by_text("Ruled: round 1, table 1, board 1.")).to_be_visible()
    assert LogEntry.objects.get(reason="they counted again").actor == dora.username
    # saved, so the browser has forgotten it
    until(desk, f"{KEPT}.length === 0")
    desk.reload()
    expect(desk.locator(".desk-kept")).to_have_count(0)


def test_what_was_refused_is_still_kept(desk: Page) -> None:
    desk.evaluate("document.querySelector('#disputes input[name=reason]').required = false")
    type_reason(desk, "   ")
    desk.get_by_role("button", name="EW’s word").click()
    expect(desk.get_by_text("Say why: the players will ask.")).to_be_visible()
    desk.wait_for_load_state()  # the script that keeps what is typed is there
    desk.get_by_label("Reason").fill("they counted")
    until(desk, f"{KEPT}.some((key) => key.includes('deed-'))")
    desk.get_by_role("button", name="Rule that this was it").click()
    expect(desk.get_by_text("Ruled: round 1, table 1, board 1.")).to_be_visible()
    until(desk, f"!{KEPT}.some((key) => key.includes('deed-'))")


def test_nobody_else_is_shown_it_and_after_half_a_day_nobody_is(
    desk: Page, event: Event, client: Client, live_server: LiveServer
) -> None:
    type_reason(desk)
    come(client, event.tournament.club, Role.OWNER)
    carry_over(client, desk, live_server.url)
    desk.reload()
    expect(desk.locator("#disputes input[name=reason]")).to_have_value("")
    assert len(desk.evaluate(KEPT)) == 1
    desk.evaluate(
        f"""() => {KEPT}.forEach((key) => {{
          const kept = JSON.parse(localStorage.getItem(key));
          localStorage.setItem(key, JSON.stringify({{...kept, at: kept.at - 12 * 3600 * 1000 - 1000}}));
        }})"""
    )
    desk.reload()
    assert desk.evaluate(KEPT) == []


FORM = """<form method="post" action="/desk/e/%d/do/come/" data-keep="trial" hx-post="/desk/e/%d/do/start-clock/"
  hx-headers='{"X-CSRFToken": "stale"}' hx-target="#trial-out" id="trial">
  <input type="hidden" name="round" value="1"><input type="hidden" name="version" value="3">
  <label>Minutes <input name="minutes" value=""></label> <label>Word <input type="password" name="password"></label>
  <label>Check <input type="checkbox" name="check"></label> <input type="radio" name="one" value="a"><input type="radio"
  name="one" value="b"> <select name="pick"><option>x</option><option>y</option></select> <button>Send</button></form>
  <div id="trial-out"></div>"""


def put_form(page: Page, event: Event) -> None:
    """A form with every kind of field, sent by htmx."""
    page.evaluate(
        """(html) => { const box = document.createElement("div"); box.innerHTML = html;
        document.querySelector("main").prepend(box); htmx.process(box);
        box.dispatchEvent(new CustomEvent("htmx:afterSettle", { bubbles: true })); }""",
        FORM % (event.pk, event.pk),
    )


def test_a_form_sent_by_htmx_says_that_one_is_signed_out_and_can_be_sent_again(
    desk: Page, dora: User, event: Event
) -> None:
    put_form(desk, event)
    desk.get_by_label("Minutes").first.fill("25")
    end_sessions()
    desk.get_by_role("button", name="Send").click()
    note = desk.locator(".desk-kept")
    expect(note).to_contain_text("You are signed out, so nothing was saved. What you typed is kept.")
    with desk.context.expect_page() as opened:
        note.get_by_role("link", name="Sign in again in a new tab").click()
    sign_in(opened.value, dora)
    expect(opened.value.get_by_role("heading", name=event.name)).to_be_visible()
    opened.value.close()
    expect(desk.get_by_label("Minutes").first).to_have_value("25")
    # signing in has made another token than the one that this page was made with
    desk.get_by_role("button", name="Send").click()
    expect(desk.locator("#trial-out")).to_contain_text("The clock of round 1 runs: 25 minutes.")
    expect(desk.locator(".desk-kept")).to_have_count(0)
    assert LogEntry.objects.filter(action="clock.started").count() == 1
    assert desk.evaluate(KEPT) == []


def test_every_kind_of_field_is_kept_and_no_password_or_token(desk: Page, event: Event) -> None:
    put_form(desk, event)
    form = desk.locator("#trial")
    form.locator("[name=minutes]").fill("7")
    form.locator("[name=password]").fill("secret word")
    form.locator("[name=check]").check()
    form.locator("[name=one][value=b]").check()
    form.locator("[name=pick]").select_option("y")
    until(desk, f"{KEPT}.some((key) => localStorage.getItem(key).includes('\"y\"'))")
    stored = desk.evaluate(f"{KEPT}.map((key) => localStorage.getItem(key)).join()")
    assert "secret word" not in stored
    assert "csrfmiddlewaretoken" not in stored
    desk.reload()
    put_form(desk, event)
    expect(form.locator("[name=minutes]")).to_have_value("7")
    expect(form.locator("[name=password]")).to_have_value("")
    expect(form.locator("[name=check]")).to_be_checked()
    expect(form.locator("[name=one][value=b]")).to_be_checked()
    expect(form.locator("[name=pick]")).to_have_value("y")


def test_the_version_that_was_typed_over_is_kept_with_it(desk: Page, event: Event) -> None:
    """So that a save over somebody's save is noticed, though the page was loaded anew in between."""
    put_form(desk, event)
    desk.locator("#trial [name=minutes]").fill("7")
    until(desk, f"{KEPT}.length > 0")
    desk.reload()
    put_form(desk, event)
    expect(desk.locator("#trial [name=version]")).to_have_value("3")
    desk.reload()
    html = FORM.replace('name="version" value="3"', 'name="version" value="4"') % (event.pk, event.pk)
    desk.evaluate(
        """(html) => { const box = document.createElement("div"); box.innerHTML = html;
        document.querySelector("main").prepend(box);
        box.dispatchEvent(new CustomEvent("htmx:afterSettle", { bubbles: true })); }""",
        html,
    )
    expect(desk.locator("#trial [name=version]")).to_have_value("3")
