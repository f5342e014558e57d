"""Events in the admin: settings, and on each event's page the deeds of an evening in their order."""

from functools import partial
from http import HTTPStatus
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import models
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import path, reverse

from tournaments.admin import cards_page, draw_page
from tournaments.admin.base import ServiceAdmin, actor_of
from tournaments.admin.deed_page import attempt, show
from tournaments.admin.desk import desk
from tournaments.admin.desk_deeds import DESK_DEEDS, answer
from tournaments.admin.event_deeds import EVENT_DEEDS, Done, EventDeed
from tournaments.admin.event_form import PAIRS_FIELDS, SCORED_FIELDS, EventForm
from tournaments.admin.event_panel import panel
from tournaments.admin.ranked_fields import RANKED_FIELDS
from tournaments.admin.team_fields import TEAM_FIELDS
from tournaments.eventfile import dumps
from tournaments.forms import answer_once
from tournaments.models import Entry, Event, Kind, StandingsSnapshot, Tournament
from tournaments.printing import Order, documents_of, file_name, print_document
from tournaments.services.actors import clubs_where
from tournaments.services.errors import ConflictError, refuse_if
from tournaments.services.event_export import export_event
from tournaments.services.kinds import faults_of_kind
from tournaments.services.visibility import sees_every_board, visible_boards
from tournaments.sheets import PageSize

_SHOWN_FOR = "typeof kind === 'undefined' || kind === '{}'"
_HIDDEN_FOR = "typeof kind === 'undefined' || kind !== '{}'"
"""In the form of a new event, its kind decides which fields are shown; one that is there has no such field."""


