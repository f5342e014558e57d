"""What the log leaves out.

Owns: the tracebacks of refusals. A request that is refused (4xx) is the sender's matter: one line says who was
refused what. The traceback of a failure (5xx) is ours, and stays.
"""

import logging


class WithoutTracebackOfRefusals(logging.Filter):
    """Lets every record pass; those of answers 400 to 499 pass without their traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        if 400 <= getattr(record, "status_code", 0) < 500:
            record.exc_info = record.exc_text = None
        return True
