"""Addresses of the desk: movement."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
