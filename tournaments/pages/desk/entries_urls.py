"""Addresses of the desk: entries of an event, and the people of a club who play."""

from django.urls import URLPattern, path

from tournaments.pages.desk import (
    entries_numbers,
    entries_page,
    entries_paste,
    entry_page,
    players_page,
)

urlpatterns: list[URLPattern] = [
    path("e/<int:event>/entries/", entries_page.entries, name="entries"),
    path("e/<int:event>/entries/find/", entries_page.find, name="entries-find"),
    path("e/<int:event>/entries/check-in/", entries_page.check_in, name="entries-check-in"),
    path("e/<int:event>/entries/paste/", entries_paste.paste, name="entries-paste"),
    path("e/<int:event>/entries/numbers/", entries_numbers.numbers, name="entries-numbers"),
    path("e/<int:event>/entries/<int:number>/", entry_page.entry, name="entry"),
    path("clubs/<slug:club>/players/", players_page.players, name="players"),
    path("clubs/<slug:club>/players/find/", players_page.find, name="players-find"),
    path("clubs/<slug:club>/players/merge/", players_page.merge, name="players-merge"),
    path("clubs/<slug:club>/players/<int:person>/", players_page.player, name="player"),
]
