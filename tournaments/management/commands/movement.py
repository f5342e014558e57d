"""`manage.py movement`: build a movement and prove it, list the kinds, propose some, or check a file.

Needs no database. Anything that cannot be done is one sentence on standard error, and exit code 2; a file
whose movement breaks a rule is shown and ends with exit code 1.
"""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.draws.movement import Movement, MovementError
from tournaments.draws.propose import propose
from tournaments.draws.prover import prove
from tournaments.draws.registry import find_kind
from tournaments.draws.text import kinds_text, movement_text, proposals_text

_LARGEST_FILE = 20_000_000
"""Bytes; more than the largest movement that can be read takes."""


class Command(BaseCommand):
    help = "Print a movement (who meets whom, where, on which boards) with what the prover finds."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("kind", nargs="?", help="a kind of movement; --list shows all")
        for name, text in (
            ("pairs", "number of pairs"),
            ("boards", "most boards in play"),
            ("rounds", "number of rounds"),
            ("boards-per-round", "boards a table plays in a round"),
            ("switched", "rounds with the arrow switched (arrow-switch only)"),
            ("minutes", "minutes there are (with --propose)"),
            ("minutes-per-board", "minutes a board takes (with --propose)"),
        ):
            parser.add_argument(f"--{name}", metavar="N", help=text)
        parser.add_argument("--json", action="store_true", help="print JSON")
        parser.add_argument("--list", action="store_true", help="list the kinds and the sizes they offer")
        parser.add_argument("--propose", action="store_true", help="propose movements, best first")
        parser.add_argument("--check", metavar="FILE", help="prove a movement from a JSON file")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            text, usable = _answer(options)
        except MovementError as error:
            raise CommandError(str(error), returncode=2) from error
        self.stdout.write(text)
        if not usable:
            raise CommandError("This movement may not be used: it has fatal findings.", returncode=1)


def _answer(options: dict[str, Any]) -> tuple[str, bool]:
    """The text to print, and False when it shows a movement that may not be used."""
    if options["list"]:
        return kinds_text(), True
    if options["check"]:
        return _shown(_read(Path(options["check"])), options)
    pairs = _whole(options, "pairs")
    if pairs is None:
        raise MovementError("Say how many pairs there are with --pairs.")
    if options["propose"]:
        return _proposals(pairs, options), True
    if not options["kind"]:
        raise MovementError(
            "Name a kind of movement, such as howell; --list shows all, --propose suggests some."
        )
    kind = find_kind(options["kind"])
    switched = _whole(options, "switched")
    if switched is not None and kind.name != "arrow-switch":
        raise MovementError("Only the kind arrow-switch takes --switched.")
    movement = kind(
        pairs,
        _whole(options, "boards"),
        _whole(options, "rounds"),
        _whole(options, "boards_per_round"),
        switched,
    )
    return _shown(movement, options)


def _shown(movement: Movement, options: dict[str, Any]) -> tuple[str, bool]:
    proof = prove(movement)
    if not options["json"]:
        return movement_text(movement, proof), proof.legal
    value = movement.to_json()
    value["findings"] = [finding.to_json() for finding in (*proof.fatal, *proof.warnings)]
    value["notes"] = [finding.to_json() for finding in proof.notes]
    value["figures"] = proof.figures.to_json()
    return json.dumps(value, ensure_ascii=False), proof.legal


def _proposals(pairs: int, options: dict[str, Any]) -> str:
    limits: dict[str, float] = {}
    if (per_board := _number(options, "minutes_per_board")) is not None:
        limits["minutes_per_board"] = per_board
    proposals = propose(pairs, _whole(options, "boards"), _number(options, "minutes"), **limits)
    if options["json"]:
        return json.dumps({"proposals": [proposal.to_json() for proposal in proposals]}, ensure_ascii=False)
    return proposals_text(proposals)


def _read(path: Path) -> Movement:
    try:
        if path.stat().st_size > _LARGEST_FILE:
            raise MovementError(f"{path} is larger than {_LARGEST_FILE} bytes; that is no movement.")
        return Movement.from_json(json.loads(path.read_text(encoding="utf-8-sig")))
    except OSError as error:
        raise MovementError(f"{path} cannot be read: {error.strerror}.") from error
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise MovementError(f"{path} is not JSON: {error}.") from error


def _whole(options: dict[str, Any], name: str) -> int | None:
    value = options[name]
    if value is None:
        return None
    try:
        return int(value)
    except ValueError as error:
        option = name.replace("_", "-")
        raise MovementError(f"--{option} must be a whole number, not “{str(value)[:40]}”.") from error


def _number(options: dict[str, Any], name: str) -> float | None:
    value = options[name]
    if value is None:
        return None
    try:
        return float(value)
    except ValueError as error:
        option = name.replace("_", "-")
        raise MovementError(f"--{option} must be a number, not “{str(value)[:40]}”.") from error
