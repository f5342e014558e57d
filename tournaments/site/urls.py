"""The site's addresses: one include per door."""

from django.contrib import admin
from django.urls import path

from tournaments.site.health import healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("admin/", admin.site.urls),
]
