"""The boards of an event: dealt from a recorded secret, or imported from PBN."""

from collections.abc import Collection, Sequence

from django.db import transaction

from boards.dealing import ALGORITHM, deal_boards, new_secret
from boards.models import Board, BoardSet
from boards.pbn import PbnBoard, dumps
from scoring.faults import Fault
from tournaments.eventfile.reader import MAX_NUMBER
from tournaments.models import Event, Kind
from tournaments.services.actors import Actor
from tournaments.services.errors import ConflictError, refuse_if
from tournaments.services.events import faults_if_final
from tournaments.services.kinds import faults_if_ranked, faults_of_kind
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.logbook import log
from tournaments.services.queueing import queue_recompute

MOST_BOARDS = 500


def deal_for_event(event_id: int, count: int, actor: Actor, secret: bytes | None = None) -> BoardSet:
    """Deal boards 1 to `count` and give them to the event. The same secret (32 bytes) deals the same boards."""
    if not 1 <= count <= MOST_BOARDS:
        refuse_if(
            [Fault(code="count", message=f"Deal 1 to {MOST_BOARDS} boards, not {count}.", path="boards")]
        )
    with transaction.atomic():
        event = lock_event(event_id)
        # those of a Teams event are dealt round by round, from the secret of `record_secret`
        refuse_if(faults_of_kind(event, Kind.PAIRS))
        _refuse_if_played(event)
        made = _new_set(event, secret)
        deal_more(made, range(1, count + 1))
        _give(event, made, actor, "boards.dealt", {"boards": count, "algorithm": ALGORITHM})
    return made


def extend_boards(event_id: int, count: int, actor: Actor) -> BoardSet:
    """Deal on from the same secret, so that the event has boards 1 to `count`; those that are there stay as they are,
    so this is possible while the event is played. Raises `ServiceError` for boards that were imported."""
    with transaction.atomic():
        event = lock_event(event_id)
        refuse_if([*faults_of_kind(event, Kind.PAIRS), *faults_if_final(event)])
        boards = event.board_set
        if boards is None or not boards.secret:
            message = (
                "Only boards that were dealt here can be dealt on; import a file that holds all of them."
            )
            raise ConflictError(Fault(code="not-dealt", message=message))
        there = set(boards.boards.values_list("number", flat=True))
        most = max(there, default=0)
        if not most < count <= MOST_BOARDS:
            message = f"Boards 1 to {most} are there; deal up to a number from {most + 1} to {MOST_BOARDS}."
            refuse_if([Fault(code="count", message=message, path="boards")])
        deal_more(boards, range(1, count + 1))
        raise_version(event, all_boards=True)
        log(event, actor, "boards.extended", before={"boards": len(there)}, after={"boards": count})
        queue_recompute(event)
    return boards


def record_secret(event_id: int, actor: Actor, secret: bytes | None = None) -> BoardSet:
    """Give a Teams event the secret (32 bytes) that the boards of its rounds will be dealt from. It is drawn when the
    first round is published, unless it is given before."""
    with transaction.atomic():
        event = lock_event(event_id)
        refuse_if(faults_of_kind(event, Kind.TEAMS))
        _refuse_if_played(event)
        return give_secret(event, actor, secret)


def give_secret(event: Event, actor: Actor, secret: bytes | None = None) -> BoardSet:
    """The same for an event that is locked already: an empty set with its secret, new unless it is given."""
    made = _new_set(event, secret)
    _give(event, made, actor, "boards.secret", {"algorithm": ALGORITHM})
    return made


def deal_more(boards: BoardSet, numbers: Collection[int]) -> None:
    """Deal those of `numbers` that a dealt set does not hold yet. An imported set holds what was imported."""
    if not boards.secret:
        return
    there = set(boards.boards.filter(number__in=numbers).values_list("number", flat=True))
    missing = [number for number in numbers if number not in there]
    deals = deal_boards(bytes.fromhex(boards.secret), boards.session, missing)
    Board.objects.bulk_create(
        Board(board_set=boards, number=number, pbn=deal.pbn)
        for number, deal in zip(missing, deals, strict=True)
    )


def _new_set(event: Event, secret: bytes | None) -> BoardSet:
    secret = secret if secret is not None else new_secret()
    return BoardSet.objects.create(
        name=event.name, algorithm=ALGORITHM, secret=secret.hex(), session=f"event {event.pk}"
    )


def import_boards(event_id: int, boards: Sequence[PbnBoard], source: str, actor: Actor) -> BoardSet:
    """Give the event boards that were read from a file."""
    if not boards:
        refuse_if([Fault(code="no-boards", message="The file holds no boards.", path="boards")])
    if max(board.number for board in boards) > MAX_NUMBER or len(boards) > MAX_NUMBER:
        message = f"An event plays at most {MAX_NUMBER} boards, numbered 1 to {MAX_NUMBER}; split the file."
        refuse_if([Fault(code="too-many-boards", message=message, path="boards")])
    with transaction.atomic():
        event = lock_event(event_id)
        _refuse_if_played(event)
        made = BoardSet.objects.create(name=event.name, source=source[:200])
        Board.objects.bulk_create(
            Board(board_set=made, number=board.number, pbn=board.deal.pbn) for board in boards
        )
        _give(event, made, actor, "boards.imported", {"boards": len(boards), "source": source[:200]})
    return made


def export_boards(event: Event, numbers: Collection[int]) -> str:
    """Boards of the event as PBN; `numbers` are those its reader may see (services/visibility.py)."""
    if event.board_set is None:
        return dumps((), event.name)
    found = event.board_set.boards.filter(number__in=numbers).order_by("number")
    return dumps((PbnBoard(board.number, board.deal) for board in found), event.name)


def _refuse_if_played(event: Event) -> None:
    refuse_if([*faults_if_ranked(event), *faults_if_final(event)])
    if event.results.exists():
        raise ConflictError("Results are in, so the boards cannot be replaced.", code="results-in")


def _give(event: Event, made: BoardSet, actor: Actor, action: str, after: dict[str, object]) -> None:
    event.board_set = made
    event.save(update_fields=["board_set"])
    raise_version(event, all_boards=True)
    log(event, actor, action, after=after)
