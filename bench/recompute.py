"""Recompute of the standings with reading and writing, beside the least it could cost: reading the rows it needs."""

from bench.events import big_event, fresh_database
from bench.measure import beside, row
from tournaments.models import BoardSnapshot, Event, Result, StandingsSnapshot
from tournaments.services.standings import recompute_standings

BOARDS = 26


def main() -> None:
    fresh_database()
    row("26 boards ×", "full", "one result later", "beside reading rows")
    for tables in (16, 100, 1_000):
        event = big_event(tables, BOARDS)
        recompute_standings(event.pk)

        def full(event: Event = event) -> None:
            StandingsSnapshot.objects.filter(event=event).update(version=0, data={})
            BoardSnapshot.objects.filter(event=event).delete()
            recompute_standings(event.pk)

        def one_more(event: Event = event) -> None:
            event.refresh_from_db()
            event.results_version += 1
            event.save(update_fields=["results_version"])
            Result.objects.filter(pk=event.results.values_list("pk", flat=True)[:1][0]).update(
                event_version=event.results_version
            )
            recompute_standings(event.pk)

        def read(event: Event = event) -> None:
            list(event.results.order_by("pk").values_list("board", "ns_id", "ew_id", "ns_score", "ew_score"))

        runs = 3 if tables == 1_000 else 9
        whole, least = beside(full, read, runs)
        step, _ = beside(one_more, read, runs)
        row(
            f"{tables:,} tables",
            f"{1_000 * whole:.0f} ms",
            f"{1_000 * step:.0f} ms",
            f"{whole / least:.1f} / {step / least:.1f} ×",
        )
