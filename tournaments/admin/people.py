"""Clubs with their members, people, and tournaments: records without a history.

Owns: who may say which sign-in a person has. A director who plays sees nothing hidden because their person has
their sign-in, so nobody parts the two for themselves.
Terms: *sign-in*, a user, written by its name: a list of all users to choose from would show every club the others'.
"""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.models import Group, User
from django.db import models
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.admin import TabularInline
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm
from unfold.widgets import UnfoldAdminTextInputWidget

from tournaments.admin.base import LINK, KeyedAdmin, RoleAdmin, ServiceAdmin, ServiceForm
from tournaments.models import Club, Membership, Person, Role, Tournament
from tournaments.services.actors import Deed, clubs_where, may
from tournaments.services.members import follow_roles
from tournaments.services.tournaments import NewTournament, change_tournament, create_tournament

admin.site.unregister(User)
admin.site.unregister(Group)


@admin.register(User)
class UserAdmin(DjangoUserAdmin, KeyedAdmin):
    """Sign-ins; only a superuser has the Django permissions that open this page."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm


@admin.register(Group)
class GroupAdmin(DjangoGroupAdmin, KeyedAdmin):
    pass


class SignInField(forms.ModelChoiceField):
    """A user, typed as the exact name they sign in with."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            User.objects.filter(is_active=True),
            to_field_name="username",
            label=_("Sign-in"),
            widget=UnfoldAdminTextInputWidget(attrs={"autocomplete": "off", "autocapitalize": "none"}),
            error_messages={"invalid_choice": _("There is no sign-in of this name; write it exactly.")},
            **options,
        )

    def prepare_value(self, value: Any) -> Any:
        """Shown as it is typed, by name; a stored one comes as its key."""
        if isinstance(value, int):
            return User.objects.filter(pk=value).values_list("username", flat=True).first()
        return super().prepare_value(value)

    def to_python(self, value: Any) -> Any:
        return super().to_python(value.strip() if isinstance(value, str) else value)

    def has_changed(self, initial: Any, data: Any) -> bool:
        return str(self.prepare_value(initial) or "") != str(data or "").strip()


class MembershipForm(forms.ModelForm):
    user = SignInField()

    class Meta:
        model = Membership
        fields = ("user", "role")


class MembershipFormSet(forms.BaseInlineFormSet):
    def clean(self) -> None:
        """Nobody but a superuser could give a club without an owner one again. Rows are saved one after another, so two
        of them cannot change places."""
        super().clean()
        if any(self.errors):
            return
        kept = [form for form in self.forms if form.cleaned_data and not form.cleaned_data.get("DELETE")]
        had_owner = self.instance.pk and self.instance.memberships.filter(role=Role.OWNER).exists()
        if had_owner and not any(form.cleaned_data.get("role") == Role.OWNER for form in kept):
            raise forms.ValidationError(_("A club keeps at least one owner; name another one first."))
        lines = dict(self.instance.memberships.values_list("user", "pk")) if self.instance.pk else {}
        for form in kept:
            user = form.cleaned_data.get("user")
            if user is not None and lines.get(user.pk, form.instance.pk) != form.instance.pk:
                message = _("%(name)s has a line already; change the role in that one.")
                raise forms.ValidationError(message, params={"name": user.get_username()})


