"""Addresses of the desk: glance."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
