"""The ranked table page's doors."""

from django.http import HttpRequest, HttpResponse

from tournaments.services.tokens import Opened


def show_ranked_table(request: HttpRequest, opened: Opened) -> HttpResponse:
    return HttpResponse()


def show_now(request: HttpRequest, token: str) -> HttpResponse:
    return HttpResponse()


def do(request: HttpRequest, token: str, deed: str) -> HttpResponse:
    return HttpResponse()
