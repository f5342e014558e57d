"""The site's addresses: one include per door."""

from django.contrib import admin
from django.urls import include, path

from tournaments.site.health import healthz

handler400 = "tournaments.site.errors.bad_request"

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("api/v1/", include("tournaments.api.urls")),
    path("table/", include("tournaments.pages.table_urls")),
    path("desk/", include("tournaments.pages.desk.urls")),
    path("", include("tournaments.pages.urls")),
]
