"""The round clock as pages carry it: when it ends, and the words with which a script (clock.js) counts down to that.

Owns: the words.
Never does: count. A page is kept as bytes for as long as nothing changes, so that no second may stand in it; the
script counts, against the server's time and not the phone's.
"""

import json
from dataclasses import dataclass

from django.utils import formats, timezone
from django.utils.translation import gettext, ngettext

from tournaments.pages.viewing import Viewing
from tournaments.services.clock import WARNINGS, Reading, shown_clock


@dataclass(frozen=True, slots=True)
class ClockShown:
    """The clock of round `round`.

    `ends` is in milliseconds since 1970, None while the clock is paused; `left` in seconds (negative when time is
    over) and means something only then. `text` is what can be said without a script; `words` is JSON for clock.js.
    """

    round: int
    ends: int | None
    left: int
    text: str
    words: str


def clock_of(viewing: Viewing) -> ClockShown | None:
    """None where no clock was started; one query, and none unless the event is under way."""
    reading = shown_clock(viewing.event)
    if reading is None:
        return None
    ends = reading.ends_at
    return ClockShown(
        round=reading.round,
        ends=round(ends.timestamp() * 1000) if ends else None,
        left=reading.seconds,
        text=_text(viewing, reading),
        words=json.dumps(_words(reading.round), ensure_ascii=False, separators=(",", ":")),
    )


def _text(viewing: Viewing, reading: Reading) -> str:
    if reading.ends_at is not None:
        local = timezone.localtime(reading.ends_at, viewing.zone)
        return gettext("until %(time)s") % {"time": formats.date_format(local, "H:i")}
    minutes, seconds = divmod(abs(reading.seconds), 60)
    said = _words(reading.round)["paused-over" if reading.seconds < 0 else "paused"]
    return str(said).replace("{time}", f"{minutes}:{seconds:02}")


def _words(round_number: int) -> dict[str, object]:
    """`note` stands beside the clock on the wall while it lasts, `said` is read aloud once, when it begins."""
    values = {"round": round_number}
    return {
        "left": gettext("{time} left"),
        "over": gettext("{time} over time"),
        "paused": gettext("{time} left, paused"),
        "paused-over": gettext("{time} over time, paused"),
        "warnings": [
            {
                "seconds": 60 * minutes,
                "note": ngettext("Under %(n)s minute", "Under %(n)s minutes", minutes) % {"n": minutes},
                "said": ngettext(
                    "%(n)s minute is left in round %(round)s.",
                    "%(n)s minutes are left in round %(round)s.",
                    minutes,
                )
                % {**values, "n": minutes},
            }
            for minutes in WARNINGS
        ],
        "over-note": gettext("Time is over"),
        "over-said": gettext("Time is over in round %(round)s.") % values,
        "paused-note": gettext("The clock stands still"),
    }
