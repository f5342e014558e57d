"""From the database to an event file: the director's backup (docs/event-file.md).

Owns: which rows become which part of the document. Reads; changes nothing.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain

from django.db.models import Prefetch, Q

from boards.deal import Deal
from scoring.pairs import Winners
from tournaments.draws.movement import Movement
from tournaments.eventfile import model as file
from tournaments.models import (
    EntryPlayer,
    Event,
    Kind,
    PenaltyUnit,
    Person,
    Result,
    ResultState,
    Substitution,
)
from tournaments.services.drawn import drawn_movement
from tournaments.services.progress import due_by_board
from tournaments.services.ranked_export import ranked_games, ranked_info, rating_told
from tournaments.services.result_fields import to_fields
from tournaments.services.team_export import team_matches, team_rounds, teams_info
from tournaments.services.texts import LONGEST_NAME
from tournaments.services.who_plays import substitutions_of


def export_event(event: Event) -> file.EventFile:
    """The whole event, its log and the secret of its boards included, of ranked tables only cards that were played:
    for directors only."""
    called = names_in_file(event)
    if event.kind == Kind.RANKED:
        return file.EventFile(
            event=replace(_event_info(event), ranked=ranked_info(event)),
            people=_people(event, called),
            games=ranked_games(event, called),
            rating=rating_told(event),
            log=_log(event),
        )
    if event.kind == Kind.TEAMS:
        return file.EventFile(
            event=replace(_event_info(event), teams=teams_info(event)),
            people=_people(event, called),
            entries=_entries(event, called),
            boards=_boards(event),
            board_source=_board_source(event),
            rounds=team_rounds(event),
            matches=team_matches(event, called),
            log=_log(event),
        )
    return file.EventFile(
        event=_event_info(event),
        people=_people(event, called),
        entries=_entries(event, called),
        boards=_boards(event),
        board_source=_board_source(event),
        movement=_movement(event),
        rounds=tuple(
            file.RoundInfo(number=number, status=file.RoundStatus(status))
            for number, status in event.rounds.order_by("number").values_list("number", "status")
        ),
        results=tuple(_result(result) for result in _results(event)),
        penalties=_penalties(event),
        log=_log(event),
    )


def _event_info(event: Event) -> file.EventInfo:
    tournament = event.tournament
    return file.EventInfo(
        name=event.name,
        rules=event.rule_set,
        kind=file.EventKind(event.kind),
        slug=event.slug,
        status=file.EventStatus(event.status),
        winners=Winners(event.winners),
        neuberg=event.neuberg,
        tie_breaks=tuple(event.tie_breaks),
        rated=event.rated,
        traveller_secrecy=file.TravellerSecrecy(event.traveller_secrecy),
        provisional_counts=event.provisional_counts,
        tournament=file.TournamentInfo(
            name=tournament.name,
            slug=tournament.slug,
            place=tournament.place,
            starts_on=tournament.starts_on,
            ends_on=tournament.ends_on,
            time_zone=tournament.time_zone,
            club=tournament.club.name,
        ),
    )


def _people(event: Event, called: Mapping[int, str]) -> tuple[file.Person, ...]:
    """Only people of whom more than the name is known; the names stand in the entries."""
    more = ~Q(number="") | Q(is_bot=True) | Q(is_guest=True) | Q(on_leaderboard=False)
    rows = Person.objects.filter(more, pk__in=called)
    people = (
        file.Person(
            name=called[row.pk],
            number=row.number,
            bot=row.is_bot,
            guest=row.is_guest,
            leaderboard=row.on_leaderboard,
        )
        for row in rows
    )
    return tuple(sorted(people, key=lambda one: one.name))


def names_in_file(event: Event) -> dict[int, str]:
    """What the file calls everybody who plays, by key: their name; of several people of one name each with their
    membership number behind it, or else a 2, 3 … that tells them apart."""
    of_event = Q(seats__entry__event=event) | Q(table_seats__table__round__event=event)
    of_event |= Q(substitutions__entry__event=event)
    of_event |= Q(game_seats__game__event=event) | Q(stand_ins__seat__game__event=event)
    out = Substitution.objects.filter(entry__event=event).values("out")
    keys = Person.objects.filter(of_event).values("pk")
    rows = (
        Person.objects.filter(Q(pk__in=keys) | Q(pk__in=out))
        .order_by("pk")
        .values_list("pk", "name", "number")
    )
    bearers = Counter(name for _, name, _ in rows)
    called: dict[int, str] = {}
    taken = {name for name in bearers if bearers[name] == 1}
    for pk, name, number in rows:
        candidates = chain([name] if bearers[name] == 1 else [], [f"{name} ({number})"] if number else [])
        numbered = (f"{name} ({place})" for place in range(2, len(rows) + 3))
        called[pk] = next(
            text[:LONGEST_NAME]
            for text in chain(candidates, numbered)
            if text not in taken or (text == name and bearers[name] == 1)
        )
        taken.add(called[pk])
    return called


def _entries(event: Event, called: Mapping[int, str]) -> tuple[file.Entry, ...]:
    swaps = substitutions_of(event)
    # by a join: asked for key by key, the people of a large event are more than every database takes at once
    seats = Prefetch("seats", EntryPlayer.objects.order_by("position"))
    return tuple(
        file.Entry(
            number=entry.number,
            name=entry.name,
            players=tuple(called[seat.person_id] for seat in entry.seats.all()),
            field=file.Field(entry.field) if entry.field else None,
            withdrawn=entry.withdrawn,
            withdrawn_after=entry.withdrawn_after,
            late_losses=entry.late_losses,
            late_halves=entry.late_halves,
            standby=entry.standby,
            stays_seated=entry.stays_seated,
            checked_in=entry.checked_in_at,
            substitutes=tuple(_substitute(made, called) for made in swaps.get(entry.pk, ())),
        )
        for entry in event.entries.order_by("number").prefetch_related(seats)
    )


def _substitute(made: Substitution, called: Mapping[int, str]) -> file.SubstituteInfo:
    return file.SubstituteInfo(
        out=called[made.out_id],
        into=called[made.into_id],
        round=made.first_round,
        board=made.first_board,
        last_round=made.last_round,
        reason=made.reason,
    )


def _boards(event: Event) -> tuple[file.BoardInfo, ...]:
    expected = {int(number): count for number, count in event.expected_scores.items()}
    deals = {board.number: board.pbn for board in event.board_set.boards.all()} if event.board_set else {}
    # when boards are listed, results may name only these
    played = due_by_board(event) if expected else ()
    return tuple(
        file.BoardInfo(
            number=number,
            deal=Deal.parse(deals[number]) if number in deals else None,
            expected=expected.get(number),
        )
        for number in sorted({*deals, *expected, *played})
    )


def _board_source(event: Event) -> file.BoardSource | None:
    boards = event.board_set
    if boards is None:
        return None
    return file.BoardSource(
        name=boards.name,
        algorithm=boards.algorithm,
        secret=boards.secret,
        session=boards.session,
        source=boards.source,
    )


def _movement(event: Event) -> Movement | None:
    """The draw as it stands, which a director may have changed since the movement was installed."""
    return drawn_movement(event) if event.movement is not None else None


def _results(event: Event) -> list[Result]:
    found = event.results.exclude(state=ResultState.REMOVED).select_related("table__round", "ns", "ew")
    return list(found.order_by("table__round__number", "table__number", "board"))


def _result(result: Result) -> file.Result:
    return file.Result(
        fields=to_fields(result, result.table.round.number, result.table.number),
        status=file.ResultStatus(result.state),
        version=result.version,
        reason=result.reason,
        note=result.note,
    )


def _penalties(event: Event) -> tuple[file.PenaltyInfo, ...]:
    return tuple(
        file.PenaltyInfo(
            entry=penalty.entry.number,
            percent=penalty.amount if penalty.unit == PenaltyUnit.PERCENT else None,
            points=penalty.amount if penalty.unit == PenaltyUnit.POINTS else None,
            reason=penalty.reason,
        )
        for penalty in event.penalties.select_related("entry").order_by("pk")
    )


def _log(event: Event) -> tuple[file.LogLine, ...]:
    return tuple(
        file.LogLine(
            at=line.at,
            actor=line.actor,
            door=line.door,
            action=line.action,
            subject=line.subject,
            before=line.before,
            after=line.after,
            reason=line.reason,
        )
        for line in event.log.order_by("pk")
    )
