"""The form of what is sent and answered: names, types and bounds. No rule of an event is decided here."""
