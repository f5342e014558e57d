"""What people type: names and notes, and what is wrong with them."""

from scoring.faults import Fault

LONGEST_NAME = 200
LONGEST_NOTE = 500
_JOINERS = "\u200c\u200d"
"""Zero-width joiners belong to some scripts and to many emoji."""
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0" + _JOINERS)
"""Characters that count as printable and show nothing."""


def faults_of_name(name: str, path: str) -> list[Fault]:
    """A name is there, is not too long, and holds nothing that cannot be seen or turns the text around it."""
    if not name.strip() or all(character in _BLANKS or character.isspace() for character in name):
        return [Fault("name-missing", "A name is missing.", path)]
    if len(name) > LONGEST_NAME:
        message = f"A name has at most {LONGEST_NAME} characters; this one has {len(name)}."
        return [Fault("name-too-long", message, path)]
    return _unprintable(name, "A name", "name-unprintable", path)


def faults_of_note(note: str, path: str) -> list[Fault]:
    """The same for a note, which may be empty and may have lines."""
    if len(note) > LONGEST_NOTE:
        message = f"This has at most {LONGEST_NOTE} characters, not {len(note)}; shorten it."
        return [Fault("note-too-long", message, path)]
    return _unprintable(" ".join(note.splitlines()), "A note", "note-unprintable", path)


def faults_of_reason(reason: str, what: str) -> list[Fault]:
    """A reason has to be there, and to be a note; `what` needs it, such as "Lifting a ban"."""
    if not reason.strip():
        return [Fault("reason-missing", f"{what} needs a reason.", "reason")]
    return faults_of_note(reason, "reason")


def _unprintable(text: str, what: str, code: str, path: str) -> list[Fault]:
    if all(character.isprintable() or character in _JOINERS for character in text):
        return []
    return [Fault(code, f"{what} holds a control character; type it again without.", path)]
