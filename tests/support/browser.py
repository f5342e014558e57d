"""Where the Chromium of this machine is, and how it is started for tests."""

import os
import shutil
from pathlib import Path
from typing import Any, Final

NAMES: Final = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "msedge")
PLACES: Final = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
ARGUMENTS: Final = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find() -> str | None:
    """The path of a Chromium: CHROMIUM, else by name on PATH, else in the usual places; None when there is none."""
    if named := os.environ.get("CHROMIUM"):
        return named
    on_path = (shutil.which(name) for name in NAMES)
    return next((path for path in on_path if path), None) or next(
        (place for place in PLACES if Path(place).exists()), None
    )


def launch_arguments() -> dict[str, Any]:
    """What Playwright's `launch` takes. Raises RuntimeError when the machine has no Chromium."""
    path = find()
    if path is None:
        raise RuntimeError(
            "No Chromium found: install it (Debian: apt-get install chromium) or set CHROMIUM to its path."
        )
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    # Chromium's sandbox refuses to run as root; the pages it opens here are our own.
    return {"executable_path": path, "args": [*ARGUMENTS, *(["--no-sandbox"] if as_root else [])]}
