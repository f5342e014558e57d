"""The desk's page of packs: ordered, watched, cancelled and downloaded, by whom it is for."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.pages.desk.conftest import sign_in
from tests.support.event_builders import seat_person, standings
from tournaments.models import Event, Pack, PackState, Role
from tournaments.printing_pack import make_step
from tournaments.services import packs

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def files(settings: Any, tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test says itself when the worker draws."""
    settings.MEDIA_ROOT = tmp_path
    monkeypatch.setattr(packs, "_send", lambda pack_id: None)


def url(name: str, event: Event, *more: object) -> str:
    return reverse(f"desk:{name}", args=[event.pk, *more])


def order(client: Client, event: Event, *documents: str, **more: str) -> Pack | None:
    client.post(url("pack-order", event), {"documents": documents, "paper": "A4", **more})
    return event.packs.order_by("pk").last()


def made(pack: Pack) -> None:
    while make_step(pack.pk) not in ("done", "failed", "nothing to do"):
        pass


def test_what_is_usual_before_play_is_ticked(event: Event, director: User, client: Client) -> None:
    page = client.get(url("packs", event)).content.decode()
    ticked = {line.split('value="')[1].split('"')[0] for line in page.split("<input") if "checked" in line}
    assert {"blank-travellers", "guide-cards-tables", "pick-up-slips"} <= ticked
    assert not {"results", "certificates", "curtain-cards"} & ticked


def test_the_line_of_a_pack_counts_on_and_ends_with_the_file(
    event: Event, director: User, client: Client
) -> None:
    standings(event)
    pack = order(client, event, "blank-travellers", "results")
    assert pack is not None
    line = client.get(url("pack-state", event, pack.pk)).content.decode()
    assert 'value="0" max="2"' in line
    assert "hx-trigger" in line
    make_step(pack.pk)
    assert 'value="1" max="2"' in client.get(url("pack-state", event, pack.pk)).content.decode()
    made(pack)
    line = client.get(url("pack-state", event, pack.pk)).content.decode()
    assert "hx-trigger" not in line
    assert "Open the pack" in line
    answer = client.get(url("pack-file", event, pack.pk))
    assert answer.content.startswith(b"%PDF")
    assert "no-store" in answer.headers["Cache-Control"]


def test_cancelled_from_the_page(event: Event, director: User, client: Client) -> None:
    pack = order(client, event, "blank-travellers")
    assert pack is not None
    client.post(url("pack-cancel", event, pack.pk))
    assert "was cancelled" in client.get(url("packs", event)).content.decode()
    assert client.get(url("pack-file", event, pack.pk)).status_code == 404


def test_a_playing_director_gets_no_pack_that_somebody_else_ordered(
    event: Event, director: User, client: Client
) -> None:
    pack = order(client, event, "blank-travellers")
    assert pack is not None
    made(pack)
    playing = sign_in(client, event.tournament.club, Role.DIRECTOR)
    seat_person(event, 1, playing)
    assert client.get(url("pack-file", event, pack.pk)).status_code == 404
    assert "Open the pack" not in client.get(url("packs", event)).content.decode()


def test_deals_are_left_out_of_a_playing_director_s_pack(
    event: Event, playing_director: User, client: Client
) -> None:
    pack = order(client, event, "curtain-cards", "dealing-sheets", "blank-travellers")
    if pack is None:  # they are not even offered
        pack = order(client, event, "blank-travellers")
    assert pack is not None
    made(pack)
    pack.refresh_from_db()
    assert pack.state == PackState.DONE
    drawn = set(pack.order["documents"]) - set(pack.order["left_out"])
    assert drawn == {"blank-travellers"}


@pytest.mark.parametrize(
    "given",
    [
        {"documents": []},
        {"documents": ["wallpaper"]},
        {"documents": ["results"], "paper": "A0"},
        {"documents": ["results"], "prizes": "-1"},
        {"documents": ["results"], "site": "javascript:alert(1)"},
    ],
)
def test_an_order_that_is_none_is_refused(
    event: Event, director: User, client: Client, given: dict[str, object]
) -> None:
    answer = client.post(url("pack-order", event), {"paper": "A4", **given})
    assert answer.status_code == 422
    assert not Pack.objects.exists()


def test_another_event_s_pack_is_not_found(
    event: Event, teams: Event, director: User, client: Client
) -> None:
    pack = order(client, event, "blank-travellers")
    assert pack is not None
    sign_in(client, teams.tournament.club, Role.DIRECTOR)
    for name in ("pack-state", "pack-file"):
        assert client.get(url(name, teams, pack.pk)).status_code == 404
    assert client.post(url("pack-cancel", teams, pack.pk)).status_code == 404
    assert Pack.objects.get().state == PackState.WAITING
