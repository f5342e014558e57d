"""Addresses of the desk: draw."""

from django.urls import URLPattern, path

from tournaments.pages.desk import draw_page

urlpatterns: list[URLPattern] = [path("e/<int:event>/draw/", draw_page.draw, name="draw")]
