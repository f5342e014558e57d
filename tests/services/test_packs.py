"""Packs: made document by document, stopped, lost and found again, and gone after a day."""

import io
import time
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.utils import timezone
from pypdf import PdfReader

from tests.support.event_builders import ACTOR, enter, four_tables, make_event, make_member, standings
from tournaments import printing_pack
from tournaments.models import Event, Pack, PackState, Role
from tournaments.printing_pack import make_step, merged, pack_documents, usual_documents
from tournaments.services import packs
from tournaments.services.actors import Actor
from tournaments.services.errors import ConflictError, NotFoundError, ServiceError
from tournaments.services.packs import (
    KEPT,
    LONGEST,
    STUCK,
    cancel_pack,
    find_pack,
    order_pack,
    part_name,
    sweep_packs,
)

pytestmark = pytest.mark.django_db

DOCUMENTS = ["blank-travellers", "results"]


@pytest.fixture(autouse=True)
def files(settings: Any, tmp_path: object) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What was queued, in place of a broker: each test says itself when a step runs."""
    queued: list[int] = []
    monkeypatch.setattr(packs, "_send", queued.append)
    return queued


@pytest.fixture
def event() -> Event:
    made = make_event(pairs=8)
    four_tables(made)
    enter(made, 1, 1, 1, "7 8 5 5")
    standings(made)
    return made


def ordered(event: Event, documents: list[str] = DOCUMENTS, **options: object) -> Pack:
    director = make_member(event.tournament.club, Role.DIRECTOR)
    actor = Actor.of(director, ACTOR.door)
    return order_pack(event.pk, documents, options, actor, pack_documents(event))


def pages_of(name: str) -> list[str]:
    with default_storage.open(name) as file:
        return [page.extract_text() for page in PdfReader(io.BytesIO(file.read())).pages]


def test_each_step_draws_one_document_and_the_last_puts_them_together(event: Event, sent: list[int]) -> None:
    pack = ordered(event)
    assert [make_step(pack.pk) for _ in range(4)] == ["blank-travellers", "results", "done", "nothing to do"]
    pack.refresh_from_db()
    assert (pack.state, pack.done, pack.pages) == (PackState.DONE, 2, 2)
    pages = pages_of(pack.file)
    assert "Board 1" in pages[0].replace("\n", " ") or "1" in pages[0]
    assert any("Standings" in page for page in pages)
    with default_storage.open(pack.file) as file:
        outline = [
            item.title for item in PdfReader(io.BytesIO(file.read())).outline if not isinstance(item, list)
        ]
    assert outline == ["Blank travellers", "Results"]
    assert not default_storage.exists(part_name(pack, 0))
    assert sent == [pack.pk, pack.pk]  # one after each document


def test_the_order_is_the_pack_s_and_not_that_of_the_boxes(event: Event, sent: list[int]) -> None:
    assert ordered(event, ["results", "blank-travellers"]).order["documents"] == DOCUMENTS


def test_a_step_run_twice_counts_once(event: Event, sent: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """The message came twice: both draw, one counts and queues the next."""
    pack = ordered(event)
    draw = printing_pack._draw

    def while_another_draws(one: Pack, name: str) -> bytes:
        monkeypatch.setattr(printing_pack, "_draw", draw)
        assert make_step(pack.pk) == name
        return draw(one, name)

    monkeypatch.setattr(printing_pack, "_draw", while_another_draws)
    assert make_step(pack.pk) == "overtaken"
    pack.refresh_from_db()
    assert pack.done == 1
    assert sent == [pack.pk]


def test_cancelled_between_two_documents_leaves_no_file(event: Event, sent: list[int]) -> None:
    pack = ordered(event)
    make_step(pack.pk)
    cancel_pack(event.pk, pack.pk, ACTOR)
    assert make_step(pack.pk) == "nothing to do"
    pack.refresh_from_db()
    assert (pack.state, pack.file) == (PackState.CANCELLED, "")
    assert not default_storage.exists(part_name(pack, 0))
    assert event.log.filter(action="pack.cancelled").count() == 1


def test_cancelled_while_a_document_is_drawn(
    event: Event, sent: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = ordered(event)
    draw = printing_pack._draw

    def cancelled_meanwhile(one: Pack, name: str) -> bytes:
        cancel_pack(event.pk, pack.pk, ACTOR)
        return draw(one, name)

    monkeypatch.setattr(printing_pack, "_draw", cancelled_meanwhile)
    assert make_step(pack.pk) == "overtaken"
    assert not default_storage.exists(part_name(pack, 0))
    assert Pack.objects.get(pk=pack.pk).state == PackState.CANCELLED


def test_what_got_stuck_is_queued_again_and_what_is_old_is_gone(event: Event, sent: list[int]) -> None:
    pack = ordered(event)
    make_step(pack.pk)
    sent.clear()
    assert sweep_packs() == 0
    Pack.objects.update(seen_at=timezone.now() - STUCK - timedelta(seconds=1))
    assert sweep_packs() == 1
    assert sent == [pack.pk]
    make_step(pack.pk)
    make_step(pack.pk)
    pack.refresh_from_db()
    Pack.objects.update(created_at=timezone.now() - KEPT - timedelta(seconds=1))
    sweep_packs()
    assert not Pack.objects.exists()
    assert not default_storage.exists(pack.file)


def test_what_kills_its_workers_is_given_up(event: Event, sent: list[int]) -> None:
    pack = ordered(event)
    long_ago = timezone.now() - LONGEST - timedelta(seconds=1)
    Pack.objects.update(seen_at=timezone.now(), created_at=long_ago)
    assert sweep_packs() == 0  # slow, and still at work
    Pack.objects.update(seen_at=long_ago)
    sweep_packs()
    pack.refresh_from_db()
    assert (pack.state, sent) == (PackState.FAILED, [])
    assert "too long" in pack.why


def test_what_cannot_be_printed_yet_is_left_out_and_named(event: Event, sent: list[int]) -> None:
    bare = make_event(pairs=4, name="Bare")
    pack = order_pack(bare.pk, ["filled-travellers", "results"], {}, ACTOR, pack_documents(bare))
    for _ in range(3):
        make_step(pack.pk)
    pack.refresh_from_db()
    assert pack.state in (PackState.DONE, PackState.FAILED)


def test_a_fault_of_ours_is_said_in_a_sentence(
    event: Event, sent: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = ordered(event)

    def broken(one: Pack, name: str) -> bytes:
        raise ZeroDivisionError

    monkeypatch.setattr(printing_pack, "_draw", broken)
    assert make_step(pack.pk) == "failed"
    pack.refresh_from_db()
    assert (pack.state, pack.why) == (
        PackState.FAILED,
        "A sheet could not be drawn; print its documents one by one to see which.",
    )


def test_a_full_disk_is_said(event: Event, sent: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    pack = ordered(event)

    def full(*args: object, **kwargs: object) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(default_storage, "save", full)
    assert make_step(pack.pk) == "failed"
    assert "No space left on device" in Pack.objects.get(pk=pack.pk).why


def test_refuses_nothing_the_unknown_and_too_many(event: Event, sent: list[int]) -> None:
    with pytest.raises(ServiceError):
        ordered(event, [])
    with pytest.raises(ServiceError) as unknown:
        ordered(event, ["results", "wallpaper"])
    assert "wallpaper" in unknown.value.faults[0].message
    for _ in range(3):
        ordered(event)
    with pytest.raises(ConflictError):
        ordered(event)
    with pytest.raises(NotFoundError):
        find_pack(make_event(pairs=2).pk, Pack.objects.first().pk)  # type: ignore[union-attr]


def test_a_usual_pack_is_for_before_or_for_after(event: Event) -> None:
    assert "blank-travellers" in usual_documents(event)
    assert "results" not in usual_documents(event)
    event.status = "provisional"
    assert "results" in usual_documents(event)
    assert "blank-travellers" not in usual_documents(event)


def test_two_sided_begins_every_document_on_a_front_page(event: Event, sent: list[int]) -> None:
    pack = ordered(event, duplex=True)
    for _ in range(3):
        make_step(pack.pk)
    pack.refresh_from_db()
    with default_storage.open(pack.file) as file:
        reader = PdfReader(io.BytesIO(file.read()))
    starts = [
        reader.get_destination_page_number(item) for item in reader.outline if not isinstance(item, list)
    ]
    assert [start % 2 for start in starts] == [0, 0]
    assert merged({"a": b""}, "x") is None


@pytest.mark.django_db(transaction=True)
def test_a_real_worker_makes_it(event: Event, worker: object, settings: Any) -> None:
    """The worker has its own storage folder: what is asserted is what it wrote into the database."""
    pack = ordered(event)
    deadline = timezone.now() + timedelta(seconds=60)
    while Pack.objects.get(pk=pack.pk).state in packs.UNFINISHED and timezone.now() < deadline:
        time.sleep(0.1)
    assert Pack.objects.get(pk=pack.pk).state == PackState.DONE
