"""What every record in the admin has in common: who may touch it, and that history is not touched.

Owns: roles as the admin's permissions; the read-only record; services called from forms, with every fault shown at
its field.
Never does: write a row that a service is there to write.
Terms: *club path*, the look-up from a record to its club; *deed*, what one must be permitted to do in that club.
"""

from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import models
from django.db.models import QuerySet
from django.forms import BaseForm
from django.http import HttpRequest
from unfold.admin import ModelAdmin

from tournaments.models import Club, Door
from tournaments.services.actors import Actor, Deed, clubs_where
from tournaments.services.errors import ServiceError

if TYPE_CHECKING:
    User = AbstractBaseUser | AnonymousUser


def actor_of(request: HttpRequest) -> Actor:
    """Who the log will name for what is done in the admin."""
    return Actor.of(request.user, Door.ADMIN)


def show_faults(form: BaseForm, error: ServiceError) -> None:
    """Put each fault of a service at the field it is about, or above the form."""
    for fault in error.faults:
        name = fault.path.split("[")[0].split(".")[0]
        form.add_error(name if name in form.fields else None, fault.message)


class RoleAdmin(ModelAdmin):
    """Records of a club, open to those whose role in it permits `deed`."""

    club_path = ""
    deed = Deed.DIRECT
    list_per_page = 50
    list_filter_submit = False
    compressed_fields = True
    warn_unsaved_form = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        found: QuerySet[Any] = super().get_queryset(request)
        if request.user.is_superuser:
            return found
        return found.filter(**{f"{self.club_path or 'pk'}__in": clubs_where(request.user, self.deed)})

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.related_model is Club:
            kwargs["queryset"] = clubs_where(request.user, self.deed)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return clubs_where(request.user, self.deed).exists()

    def has_view_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return self._may(request, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self._may(request, None)

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return self._may(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def _may(self, request: HttpRequest, obj: models.Model | None) -> bool:
        clubs = clubs_where(request.user, self.deed)
        if obj is None:
            return clubs.exists()
        return clubs.filter(pk=self.club_of(obj)).exists()

    def club_of(self, obj: Any) -> int:
        """The key of the club that a record belongs to."""
        for name in self.club_path.split("__") if self.club_path else ():
            obj = getattr(obj, name)
        key: int = obj.pk
        return key


class HistoryAdmin(RoleAdmin):
    """Records that may be read and never changed by hand."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False
