"""Addresses of the desk: people."""

from django.urls import path

from tournaments.pages.desk import people

urlpatterns = [path("clubs/<slug:club>/people/", people.show_people, name="people")]
