"""Pages of the admin as a browser has them: the fields of a rendered form, with what stands in them."""

from html.parser import HTMLParser
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from tests.support.event_builders import make_member
from tournaments.models import Club, Role, Table


class _Form(HTMLParser):
    """Collects what a browser would send of every form that is sent by POST."""

    def __init__(self) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self._posting = False
        self._select = self._area = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._posting = given.get("method", "").lower() == "post" and "logout" not in given.get(
                "action", ""
            )
        name = given.get("name", "")
        if not self._posting:
            return
        if tag == "input" and name and given.get("type") not in ("submit", "file", "button"):
            if given.get("type") not in ("checkbox", "radio"):
                self.values[name] = given.get("value", "")
            elif "checked" in given:
                self.values[name] = given.get("value", "on")
        elif tag == "textarea" and name:
            self._area, self.values[name] = name, ""
        elif tag == "select" and name:
            self._select = name
            self.values.setdefault(name, "")
        elif tag == "option" and self._select and "selected" in given:
            self.values[self._select] = given.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._area = ""
        elif tag == "select":
            self._select = ""
        elif tag == "form":
            self._posting = False

    def handle_data(self, data: str) -> None:
        if self._area:
            self.values[self._area] += data


def fields_on_page(client: Client, url: str) -> dict[str, str]:
    """What pressing "Save" on the page would send if nothing were typed."""
    answer = client.get(url)
    assert answer.status_code == 200, answer.status_code
    form = _Form()
    form.feed(answer.content.decode())
    sent = {name: value.removeprefix("\n").strip() for name, value in form.values.items()}
    return {name: value for name, value in sent.items() if name != "csrfmiddlewaretoken"}


def change_url(record: Model) -> str:
    meta = record._meta
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[record.pk])


def list_url(name: str) -> str:
    return reverse(f"admin:{name if '_' in name else f'tournaments_{name}'}_changelist")


def add_url(name: str = "result") -> str:
    return reverse(f"admin:tournaments_{name}_add")


def sign_in(client: Client, club: Club, role: Role) -> User:
    """A member of staff with `role`, signed in."""
    user = make_member(club, role)
    user.is_staff = True
    user.save()
    client.force_login(user)
    return user


def faults(answer: Any) -> dict[str, list[str]]:
    """The faults shown at the fields of a record's form."""
    assert answer.status_code == 200, answer.status_code
    errors: dict[str, list[str]] = answer.context["adminform"].form.errors
    return errors


def result_form(table: Table | None = None, **typed: object) -> dict[str, object]:
    """The form of a result with 7 6 – 5 7 in it."""
    place = {"table": table.pk, "board": 1} if table is not None else {}
    names = ("ns_adjusted", "ew_adjusted", "ns_score", "ew_score", "ns_number", "ew_number", "note", "reason")
    bids = {"ns_bid": "7", "ns_tricks": "6", "ew_bid": "5", "ew_tricks": "7"}
    return {**place, **dict.fromkeys((*names, "version"), ""), **bids, "group": 0, **typed}
