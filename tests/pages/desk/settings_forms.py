"""The settings page as a browser sends it."""

from typing import Any

from django.test import Client
from django.urls import reverse

from tests.admin.pages import fields_on_page
from tournaments.models import Event


def settings_url(event: Event) -> str:
    return reverse("desk:settings", args=[event.pk])


def fields_of(client: Client, event: Event) -> dict[str, str]:
    """What pressing "Save" would send if nothing were typed."""
    sent = fields_on_page(client, settings_url(event))
    return {name: value for name, value in sent.items() if name not in ("kind", "csrfmiddlewaretoken")}


def save(client: Client, event: Event, **typed: Any) -> Any:
    """Change fields and save; None takes a box's tick away."""
    sent = {**fields_of(client, event), "save": "1", **typed}
    return client.post(
        settings_url(event), {name: value for name, value in sent.items() if value is not None}
    )


def save_after_all(client: Client, event: Event, **typed: Any) -> Any:
    """The same, and again once the page has said what it would do."""
    page = save(client, event, **typed)
    return save(client, event, **typed, seen=page.context["seen"]) if page.status_code == 200 else page


def faults(page: Any) -> dict[str, list[str]]:
    return {name: list(found) for name, found in page.context["form"].errors.items()}
