"""Ratings in the admin: where everybody stands, the ledger of rated games, ratings that were set, a club's choices.

Owns: the form of a club's choices. Everything else is read only: ratings are a fold over the ledger.
Never does: rate.
"""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from scoring.elo import shown
from tournaments.admin.base import LINK, HistoryAdmin, ServiceAdmin, ServiceForm
from tournaments.admin.event_form import JsonField
from tournaments.models import RatedGame, Rating, RatingBook, RatingSet
from tournaments.services.ratings.book import BookSettings, change_book

_SEATS = (("north", "n"), ("south", "s"), ("east", "e"), ("west", "w"))


@admin.register(Rating)
class RatingAdmin(HistoryAdmin):
    club_path = "club"
    list_display = ("person", "kind", "rating_shown", "games", "nils", "last_at")
    list_filter = ("kind", "club")
    list_select_related = ("person", "club")
    search_fields = ("person__name", "person__number")
    fields = ("club", "person", "kind", "rating_shown", "games", "nils", "last_at", "page")
    readonly_fields = ("rating_shown", "nils", "page")

    @admin.display(description="rating", ordering="rating")
    def rating_shown(self, rating: Rating) -> str:
        return f"{shown(rating.rating)} ({rating.rating:.2f})"

    @admin.display(description="nils bid, met")
    def nils(self, rating: Rating) -> str:
        bid = f"{rating.nils_bid} bid, {rating.nils_bid_set} of them set"
        return f"{bid}; {rating.nils_met} met, {rating.nils_met_set} of them set"

    @admin.display(description="why")
    def page(self, rating: Rating) -> SafeString:
        url = reverse("pages:player", args=[rating.club.slug, rating.person_id])
        return format_html(
            '<a class="{}" href="{}">{}</a>', LINK, url, _("Game by game on the player’s page")
        )


@admin.register(RatedGame)
class RatedGameAdmin(HistoryAdmin):
    """The ledger, newest first; what each game did follows from it and is made again by `manage.py rerate`."""

    club_path = "club"
    list_display = ("started_at", "kind", "event", "ns", "ew", "pending", "first_change")
    list_filter = ("kind", "event", "pending")
    list_select_related = ("event__tournament", "north", "south", "east", "west", "changes")
    search_fields = ("north__name", "south__name", "east__name", "west__name")
    fields = ("club", "event", "kind", "game", "table", "started_at", "pending", "code", "did")
    readonly_fields = ("did",)
    ordering = ("-started_at", "-pk")
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[RatedGame]:
        return super().get_queryset(request).select_related(*self.list_select_related)

    @admin.display(description="NS")
    def ns(self, row: RatedGame) -> str:
        return f"{row.north.name} & {row.south.name}"

    @admin.display(description="EW")
    def ew(self, row: RatedGame) -> str:
        return f"{row.east.name} & {row.west.name}"

    @admin.display(description="N, S, E, W on its own list")
    def first_change(self, row: RatedGame) -> str:
        changes = getattr(row, "changes", None)
        if changes is None:
            return "not rated yet"
        return ", ".join(f"{getattr(changes, f'own_change_{letter}'):+.1f}" for _name, letter in _SEATS)

    @admin.display(description="what it did")
    def did(self, row: RatedGame) -> str:
        changes = getattr(row, "changes", None)
        if changes is None:
            return "It is not rated yet."
        said = []
        for name, letter in _SEATS:
            before, by = getattr(changes, f"own_before_{letter}"), getattr(changes, f"own_change_{letter}")
            said.append(f"{getattr(row, name).name}: {before:.2f} {by:+.2f}")
        return "; ".join(said)


@admin.register(RatingSet)
class RatingSetAdmin(HistoryAdmin):
    """Ratings that were given and not played for; they are given at the desk."""

    club_path = "person__club"
    list_display = ("at", "person", "kind", "rating", "reason", "by")
    list_filter = ("kind", "person__club")
    list_select_related = ("person__club",)
    search_fields = ("person__name", "reason")
    ordering = ("-at", "-pk")


class BookForm(ServiceForm):
    """A club's choices, through their service."""

    policy = JsonField(
        required=False,
        label=_("Rating policy"),
        help_text=_(
            'JSON: a preset, and what overrides it, such as {"preset": "2026", "k": 20} (docs/rules.md §5). '
            "Another way to rate has every game rated again."
        ),
    )

    class Meta:
        model = RatingBook
        fields = ("minimum_games", "inactive_days")

    def run(self, cleaned: dict[str, Any]) -> RatingBook:
        settings = BookSettings(cleaned["policy"], cleaned["minimum_games"], cleaned["inactive_days"])
        return change_book(self.instance.club_id, settings, self.actor)


@admin.register(RatingBook)
class RatingBookAdmin(ServiceAdmin):
    club_path = "club"
    form = BookForm
    list_display = ("club", "minimum_games", "inactive_days", "state", "rated_at")
    list_select_related = ("club",)
    fields = ("club", "policy", "minimum_games", "inactive_days", "state", "rated_at")
    readonly_fields = ("club", "state", "rated_at")

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        made = super().get_form(request, obj, change, **kwargs)
        if obj is not None and issubclass(made, forms.ModelForm):
            made.base_fields["policy"].initial = obj.policy
        return made

    def has_add_permission(self, request: HttpRequest) -> bool:
        """A club's book is there as soon as anything of it is needed."""
        return False

    @admin.display(description="ratings")
    def state(self, book: RatingBook) -> str:
        if book.rated_version >= book.ledger_version:
            return "up to date"
        return f"{book.done} of {book.total} games rated" if book.total else "behind the ledger"
