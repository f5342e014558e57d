"""The director's desk: running an evening from one place.

Owns: what the desk shows and the forms it takes; one module a part, each with its own addresses.
Never does: decide (services do), draw for players (the pages around it), keep records (the admin).
Terms: *desk*, these pages; *part*, one of them, such as entries or rulings; *subject*, what somebody has open.
"""
