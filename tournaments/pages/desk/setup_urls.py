"""Addresses of the desk: setup."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
