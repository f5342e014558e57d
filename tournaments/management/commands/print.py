"""`manage.py print DOCUMENT EVENT`: a sheet as PDF, as the event's director sees it."""

from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import CommandError, CommandParser

from tournaments.management.base import COMMAND_LINE, DirectorCommand, find_event
from tournaments.printing import DOCUMENTS, Order, file_name, print_document
from tournaments.printing_cards import print_entry_cards, print_table_cards, print_table_tents
from tournaments.sheets import PageSize

CARDS = {
    "table-cards": print_table_cards,
    "entry-cards": print_entry_cards,
    "table-tents": print_table_tents,
}


def _site(said: str) -> str:
    """The address phones open, as it goes into the codes."""
    if not said.startswith(("http://", "https://")):
        raise CommandError(
            "Say with --site which address phones open, such as http://192.168.1.20:8000; `up` prints it.",
            returncode=2,
        )
    return said


class Command(DirectorCommand):
    help = "Write a sheet of an event as PDF. It shows what a director may see, hidden deals included."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("document", choices=[*DOCUMENTS, *CARDS])
        parser.add_argument("event", help="an event's number, or tournament/event as in its address")
        parser.add_argument("--paper", choices=[str(size) for size in PageSize], default=str(PageSize.A4))
        parser.add_argument(
            "--board", type=int, action="append", default=[], help="only this board; may be repeated"
        )
        parser.add_argument(
            "--round",
            type=int,
            help="only this round; pairings and blank score sheets are else of the latest one",
        )
        parser.add_argument(
            "--site",
            default="",
            help="for codes: the address that phones open, such as http://192.168.1.20:8000; cards and tents need it, "
            "travellers and slips have no code without it",
        )
        parser.add_argument(
            "--duplex", action="store_true", help="for two-sided paper: each card begins on a front page"
        )
        parser.add_argument(
            "--prizes",
            type=int,
            default=0,
            help="how many places of each list standings mark as prize places",
        )
        parser.add_argument(
            "--tables",
            type=int,
            default=0,
            help="of ranked tables: how many there are to be; each gets a code",
        )
        parser.add_argument("--output", help="where to write; otherwise a file named after the event")

    def run(self, **options: Any) -> str:
        event = find_event(options["event"])
        order = Order(
            event=event,
            # whoever can run commands can read the database: the director's view hides nothing from them
            viewer=User(username="command line", is_superuser=True, is_active=True),
            page_size=PageSize(options["paper"]),
            boards=tuple(options["board"]),
            round_number=options["round"],
            site=_site(options["site"]) if options["site"] else "",
            duplex=options["duplex"],
            prizes=options["prizes"],
            tables=max(0, options["tables"]),
        )
        target = Path(options["output"] or file_name(options["document"], event))
        if options["document"] in CARDS:
            print_cards = CARDS[options["document"]]
            made = print_cards(event, _site(options["site"]), COMMAND_LINE, order.page_size, order.tables)
        else:
            made = print_document(options["document"], order)
        try:
            target.write_bytes(made)
        except OSError as error:
            raise CommandError(f"{target} cannot be written: {error.strerror}.", returncode=2) from None
        return f"Wrote {target}."
