"""Timing and telling: several runs, the median, and the ratio to a peer measured in turn with it."""

import gc
import statistics
import time
from collections.abc import Callable, Sequence


def seconds(work: Callable[[], object]) -> float:
    """Wall-clock seconds of one run."""
    gc.collect()
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def median(work: Callable[[], object], runs: int = 5) -> float:
    """Median seconds of several runs after one that is not counted."""
    work()
    return statistics.median(seconds(work) for _ in range(runs))


def beside(ours: Callable[[], object], peer: Callable[[], object], runs: int = 5) -> tuple[float, float]:
    """Median seconds of both, run in turn so that a busy machine slows them alike."""
    ours(), peer()
    pairs = [(seconds(ours), seconds(peer)) for _ in range(runs)]
    return statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs)


def percentile(values: Sequence[float], percent: int) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def row(what: str, *figures: str) -> None:
    """One line of the report."""
    print(f"  {what:<58}" + "".join(f"{figure:>22}" for figure in figures), flush=True)
