"""The site's addresses: one include per door."""

from django.contrib import admin
from django.urls import include, path

from tournaments.site.health import healthz
from tournaments.site.sign_in import guard_admin

guard_admin(admin.site)
handler400 = "tournaments.site.errors.bad_request"

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("accounts/", include("tournaments.site.account_urls")),
    path("api/v1/", include("tournaments.api.urls")),
    path("table/", include("tournaments.pages.table_urls")),
    path("desk/", include("tournaments.pages.desk.urls")),
    path("", include("tournaments.pages.urls")),
]
