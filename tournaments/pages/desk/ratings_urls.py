"""Addresses of the desk: a club's ratings."""

from django.urls import path

from tournaments.pages.desk import ratings_page

urlpatterns = [path("clubs/<slug:club>/ratings/", ratings_page.show_ratings, name="ratings")]
