"""Second steps in the admin, for superusers: seen, and deleted for somebody who has lost theirs.

Owns: that no secret of one is shown. E-mail addresses are a field of the user; the library's own table of them is not
shown beside it.
"""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.db import models
from django.http import HttpRequest

from tournaments.admin.base import KeyedAdmin

admin.site.unregister(EmailAddress)
admin.site.unregister(Authenticator)


@admin.register(Authenticator)
class AuthenticatorAdmin(KeyedAdmin):
    """Only a superuser has the Django permissions that open this page."""

    fields = ("user", "type", "created_at", "last_used_at")
    list_display = ("user", "type", "created_at", "last_used_at")
    search_fields = ("user__username",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False
