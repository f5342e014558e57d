"""No address of the site is asked to read what no text has in it, or an address without end."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tournaments.site.readable import LONGEST_ADDRESS


def paths(resolver: URLResolver, at: str = "/") -> list[str]:
    found: list[str] = []
    for one in resolver.url_patterns:
        route = at + str(one.pattern)
        found += [route] if isinstance(one, URLPattern) else paths(one, route)
    return found


def refused(answer: HttpResponse) -> bool:
    return answer.status_code == 400 and b"U+0000" in answer.content


PATHS = sorted({re.sub(r"<[^>]+>|\(.*?\)+|[\^$]", "1", path) for path in paths(get_resolver())})


def test_a_character_that_no_text_has_is_refused_at_every_address() -> None:
    client = Client(raise_request_exception=False)
    assert len(PATHS) > 200
    wrong = []
    for path in PATHS:
        answers = [client.get(path, {"q": "a\0"})]
        # the API takes no forms; what its bodies may hold, tests/api/test_errors.py says
        if not path.startswith("/api/"):
            answers.append(client.post(path, "a=%00", "application/x-www-form-urlencoded"))
        wrong += [path for answer in answers if not refused(answer)]
    assert wrong == []


def test_so_is_one_in_the_name_of_a_field_or_a_form_with_files() -> None:
    client = Client()
    assert refused(client.get("/", {"a\0": "q"}))
    assert refused(client.post("/", {"name": "a\0"}))
    assert refused(client.post("/", {"a\0": "name"}))


@pytest.mark.parametrize(
    "path", ["/admin/tournaments/event/%00/change/", "/static/%00", "/table/a%00b/", "/api/v1/%00"]
)
def test_so_is_one_in_the_address_itself(path: str) -> None:
    answer = Client().get(path)
    assert answer.status_code == 400
    assert "U+0000" in answer.content.decode()


def test_so_is_one_that_a_cookie_writes_as_octal_digits() -> None:
    answer = Client().get("/", headers={"cookie": r'sessionid="\000aaaaaaaaaaaaaaaa"'})
    assert answer.status_code == 400


def test_an_address_without_end_is_414() -> None:
    for path in ("/admin/tournaments/person/", "/api/v1/events"):
        answer = Client().get(path, {"q": "x" * LONGEST_ADDRESS})
        assert answer.status_code == 414
        assert "too long" in answer.content.decode()
