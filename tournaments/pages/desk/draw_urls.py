"""Addresses of the desk: draw."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
