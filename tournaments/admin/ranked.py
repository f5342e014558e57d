"""Ranked tables in the admin: games, bans and the stakes' ledger, to be read; games are changed at the desk.

Owns: the page of a game, and lifting a ban.
Never does: show cards, the keys of phones, or anything that a game's public page does not tell.
"""

from http import HTTPStatus
from typing import Any, Final

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Prefetch, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextInputWidget

from tournaments.admin.base import LINK, HistoryAdmin, actor_of
from tournaments.admin.deed_page import attempt, show
from tournaments.admin.event_deeds import Done
from tournaments.models import Ban, Game, GameSeat, GameStatus, StakeLine, StandIn
from tournaments.services.ranked.bans import lift_ban
from tournaments.services.ranked.reading import GameView, game_view

_SEATS: Final = ("N", "E", "S", "W")


@admin.register(Game)
class GameAdmin(HistoryAdmin):
    """Games. The list has who began; a game's page has its deals, and leads to the desk."""

    club_path = "event__tournament__club"
    list_display = ("place", "event", "players", "status", "outcome", "rated", "started_at")
    list_filter = ("event", "status", "rated")
    list_select_related = ("event__tournament",)
    search_fields = ("seats__person__name", "=number")
    ordering = ("-event", "-number")
    show_full_result_count = False

    class Media:
        css = {"all": ("css/director.css",)}  # noqa: RUF012  # Django's own form

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        seats = Prefetch("seats", GameSeat.objects.select_related("person"))
        return super().get_queryset(request).prefetch_related(seats)

    @admin.display(description="game, table", ordering="number")
    def place(self, game: Game) -> str:
        return f"{game.number}, table {game.table}"

    @admin.display(description="who began")
    def players(self, game: Game) -> str:
        names = {seat.seat: seat.person.name for seat in game.seats.all()}
        if not names:
            return "nobody sits there"
        north, east, south, west = (names.get(seat, "–") for seat in _SEATS)
        return f"{north} & {south} – {east} & {west}"

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        if request.method != "GET":
            raise PermissionDenied("A game is changed at the desk.")
        game = self.get_queryset(request).filter(pk=object_id).first() if object_id.isdecimal() else None
        if game is None:
            raise Http404("There is no such game.")
        view = game_view(game)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": f"Game {game.number} – {game.event.name}",
            "game": game,
            "view": view,
            "seats": _seats(view),
            "said": _said(view),
            "desk_url": reverse("desk:game", args=[game.event_id, game.number]),
            "stakes": game.stake_lines.select_related("person"),
            "bans": Ban.objects.filter(seat__game=game).select_related("person"),
        }
        return TemplateResponse(request, "admin/tournaments/game/game.html", context)


def _seats(view: GameView) -> list[dict[str, Any]]:
    """Each seat with who began there, and who has filled in."""
    filled: dict[int, list[str]] = {}
    rows = StandIn.objects.filter(seat__game=view.game).select_related("person").order_by("from_deal", "pk")
    for row in rows:
        until = "" if row.last_deal is None else f" to deal {row.last_deal}"
        filled.setdefault(row.seat_id, []).append(f"{row.person.name} from deal {row.from_deal}{until}")
    found = []
    for seat in _SEATS:
        shown = view.seats[seat]
        starter = shown.starter
        found.append(
            {
                "seat": seat,
                "name": starter.person.name if starter else "–",
                "quit": starter.quit_after_deal if starter and starter.quit_at else None,
                "away": shown.away_until,
                "stand_ins": filled.get(starter.pk, []) if starter else [],
            }
        )
    return found


def _said(view: GameView) -> str:
    """How it ended, or what it waits for."""
    game = view.game
    if game.status == GameStatus.OVER:
        said = f"{game.get_outcome_display()}: {game.get_ending_display()}"
    elif game.status == GameStatus.VOID:
        said = "void"
    else:
        said = view.waits_for
    return ". ".join(filter(None, (said[:1].upper() + said[1:].rstrip("."), game.reason)))


class LiftForm(forms.Form):
    reason = forms.CharField(
        required=False,
        max_length=500,
        label=_("Reason"),
        help_text=_("It is kept with the ban, under your name."),
        widget=UnfoldAdminTextInputWidget,
    )


class _Lift:
    title = _("Lift the ban")
    explanation = _("They may sit down to ranked games again at once. What quitting did to a rating stays.")


@admin.register(Ban)
class BanAdmin(HistoryAdmin):
    """Bans, those that hold and those of the past; one that holds can be lifted."""

    club_path = "person__club"
    list_display = ("person", "reason", "since", "until", "state")
    list_filter = ("reason", "person__club")
    list_select_related = ("person__club",)
    search_fields = ("person__name", "person__number")
    ordering = ("-until",)
    fields = ("person", "reason", "since", "until", "game", "state", "lifted_by", "lift_reason", "lift")
    readonly_fields = ("game", "state", "lift")

    @admin.display(description="game")
    def game(self, ban: Ban) -> str | SafeString:
        if ban.seat is None:
            return "–"
        url = reverse("admin:tournaments_game_change", args=[ban.seat.game_id])
        return format_html(
            '<a class="{}" href="{}">{} of {}</a>', LINK, url, ban.seat.game, ban.seat.game.event
        )

    @admin.display(description="state")
    def state(self, ban: Ban) -> str:
        if ban.lifted_at is not None:
            return "lifted"
        return "holds" if ban.since <= timezone.now() < ban.until else "over"

    @admin.display(description="lift it")
    def lift(self, ban: Ban) -> str | SafeString:
        if self.state(ban) != "holds":
            return "–"
        url = reverse("admin:tournaments_ban_lift", args=[ban.pk])
        return format_html('<a class="{}" href="{}">{}</a>', LINK, url, _Lift.title)

    def get_urls(self) -> list[Any]:
        lift = path("<int:pk>/lift/", self.admin_site.admin_view(self.lift_view), name="tournaments_ban_lift")
        return [lift, *super().get_urls()]

    def lift_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The form, and on POST the deed itself."""
        ban = self.get_queryset(request).filter(pk=pk).first()
        if ban is None:
            raise Http404("There is no such ban.")
        back = reverse("admin:tournaments_ban_change", args=[pk])
        form, status = LiftForm(request.POST if request.method == "POST" else None), HTTPStatus.OK
        if form.is_valid():
            done, status = attempt(form, lambda: _lifted(ban, form.cleaned_data["reason"], request))
            if done is not None:
                messages.success(request, done.said)
                return HttpResponseRedirect(back)
        return show(self, request, {"deed": _Lift, "about": str(ban), "back": back, "form": form}, status)


def _lifted(ban: Ban, reason: str, request: HttpRequest) -> Done:
    lift_ban(ban.pk, reason, actor_of(request))
    return Done(f"{ban.person.name} may play ranked games again.")


@admin.register(StakeLine)
class StakeLineAdmin(HistoryAdmin):
    """The stakes' ledger: the lines of each settlement of a game add up to 0, and none is ever changed."""

    club_path = "game__event__tournament__club"
    list_display = ("game", "event", "settlement", "person", "points", "reason", "at")
    list_filter = ("game__event",)
    list_select_related = ("game__event__tournament", "person")
    search_fields = ("person__name",)
    fields = ("game", "settlement", "person", "points", "reason", "at")
    ordering = ("-at", "-pk")

    @admin.display(description="event", ordering="game__event")
    def event(self, line: StakeLine) -> str:
        return str(line.game.event)
