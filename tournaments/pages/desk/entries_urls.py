"""Addresses of the desk: entries."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