class MembershipInline(TabularInline):
    """The members, named by an owner of the club."""

    model = Membership
    form = MembershipForm
    formset = MembershipFormSet
    extra = 0

    def has_view_permission(self, request: HttpRequest, obj: Club | None = None) -> bool:
        owned = clubs_where(request.user, Deed.OWN)
        return owned.exists() if obj is None else owned.filter(pk=obj.pk).exists()

    def has_add_permission(self, request: HttpRequest, obj: Club | None = None) -> bool:
        return self.has_view_permission(request, obj)

    def has_change_permission(self, request: HttpRequest, obj: Club | None = None) -> bool:
        return self.has_view_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Club | None = None) -> bool:
        return self.has_view_permission(request, obj)


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

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Whoever is given a role here, or loses one, is let into the admin or kept out."""
        before = set(User.objects.filter(memberships__club=formset.instance))
        super().save_formset(request, form, formset, change)
        follow_roles(before | set(User.objects.filter(memberships__club=formset.instance)))


class PersonForm(forms.ModelForm):
    by: Any
    user = SignInField(required=False, help_text=Person._meta.get_field("user").help_text)

    class Meta:
        model = Person
        fields = ("club", "name", "number", "user")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        # a page without the field keeps what is there
        stored = Person.objects.filter(pk=self.instance.pk).first() if self.instance.pk else None
        before = stored.user_id if stored is not None else None
        wanted = cleaned.get("user")
        if "user" not in self.fields or self.errors or (wanted.pk if wanted else None) == before:
            return cleaned
        for club in {cleaned["club"], stored.club if stored is not None else cleaned["club"]}:
            if not may(self.by, Deed.OWN, club):
                self.add_error("user", _("Only an owner of the club may say which sign-in a person has."))
        return cleaned


@admin.register(Person)
class PersonAdmin(RoleAdmin):
    club_path = "club"
    form = PersonForm
    list_display = ("name", "number", "club", "events_played")
    list_filter = ("club",)
    search_fields = ("name", "number")
    fields = ("club", "name", "number", "user", "standing", "leaderboard")

    def get_form(
        self, request: HttpRequest, obj: Person | None = None, change: bool = False, **kwargs: Any
    ) -> Any:
        """A form that knows who fills it in."""
        made = super().get_form(request, obj, change, **kwargs)
        return type(made.__name__, (made,), {"by": request.user})

    def get_readonly_fields(self, request: HttpRequest, obj: Person | None = None) -> tuple[str, ...]:
        """An owner says which sign-in a person has, and leaves their own as it is."""
        own = obj is not None and obj.user_id == request.user.pk
        club = clubs_where(request.user, Deed.OWN)
        owns = club.exists() if obj is None else club.filter(pk=obj.club_id).exists()
        fixed = ("standing", "leaderboard")
        return fixed if owns and not own else ("user", *fixed)

    @admin.display(description="ranked play")
    def standing(self, person: Person) -> str | SafeString:
        """What ranked games ask of them; it is changed at the desk, where it is said what that brings."""
        if not person.pk:
            return "–"
        what = "guest" if person.is_guest else "bot" if person.is_bot else "player"
        url = reverse("desk:player-ranked", args=[person.club.slug, person.pk])
        said = f"{what}, {person.finished_elsewhere} finished games elsewhere"
        return format_html('{} – <a class="{}" href="{}">{}</a>', said, LINK, url, _("change it at the desk"))

    @admin.display(description="on the leaderboard", boolean=True)
    def leaderboard(self, person: Person) -> bool:
        return person.on_leaderboard

    @admin.display(description="events")
    def events_played(self, person: Any) -> int:
        played: int = person.events_played
        return played

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Person]:
        return super().get_queryset(request).annotate(events_played=models.Count("entries"))


class TournamentForm(ServiceForm):
    reason = forms.CharField(
        required=False,
        max_length=500,
        label=_("Reason"),
        help_text=_("Stands in the log, with what was changed."),
        widget=UnfoldAdminTextInputWidget,
    )

    class Meta:
        model = Tournament
        fields = ("club", "name", "place", "starts_on", "ends_on", "time_zone")

    def run(self, cleaned: dict[str, Any]) -> Tournament:
        wanted = NewTournament(
            name=cleaned["name"],
            place=cleaned["place"],
            starts_on=cleaned["starts_on"],
            ends_on=cleaned["ends_on"],
            time_zone=cleaned["time_zone"],
        )
        if self.instance.pk:
            return change_tournament(self.instance.pk, wanted, self.actor, cleaned["reason"])
        return create_tournament(cleaned["club"], wanted, self.actor)


@admin.register(Tournament)
class TournamentAdmin(ServiceAdmin):
    club_path = "club"
    form = TournamentForm
    list_display = ("name", "club", "place", "starts_on", "events_held")
    list_filter = ("club", "starts_on")
    search_fields = ("name", "place")
    date_hierarchy = "starts_on"

    def get_fields(self, request: HttpRequest, obj: Tournament | None = None) -> tuple[str, ...]:
        """The club and the address of a tournament stay what they are: its pages are linked to."""
        said = ("name", "place", "starts_on", "ends_on", "time_zone")
        return ("club", *said) if obj is None else ("club", "slug", *said, "changes", "reason")

    def get_readonly_fields(self, request: HttpRequest, obj: Tournament | None = None) -> tuple[str, ...]:
        return () if obj is None else ("club", "slug", "changes")

    @admin.display(description="log")
    def changes(self, tournament: Tournament) -> SafeString:
        url = reverse("admin:tournaments_tournamentlogentry_changelist")
        said = _("what was changed, by whom and why")
        return format_html(
            '<a class="{}" href="{}?tournament__id__exact={}">{}</a>', LINK, url, tournament.pk, said
        )

    @admin.display(description="events")
    def events_held(self, tournament: Tournament) -> str:
        return ", ".join(event.name for event in tournament.events.all())

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Tournament]:
        return super().get_queryset(request).prefetch_related("events")
