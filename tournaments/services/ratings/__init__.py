"""Ratings: the ledger of rated games, what it does to ratings, and what people may see of them."""
