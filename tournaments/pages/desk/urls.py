"""Addresses of the director's desk, part by part."""

from django.urls import include, path

app_name = "desk"
urlpatterns = [
    path("", include(f"tournaments.pages.desk.{part}_urls"))
    for part in (
        "home",
        "setup",
        "people",
        "glance",
        "entries",
        "movement",
        "draw",
        "paper",
        "rulings",
        "ending",
        "games",
        "ratings",
    )
]
