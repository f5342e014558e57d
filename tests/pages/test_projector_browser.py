"""The wall in a real Chromium: a screenful at a time by itself, whatever the names and the size of the hall."""

from collections.abc import Iterator

import pytest
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.pages.reading import home
from tests.pages.waiting import still_clock, until
from tests.support.event_builders import ACTOR, enter, make_event, seat, standings
from tests.support.team_builders import LOSS, finish_round, make_teams, play, publish
from tournaments.models import Event, EventStatus, RoundStatus
from tournaments.services.clock import start_clock
from tournaments.services.entries import NewEntry, add_entries

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SOON = 20_000
TURN_MS = 9_500
NAMES = ("W" * 200, "ملك البستوني " * 15, "山田太郎" * 50, "Bo & Al")
CUT = """() => {
  const bottom = document.querySelector('.wall > nav').getBoundingClientRect().top + 1;
  const shown = (part) => part.getClientRects().length;
  const cut = [...document.querySelectorAll('[data-items] > *')].filter((item) => shown(item)).filter((item) => {
    const box = item.getBoundingClientRect();
    return box.bottom > bottom || box.left < 0 || box.right > innerWidth + 1;
  });
  const narrow = [...document.querySelectorAll('.fit, .places, .percent')].filter((part) => shown(part))
    .filter((part) => part.scrollWidth > part.clientWidth + 1);
  return [...cut, ...narrow].map((part) => part.textContent.slice(0, 60));
}"""


@pytest.fixture
def wall(page: Page) -> Iterator[Page]:
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.set_viewport_size({"width": 1920, "height": 1080})
    yield page
    assert not faults


def hall(pairs: int, name: str = "Hall", names: tuple[str, ...] = ()) -> Event:
    """A round with every second table's board in, and the next round drawn."""
    event = make_event(pairs=0, boards=2, name=name)
    wanted = [*names, *(f"North {n} & South {n}" for n in range(len(names) + 1, pairs + 1))]
    add_entries(event.pk, [NewEntry((f"A{n}", f"B{n}"), name=said) for n, said in enumerate(wanted)], ACTOR)
    half = pairs // 2
    seat(event, [(n, half + n, [1]) for n in range(1, half + 1)])
    seat(event, [(n, pairs + 1 - n, [2]) for n in range(1, half + 1)], status=RoundStatus.PLANNED)
    Event.objects.filter(pk=event.pk).update(status=EventStatus.RUNNING)
    for table in range(1, half + 1, 2):
        enter(event, 1, table, 1, f"7 {7 + table % 3} 5 {6 - table % 3}")
    standings(event)
    event.refresh_from_db()
    return event


def walk(page: Page) -> list[str]:
    """Once round all pages by the arrow key: the step each shows. Nothing may be cut off on any."""
    said = page.locator("#pages").inner_text()
    expect(page.locator("#pause")).to_have_attribute("aria-pressed", "true")
    steps = []
    for number in range(1, int(said.split(" / ")[1]) + 1):
        expect(page.locator("#pages")).to_contain_text(f"{number} / ")
        assert page.evaluate(CUT) == [], said
        shown = page.locator(".step:visible")
        expect(shown).to_have_count(1)
        steps.append(shown.get_attribute("data-step") or "")
        page.keyboard.press("ArrowRight")
    expect(page.locator("#pages")).to_have_text(said)
    return steps


def test_it_goes_from_the_standings_to_the_missing_to_the_seats_and_round_again(
    live_server: LiveServer, transactional_db: None, wall: Page
) -> None:
    event = hall(8)
    still_clock(wall)
    wall.goto(live_server.url + home(event) + "projector/")
    seen = []
    for _ in range(5):
        seen.append(
            (
                wall.locator(".step:visible").get_attribute("data-step"),
                wall.locator("#pages").inner_text(),
            )
        )
        wall.clock.run_for(TURN_MS if len(seen) == 1 else 9_000)
    assert [step for step, _ in seen] == ["standings", "standings", "awaited", "seating", "standings"]
    assert [mark for _, mark in seen] == ["1 / 4", "2 / 4", "3 / 4", "4 / 4", "1 / 4"]


