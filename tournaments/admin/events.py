"""Events in the admin: settings, and on each event's page the deeds of an evening in their order."""

from http import HTTPStatus
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import models, transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse

from tournaments.admin.base import ServiceAdmin, actor_of, show_faults
from tournaments.admin.event_deeds import EVENT_DEEDS, Done, EventDeed
from tournaments.admin.event_form import EventForm
from tournaments.admin.sight import sees_every_board
from tournaments.eventfile import dumps
from tournaments.models import Event, StandingsSnapshot, Tournament
from tournaments.printing import Order, documents_of, file_name, print_document
from tournaments.services.actors import clubs_where
from tournaments.services.errors import ConflictError, ServiceError, TooLargeError
from tournaments.services.event_export import export_event
from tournaments.services.progress import missing_results
from tournaments.services.visibility import visible_boards
from tournaments.sheets import PageSize

SHOWN_MISSING = 60


@admin.register(Event)
class EventAdmin(ServiceAdmin):
    club_path = "tournament__club"
    form = EventForm
    change_form_outer_before_template = "admin/tournaments/event/deeds.html"
    list_display = ("name", "tournament", "kind", "status", "entries_in", "results_in", "standings_lag")
    list_filter = ("status", "kind", "tournament")
    search_fields = ("name", "tournament__name")

    def get_fields(self, request: HttpRequest, obj: Event | None = None) -> tuple[Any, ...]:
        shared = (
            "rules_text",
            ("winners", "neuberg"),
            "tie_breaks_text",
            "traveller_secrecy",
            "expected_scores",
        )
        return ("tournament", "name", *shared) if obj is None else (*shared, "reason")

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.related_model is Tournament:
            kwargs["queryset"] = Tournament.objects.filter(club__in=clubs_where(request.user, self.deed))
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Event]:
        found = super().get_queryset(request).select_related("tournament__club", "snapshot")
        return found.annotate(entries_in=models.Count("entries", distinct=True))

    @admin.display(description="entries", ordering="entries_in")
    def entries_in(self, event: Any) -> int:
        count: int = event.entries_in
        return count

    @admin.display(description="results")
    def results_in(self, event: Event) -> str:
        progress = _snapshot(event).data.get("progress", {})
        return f"{progress.get('entered', 0)} of {progress.get('due', 0)}"

    @admin.display(description="standings")
    def standings_lag(self, event: Event) -> str:
        behind = event.results_version - _snapshot(event).version
        return "up to date" if behind <= 0 else f"{behind} changes behind"

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view
        own = [
            path("<int:pk>/do/<slug:name>/", view(self.do), name="tournaments_event_do"),
            path("<int:pk>/print/<slug:name>/", view(self.print_sheet), name="tournaments_event_print"),
            path("<int:pk>/event-file/", view(self.event_file), name="tournaments_event_file"),
        ]
        return own + super().get_urls()

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        event = self.get_object(request, object_id)
        extra = {**(extra_context or {}), **(_panel(event) if isinstance(event, Event) else {})}
        return super().change_view(request, object_id, form_url, extra)

    def response_add(
        self, request: HttpRequest, obj: Event, post_url_continue: str | None = None
    ) -> HttpResponse:
        """A new event's own page is where its evening goes on."""
        if not {"_addanother", "_continue", "_popup"}.isdisjoint(request.POST):
            return super().response_add(request, obj, post_url_continue)
        messages.success(request, f"{obj.name}: added. Next come its entries, its boards and its draw.")
        return HttpResponseRedirect(reverse("admin:tournaments_event_change", args=[obj.pk]))

    def do(self, request: HttpRequest, pk: int, name: str) -> HttpResponse:
        """One deed: its form, and on POST the deed itself."""
        event = self._event(request, pk)
        deed = EVENT_DEEDS.get(name)
        if deed is None:
            raise Http404(f"There is no deed “{name}”.")
        form = deed.form(request.POST, request.FILES) if request.method == "POST" else deed.form()
        done, status = None, HTTPStatus.OK
        if form.is_valid():
            done, status = _run(deed, event, form, request)
            if done is not None and done.changed:
                messages.success(request, done.said)
                return HttpResponseRedirect(reverse("admin:tournaments_event_change", args=[pk]))
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": deed.title,
            "subtitle": event.name,
            "event": event,
            "deed": deed,
            "form": form,
            "done": done,
        }
        return TemplateResponse(request, "admin/tournaments/event/deed.html", context, status=status)

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


def _run(deed: EventDeed, event: Event, form: Any, request: HttpRequest) -> tuple[Done | None, HTTPStatus]:
    """The deed, or its faults at the form and the status of an answer that refuses."""
    try:
        with transaction.atomic():
            _refuse_unfit(deed, event, request)
            return deed.run(event, form.cleaned_data, actor_of(request)), HTTPStatus.OK
    except ServiceError as error:
        show_faults(form, error)
        # a form that is shown again with what is wrong in it is an ordinary page
        loud = isinstance(error, ConflictError | TooLargeError)
        return None, HTTPStatus(error.status) if loud else HTTPStatus.OK


def _refuse_unfit(deed: EventDeed, event: Event, request: HttpRequest) -> None:
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


def _panel(event: Event) -> dict[str, Any]:
    """What stands above the settings: deeds that fit, sheets, and the results that are missing."""
    missing = missing_results(event)
    return {
        "deeds": {name: deed for name, deed in EVENT_DEEDS.items() if deed.fits(event)},
        "documents": list(documents_of(event)),
        "missing": missing[:SHOWN_MISSING],
        "missing_count": len(missing),
    }
