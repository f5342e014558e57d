"""Measurements, run by `manage.py bench`; never timed tests. MODULES lists them in the order in which they run."""

MODULES: tuple[str, ...] = (
    "dealing",
    "matchpoints",
    "ratings",
    "rerating",
    "recompute",
    "swiss_draw",
    "printing",
    "sheets",
    "round_trip",
    "live",
    "flood",
    "suspicions",
)
