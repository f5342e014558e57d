"""Ratings of a club: the ledger of rated games, the fold over it, and what others read of it.

book.py       a club's ratings as one thing: its lock, its choices, what is behind, ratings that are set
ledger.py     games go into the ledger and out of it, in the transaction that ends them
duplicate.py  which games a Pairs or Teams event was
rerating.py   from the ledger to the ratings; folding.py is the arithmetic's order, rows.py reads, bulk.py writes
reading.py    what pages show
"""
