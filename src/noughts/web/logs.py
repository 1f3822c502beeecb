"""Logs as lines of JSON for programs; people can use `| jq`."""

import logging
from datetime import UTC, datetime

import orjson

#: The attributes of every record; others were given as `extra` and become fields.
_USUAL = {*vars(logging.makeLogRecord({})), "message", "asctime", "taskName", "color_message"}


class JsonLines(logging.Formatter):
    """One JSON object per line.

    >>> usual = {"created": 0, "levelname": "INFO", "msg": "request"}
    >>> print(JsonLines().format(logging.makeLogRecord({**usual, "status": 200})))
    {"time":"1970-01-01T00:00:00+00:00","level":"info","event":"request","status":200}
    """

    def format(self, record: logging.LogRecord) -> str:
        """Write the record's time, level, event and extra fields."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in _USUAL}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return orjson.dumps(line, default=str).decode()


def set_up(level: str) -> None:
    """Log everything from this level upwards to stderr."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # Clients' mistakes are not warnings, and uvicorn's advice on them is misleading.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
