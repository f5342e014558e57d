"""Clubs with their members, people, and tournaments: records without a history."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.models import Group, User
from django.db import models
from django.http import HttpRequest
from unfold.admin import ModelAdmin, TabularInline
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from tournaments.admin.base import RoleAdmin
from tournaments.models import Club, Membership, Person, Tournament
from tournaments.services.actors import Deed

admin.site.unregister(User)
admin.site.unregister(Group)


@admin.register(User)
class UserAdmin(DjangoUserAdmin, ModelAdmin):
    """Sign-ins; only a superuser has the Django permissions that open this page."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm


@admin.register(Group)
class GroupAdmin(DjangoGroupAdmin, ModelAdmin):
    pass


class MembershipInline(TabularInline):
    model = Membership
    extra = 0
    autocomplete_fields = ("user",)


@admin.register(Club)
class ClubAdmin(RoleAdmin):
    deed = Deed.OWN
    list_display = ("name", "slug", "members")
    search_fields = ("name",)
    prepopulated_fields = {"slug": ("name",)}  # noqa: RUF012 - the admin's own form of declaration
    inlines = (MembershipInline,)

    @admin.display(description="members")
    def members(self, club: Club) -> int:
        return club.memberships.count()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)


@admin.register(Person)
class PersonAdmin(RoleAdmin):
    club_path = "club"
    list_display = ("name", "number", "club", "events_played")
    list_filter = ("club",)
    search_fields = ("name", "number")
    autocomplete_fields = ("user",)

    @admin.display(description="events")
    def events_played(self, person: Any) -> int:
        played: int = person.events_played
        return played

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Person]:
        return super().get_queryset(request).annotate(events_played=models.Count("entries"))


@admin.register(Tournament)
class TournamentAdmin(RoleAdmin):
    club_path = "club"
    list_display = ("name", "club", "place", "starts_on", "events_held")
    list_filter = ("club", "starts_on")
    search_fields = ("name", "place")
    date_hierarchy = "starts_on"
    prepopulated_fields = {"slug": ("name",)}  # noqa: RUF012 - the admin's own form of declaration

    @admin.display(description="events")
    def events_held(self, tournament: Tournament) -> str:
        return ", ".join(event.name for event in tournament.events.all())

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Tournament]:
        return super().get_queryset(request).prefetch_related("events")
