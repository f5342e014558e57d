"""Addresses of the desk: people."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
