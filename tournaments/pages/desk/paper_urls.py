"""Addresses of the desk: paper."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