def test_the_space_bar_holds_it_and_f_fills_the_screen(
    live_server: LiveServer, transactional_db: None, wall: Page
) -> None:
    event = hall(8)
    still_clock(wall)
    wall.goto(live_server.url + home(event) + "projector/")
    wall.keyboard.press("ArrowRight")
    wall.keyboard.press(" ")
    wall.clock.run_for(60_000)
    expect(wall.locator("#pages")).to_have_text("2 / 4")
    expect(wall.locator("#pause")).to_have_attribute("aria-pressed", "true")
    wall.keyboard.press("ArrowLeft")
    expect(wall.locator("#pages")).to_have_text("1 / 4")
    wall.keyboard.press(" ")
    wall.clock.run_for(TURN_MS)
    expect(wall.locator("#pages")).to_have_text("2 / 4")
    wall.keyboard.press("f")
    until(wall, "document.fullscreenElement !== null")
    wall.keyboard.press("f")
    until(wall, "document.fullscreenElement === null")


def test_what_comes_in_does_not_turn_the_page(
    live_server: LiveServer, transactional_db: None, wall: Page
) -> None:
    event = hall(30)
    wall.goto(live_server.url + home(event) + "projector/")
    wall.keyboard.press(" ")
    while wall.locator(".step:visible").get_attribute("data-step") != "awaited":
        wall.keyboard.press("ArrowRight")
    mark = wall.locator("#pages").inner_text()
    expect(wall.locator("#awaited--2")).to_be_visible()
    enter(event, 1, 2, 1, "7 8 5 5")
    standings(event)
    expect(wall.locator("#awaited--2")).to_have_count(0, timeout=SOON)
    expect(wall.locator("#awaited--4")).to_be_visible()
    expect(wall.locator("#pages")).to_have_text(mark)
    # when the last one is in, that page is gone and the next one is in its place
    for table in range(4, 16, 2):
        enter(event, 1, table, 1, "7 8 5 5")
    standings(event)
    expect(wall.locator('[data-step="awaited"]')).to_have_count(0, timeout=SOON)
    expect(wall.locator(".step:visible")).to_have_attribute("data-step", "seating")


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (1920, 1080), (3840, 2160)])
def test_nothing_is_cut_off_at_any_size_of_hall(
    live_server: LiveServer, transactional_db: None, wall: Page, width: int, height: int
) -> None:
    event = hall(40, "N" * 200, NAMES)
    start_clock(event.pk, 1, 9, ACTOR)
    wall.set_viewport_size({"width": width, "height": height})
    wall.goto(live_server.url + home(event) + "projector/")
    wall.keyboard.press(" ")
    expect(wall.locator(".clock")).to_have_attribute("data-state", "soon")
    steps = walk(wall)
    assert steps == sorted(steps, key=["standings", "awaited", "seating"].index)
    assert set(steps) == {"standings", "awaited", "seating"}
    # whoever sits in the last row is to read it: a 26th of the height for a name of usual length
    wall.keyboard.press("ArrowLeft")
    size = wall.locator("#seat-12 .fit").evaluate("(part) => parseFloat(getComputedStyle(part).fontSize)")
    assert size >= height / 26
    colour = "(part) => getComputedStyle(part).color"
    assert wall.locator("#seat-12 .fit").evaluate(colour) == wall.locator("body").evaluate(colour)


def test_a_teams_wall_walks_its_steps_too(
    live_server: LiveServer, transactional_db: None, wall: Page
) -> None:
    event = make_teams(12, name="Teams")
    publish(event)
    finish_round(event, 1)
    standings(event)
    publish(event)
    play(event, 2, 1, [LOSS] * 3)
    standings(event)
    wall.goto(live_server.url + home(event) + "projector/")
    wall.keyboard.press(" ")
    steps = walk(wall)
    assert list(dict.fromkeys(steps)) == ["standings", "awaited"]


def test_no_fault_that_axe_can_find_with_every_step_and_the_clock(
    live_server: LiveServer, transactional_db: None, browser: Browser
) -> None:
    event = hall(8)
    context = browser.new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 720})
    page = context.new_page()
    for minutes in (30, 9, 1):
        start_clock(event.pk, 1, minutes, ACTOR)
        page.goto(live_server.url + home(event) + "projector/")
        page.keyboard.press(" ")
        expect(page.locator("#pause")).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".clock")).to_have_attribute(
            "data-state", {30: "calm", 9: "soon", 1: "last"}[minutes]
        )
        for _ in range(4):
            found = Axe().run(page)["violations"]
            assert not [(fault["id"], fault["nodes"][0]["html"][:160]) for fault in found]
            page.keyboard.press("ArrowRight")
    assert page.locator(".step:visible").evaluate("(step) => getComputedStyle(step).animationName") == "none"
    context.close()
