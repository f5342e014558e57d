"""Addresses of the desk: movement."""

from django.urls import URLPattern, path

from tournaments.pages.desk import movement_change, movement_page

urlpatterns: list[URLPattern] = [
    path("e/<int:event>/movement/", movement_page.show_movement, name="movement"),
    path("e/<int:event>/movement/draw/", movement_page.draw, name="movement-draw"),
    path("e/<int:event>/movement/own/", movement_page.draw_own, name="movement-own"),
    path("e/<int:event>/movement/remove/", movement_page.remove, name="movement-remove"),
    path("e/<int:event>/movement/rounds/<int:round>/", movement_page.turn_round, name="movement-round"),
    path("e/<int:event>/movement/change/", movement_change.change, name="movement-change"),
]
