"""Public pages of a club's ratings: the leaderboard, and a page for each player."""
