"""Addresses behind a table's code; they are printed in QR codes and stay as they are."""

from django.urls import path

from tournaments.pages import ranked_table_views as ranked
from tournaments.pages import table_views as views

app_name = "table"
urlpatterns = [
    path("sw.js", views.service_worker, name="worker"),
    path("<str:token>/", views.show_table, name="page"),
    path("<str:token>/state", views.show_state, name="state"),
    path("<str:token>/entries", views.enter, name="entries"),
    path("<str:token>/take-back", views.take_back_entry, name="take-back"),
    path("<str:token>/sitting", views.say_sitting, name="sitting"),
    path("<str:token>/now", ranked.show_now, name="now"),
    path("<str:token>/do/<slug:deed>", ranked.do, name="do"),
    path("<str:token>/call", views.call, name="call"),
]
