"""Addresses of the desk: a new event, its settings and its boards."""

from django.urls import URLPattern, path

from tournaments.pages.desk import boards_page, new_event, settings_page

urlpatterns: list[URLPattern] = [
    path("tournaments/<int:tournament>/new/", new_event.new_event, name="new-event"),
    path("e/<int:event>/settings/", settings_page.settings, name="settings"),
    path("e/<int:event>/settings/kind/", settings_page.kind, name="event-kind"),
    path("e/<int:event>/boards/", boards_page.boards, name="boards"),
    path("e/<int:event>/boards/file/", boards_page.file, name="boards-file"),
]
