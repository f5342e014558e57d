"""The event file: one JSON document that holds a whole event (docs/event-file.md), and tables of entries
or results.

Owns: reading, writing and scoring of event files, reading and writing of CSV tables.
Never does: touch a database; tournaments/services/ does that with what is read here.
"""

from tournaments.eventfile.model import EventFile
from tournaments.eventfile.parse import loads
from tournaments.eventfile.standings import score
from tournaments.eventfile.writing import dumps

__all__ = ["EventFile", "dumps", "loads", "score"]
