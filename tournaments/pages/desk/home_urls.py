"""Addresses of the desk: home, and tournaments."""

from django.urls import URLPattern, path

from tournaments.pages.desk import home, tournament_pages

urlpatterns: list[URLPattern] = [
    path("", home.show_home, name="home"),
    path("tournaments/new/<slug:club>/", tournament_pages.new_tournament, name="new-tournament"),
    path("tournaments/<int:tournament>/", tournament_pages.show_tournament, name="tournament"),
    path(
        "tournaments/<int:tournament>/change/", tournament_pages.change_tournament, name="change-tournament"
    ),
]
