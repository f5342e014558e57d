"""The admin: every record, arranged for a director. Whatever has a service is changed through it and nothing else."""

from tournaments.admin import entries, events, history, matches, people, ranked, ratings, results, sign_ins

__all__ = ["entries", "events", "history", "matches", "people", "ranked", "ratings", "results", "sign_ins"]
