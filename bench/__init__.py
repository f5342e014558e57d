"""Measurements, run by `manage.py bench`; never timed tests. MODULES lists them in the order in which they run."""

MODULES: tuple[str, ...] = (
    "dealing",
    "matchpoints",
    "recompute",
    "swiss_draw",
    "printing",
    "round_trip",
    "live",
    "flood",
    "suspicions",
)
