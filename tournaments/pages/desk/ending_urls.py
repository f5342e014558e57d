"""Addresses of the desk: ending."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
