"""Addresses of the desk: home."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