@admin.register(Event)
class EventAdmin(ServiceAdmin):
    club_path = "tournament__club"
    form = EventForm
    change_form_outer_before_template = "admin/tournaments/event/deeds.html"
    list_display = ("name", "tournament", "kind", "status", "entries_in", "results_in", "standings_lag")
    list_filter = ("status", "kind", "tournament")
    search_fields = ("name", "tournament__name")

    conditional_fields = {  # noqa: RUF012  # an option of the theme
        **dict.fromkeys(PAIRS_FIELDS, _SHOWN_FOR.format(Kind.PAIRS)),
        **dict.fromkeys(TEAM_FIELDS, _SHOWN_FOR.format(Kind.TEAMS)),
        **dict.fromkeys(RANKED_FIELDS, _SHOWN_FOR.format(Kind.RANKED)),
        **dict.fromkeys(SCORED_FIELDS, _HIDDEN_FOR.format(Kind.RANKED)),
    }

    def get_fields(self, request: HttpRequest, obj: Event | None = None) -> tuple[Any, ...]:
        teams = (("race_boards", "rounds"), ("pairing", "first_round"), "seed_text")
        pairs = (("winners", "neuberg"), "expected_scores")
        ranked = (("lowest_rating", "highest_rating"), "open_seating", ("leaving", "dealing"), "stake")
        if obj is None:
            whole = ("tournament", ("name", "kind"), "rules_text", "rated", *SCORED_FIELDS)
            return (*whole, *teams, *pairs, *ranked)
        if obj.kind == Kind.RANKED:
            return ("rules_text", "rated", *ranked, "reason")
        own = teams if obj.kind == Kind.TEAMS else pairs
        return ("rules_text", "rated", *SCORED_FIELDS, *own, "reason")

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.related_model is Tournament:
            kwargs["queryset"] = Tournament.objects.filter(club__in=clubs_where(request.user, self.deed))
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Event]:
        found = super().get_queryset(request).select_related("tournament__club", "snapshot")
        # counted apart: a join would group by all that stands in the snapshot, once an entry
        rows = Entry.objects.filter(event=models.OuterRef("pk")).order_by().values("event")
        count = models.Subquery(rows.annotate(count=models.Count("pk")).values("count"))
        return found.annotate(entries_in=Coalesce(count, 0))

    @admin.display(description="entries", ordering="entries_in")
    def entries_in(self, event: Any) -> int:
        count: int = event.entries_in
        return count

    @admin.display(description="results")
    def results_in(self, event: Event) -> str:
        progress = _snapshot(event).data.get("progress", {})
        if event.kind == Kind.RANKED:
            return f"{progress.get('entered', 0)} of {progress.get('due', 0)} games"
        return f"{progress.get('entered', 0)} of {progress.get('due', 0)}"

    @admin.display(description="standings")
    def standings_lag(self, event: Event) -> str:
        behind = event.results_version - _snapshot(event).version
        return "up to date" if behind <= 0 else f"{behind} changes behind"

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view
        own = [
            path("<int:pk>/do/<slug:name>/", view(self.do), name="tournaments_event_do"),
            path("<int:pk>/next-round/", view(self.next_round), name="tournaments_event_next_round"),
            path("<int:pk>/desk/", view(self.desk), name="tournaments_event_desk"),
            path("<int:pk>/desk/<slug:name>/", view(self.desk_do), name="tournaments_event_desk_do"),
            path("<int:pk>/cards/", view(self.cards), name="tournaments_event_cards"),
            path("<int:pk>/print/<slug:name>/", view(self.print_sheet), name="tournaments_event_print"),
            path("<int:pk>/event-file/", view(self.event_file), name="tournaments_event_file"),
        ]
        return own + super().get_urls()

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        event = self.get_object(request, object_id)
        extra = {**(extra_context or {}), **(panel(event, request.user) if isinstance(event, Event) else {})}
        return super().change_view(request, object_id, form_url, extra)

    def response_add(
        self, request: HttpRequest, obj: Event, post_url_continue: str | None = None
    ) -> HttpResponse:
        """A new event's own page is where its evening goes on."""
        if not {"_addanother", "_continue", "_popup"}.isdisjoint(request.POST):
            return super().response_add(request, obj, post_url_continue)
        next_come = {
            Kind.PAIRS: "Next come its entries, its boards and its draw.",
            Kind.TEAMS: "Next come its entries, and the draw of round 1.",
            Kind.RANKED: "Next come its table cards; then games are opened at the tables, or at the desk.",
        }[Kind(obj.kind)]
        messages.success(request, f"{obj.name}: added. {next_come}")
        return HttpResponseRedirect(reverse("admin:tournaments_event_change", args=[obj.pk]))

    def do(self, request: HttpRequest, pk: int, name: str) -> HttpResponse:
        """One deed: its form, and on POST the deed itself."""
        return answer_once(request, partial(self._do, request, pk, name))

    def _do(self, request: HttpRequest, pk: int, name: str) -> HttpResponse:
        event = self._event(request, pk)
        deed = EVENT_DEEDS.get(name)
        if deed is None:
            raise Http404(f"There is no deed “{name}”.")
        form = deed.form(request.POST, request.FILES) if request.method == "POST" else deed.form()
        done, status = None, HTTPStatus.OK
        back = reverse("admin:tournaments_event_change", args=[pk])
        if form.is_valid():
            done, status = attempt(form, lambda: _run(deed, event, form.cleaned_data, request))
            if done is not None and done.changed:
                messages.success(request, done.said)
                return HttpResponseRedirect(back)
        shown = {"deed": deed, "about": event.name, "back": back, "form": form, "done": done}
        return show(self, request, shown, status)

    def next_round(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The next round of a Teams event: the draft, and on POST a check of it, or its publication."""
        event = self._event(request, pk)
        if event.kind != Kind.TEAMS:
            raise Http404("Only a Team-of-Four event is drawn round by round.")
        back = reverse("admin:tournaments_event_change", args=[pk])
        shown: dict[str, Any] = {"deed": draw_page.DRAW_DEED, "about": event.name, "back": back}
        template = "admin/tournaments/event/next_round.html"
        if not draw_page.may_look(request, event):
            return show(self, request, {**shown, "refusal": draw_page.PLAYS}, HTTPStatus.FORBIDDEN, template)
        page = draw_page.answer(request, event)
        if page.done is not None:
            messages.success(request, page.done.said)
            return HttpResponseRedirect(back)
        return show(self, request, {**shown, **page.shown()}, page.status, template)

    def desk(self, request: HttpRequest, pk: int) -> HttpResponse:
        """What the tables want, alone: the event's page asks for it every few seconds."""
        event = self._event(request, pk)
        return render(request, "admin/tournaments/event/desk.html", {"desk": desk(event, request.user)})

    def desk_do(self, request: HttpRequest, pk: int, name: str) -> HttpResponse:
        """One answer to a table. Its form stands on the event's page, which is where anybody else is sent."""
        event = self._event(request, pk)
        deed = DESK_DEEDS.get(name)
        if deed is None:
            raise Http404(f"There is no deed “{name}”.")
        back = reverse("admin:tournaments_event_change", args=[pk])
        if request.method != "POST":
            return HttpResponseRedirect(f"{back}#desk")
        return answer(self, request, event, deed, back)

    def cards(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Cards with the tables' codes, and the codes that stand."""
        event = self._event(request, pk)
        back = reverse("admin:tournaments_event_change", args=[pk])
        return cards_page.respond(self, request, event, back)

    def print_sheet(self, request: HttpRequest, pk: int, name: str) -> HttpResponse:
        event = self._event(request, pk)
        if name not in documents_of(event):
            raise Http404(f"There is no sheet “{name}”.")
        size = PageSize.LETTER if request.GET.get("paper") == PageSize.LETTER else PageSize.A4
        order = Order(event=event, viewer=request.user, page_size=size)
        return HttpResponse(
            print_document(name, order),
            content_type="application/pdf",
            headers={"Content-Disposition": f'inline; filename="{file_name(name, event)}"'},
        )

    def event_file(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The backup; it holds every deal, so it is for who may see every deal."""
        event = self._event(request, pk)
        if not visible_boards(event, request.user).directs:
            raise PermissionDenied("Whoever plays in the event cannot have its deals.")
        return HttpResponse(
            dumps(export_event(event)),
            content_type="application/json",
            headers={"Content-Disposition": f'attachment; filename="{event.slug}.json"'},
        )

    def _event(self, request: HttpRequest, pk: int) -> Event:
        event = self.get_queryset(request).filter(pk=pk).first()
        if event is None:
            raise Http404("There is no such event.")
        return event


def _run(deed: EventDeed, event: Event, cleaned: dict[str, Any], request: HttpRequest) -> Done:
    _refuse_unfit(deed, event, request)
    return deed.run(event, cleaned, actor_of(request))


def _refuse_unfit(deed: EventDeed, event: Event, request: HttpRequest) -> None:
    if deed.kind:
        refuse_if(faults_of_kind(event, deed.kind))
    if not deed.fits(event):
        message = (
            f"“{deed.title}” does not fit the event as it stands now; nothing was done. Go back to its page."
        )
        raise ConflictError(message, code="does-not-fit")
    if deed.enters_results and not sees_every_board(request.user, event):
        raise PermissionDenied(
            "Whoever plays in the event cannot enter results of boards that are still hidden from them."
        )


def _snapshot(event: Event) -> StandingsSnapshot:
    return getattr(event, "snapshot", None) or StandingsSnapshot(event=event)
