"""What every record in the admin has in common: who may touch it, and that history is not touched.

Owns: roles as the admin's permissions; the read-only record; which look-ups a list's address may hold; services
called from forms, with every fault shown at its field.
Never does: write a row that a service is there to write.
Terms: *club path*, the look-up from a record to its club; *deed*, what one must be permitted to do in that club.
"""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.widgets import AutocompleteSelect
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminIntegerFieldWidget

from tournaments.forms import MOST, KeysField, answer_once, is_key, show_faults
from tournaments.forms import WholeNumber as PlainWholeNumber
from tournaments.models import Club, Door
from tournaments.services.actors import Actor, Deed, clubs_where
from tournaments.services.errors import ServiceError

if TYPE_CHECKING:
    User = AbstractBaseUser | AnonymousUser


MOST_SMALL = 32_767
"""The largest number that may be typed for the columns that hold no more."""
LINK = "text-primary-600 dark:text-primary-400 underline"
"""What a link in a field looks like, in the theme's words."""
_ENDINGS = frozenset({"", "exact", "id__exact", "pk__exact", "isnull", "in", "gte", "lt", "lte", "gt"})
_DATE_PARTS = {"year": (1900, 2199), "month": (1, 12), "day": (1, 31)}


def actor_of(request: HttpRequest) -> Actor:
    """Who the log will name for what is done in the admin."""
    return Actor.of(request.user, Door.ADMIN)


class WholeNumber(PlainWholeNumber):
    """The same, in the theme's dress."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("widget", UnfoldAdminIntegerFieldWidget)
        super().__init__(**options)


class ServiceForm(forms.ModelForm):
    """A form whose last act of cleaning is the service (see result_form.py for why)."""

    actor: Actor
    user: "User"

    def run(self, cleaned: dict[str, Any]) -> models.Model:
        """Call the service, and return what it stored. Raises `ServiceError`."""
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            try:
                self.instance = self.run(cleaned)
            except ServiceError as error:
                show_faults(self, error)
        return cleaned

    def _post_clean(self) -> None:
        """The service has checked and stored: nothing of the model is left to be cleaned or saved."""


_UNSIGNED = (models.PositiveIntegerField, models.PositiveSmallIntegerField)


class KeySelect(AutocompleteSelect):
    """A list that is asked for as one types, shown again with whatever was sent as its key."""

    def optgroups(self, name: str, value: Sequence[str], attr: dict[str, Any] | None = None) -> Any:
        return super().optgroups(name, [key for key in value if is_key(str(key))], attr)


class KeyedAdmin(ModelAdmin):
    """Records whose keys are numbers, whatever is sent as one."""

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name in self.get_autocomplete_fields(request):
            kwargs.setdefault("widget", KeySelect(db_field, self.admin_site))
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        return super().formfield_for_manytomany(db_field, request, form_class=KeysField, **kwargs)

    def response_action(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
        if all(is_key(key) for key in request.POST.getlist(ACTION_CHECKBOX_NAME)):
            return super().response_action(request, queryset)
        self.message_user(request, gettext("What was selected is not in this list."), level="error")
        return None


class RoleAdmin(KeyedAdmin):
    """Records of a club, open to those whose role in it permits `deed`."""

    club_path = ""
    deed = Deed.DIRECT
    list_per_page = 50
    list_filter_submit = False
    compressed_fields = True
    warn_unsaved_form = True
    change_form_before_template = "admin/once.html"

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        shown = partial(super().changeform_view, request, object_id, form_url, extra_context)
        return answer_once(request, shown)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        found: QuerySet[Any] = super().get_queryset(request)
        to_event = self.club_path.removesuffix("tournament__club")
        if to_event.endswith("event__"):
            found = found.defer(f"{to_event}movement")  # long, and asked for on no page but its event's own
        if request.user.is_superuser:
            return found
        return found.filter(**{f"{self.club_path or 'pk'}__in": clubs_where(request.user, self.deed)})

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.related_model is Club:
            kwargs["queryset"] = clubs_where(request.user, self.deed)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if isinstance(db_field, models.IntegerField):
            most = MOST_SMALL if isinstance(db_field, models.PositiveSmallIntegerField) else MOST
            kwargs.setdefault("max_value", most)
            kwargs.setdefault("min_value", 0 if isinstance(db_field, _UNSIGNED) else -most)
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Only what the list itself offers: any other look-up can ask for what no page shows, bit by bit."""
        if self.date_hierarchy and lookup.startswith(f"{self.date_hierarchy}__"):
            part = lookup.removeprefix(f"{self.date_hierarchy}__")
            if part in _DATE_PARTS:
                least, most = _DATE_PARTS[part]
                return str(value).isdecimal() and len(str(value)) <= 4 and least <= int(value) <= most
        filters = self.get_list_filter(request) if request is not None else self.list_filter
        names = [name[0] if isinstance(name, tuple) else name for name in filters]
        return any(
            lookup == name or (lookup.startswith(f"{name}__") and lookup[len(name) + 2 :] in _ENDINGS)
            for name in names
            if isinstance(name, str)
        )

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self._may(request, None)

    def has_view_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return self._may(request, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self._may(request, None)

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return self._may(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def _may(self, request: HttpRequest, obj: models.Model | None) -> bool:
        if obj is None:
            return _may_somewhere(request, self.deed)
        return clubs_where(request.user, self.deed).filter(pk=self.club_of(obj)).exists()

    def club_of(self, obj: Any) -> int:
        """The key of the club that a record belongs to."""
        for name in self.club_path.split("__") if self.club_path else ():
            obj = getattr(obj, name)
        key: int = obj.pk
        return key


def _may_somewhere(request: HttpRequest, deed: Deed) -> bool:
    """Whether the sender may do `deed` in some club; asked for every kind of record on a page, and kept with it."""
    known: dict[Deed, bool] = request.__dict__.setdefault("_may_somewhere", {})
    if deed not in known:
        known[deed] = clubs_where(request.user, deed).exists()
    return known[deed]


class HistoryAdmin(RoleAdmin):
    """Records that may be read and never changed by hand."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False


class ServiceAdmin(RoleAdmin):
    """Records that a `ServiceForm` makes and changes."""

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """A form that knows who acts, and asks for no more of the model than its page shows."""
        if kwargs.get("fields") is not None:
            kwargs["fields"] = [name for name in self.form._meta.fields if name in kwargs["fields"]]
        made = super().get_form(request, obj, change, **kwargs)
        return type(made.__name__, (made,), {"actor": actor_of(request), "user": request.user})

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """The form has called the service already."""
