"""Ranked tables: games that four players sit down to, their seats, deals, endings and stakes."""
