"""Addresses of the desk: rulings."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
