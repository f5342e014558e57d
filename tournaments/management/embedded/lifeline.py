"""No process of ours outlives the one that started it, even when that one is killed.

Linux tells a child of its parent's death (PR_SET_PDEATHSIG). Elsewhere a killed parent can leave children
behind; an ordinary end takes them along on every system.
"""

import ctypes
import os
import signal
import sys
from collections.abc import Callable
from typing import Final

ENVIRONMENT: Final = "DIRECTOR_DIE_WITH_PARENT"
_PR_SET_PDEATHSIG: Final = 1


def before_exec(sent: int = signal.SIGTERM) -> Callable[[], None] | None:
    """For `subprocess.Popen(preexec_fn=…)`: the child receives `sent` when the calling thread's process
    ends.
    """
    if sys.platform != "linux":
        return None
    libc, parent = (
        ctypes.CDLL(None),
        os.getpid(),
    )  # loaded here: nothing may be imported between fork and exec

    def prepare() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, sent)
        if os.getppid() != parent:  # it died before the line above
            os._exit(1)

    return prepare


def die_with_parent() -> None:
    """Ask for the same in a process that something else started (a web server's own worker), where it is
    wanted.
    """
    if sys.platform == "linux" and os.environ.get(ENVIRONMENT):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
