"""What holds for every template, whichever page shows it."""

import re

from django.conf import settings

LIST_WITH_ROLE = re.compile(r'<[uo]l\b[^>]*\brole="(?:alert|status)"')


def test_no_list_is_an_alert() -> None:
    """With another role a list is none any more, and its items are read out as nobody's: the role stands around it."""
    folders = [folder for engine in settings.TEMPLATES for folder in engine["DIRS"]]
    found = [path for folder in folders for path in folder.rglob("*.html")]
    assert len(found) > 100
    assert [path.name for path in found if LIST_WITH_ROLE.search(path.read_text(encoding="utf-8"))] == []
