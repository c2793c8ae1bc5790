"""Logs: a line for people or a JSON object for machines, without any secret in them."""

from __future__ import annotations

import copy
import json
import logging
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TextIO
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.core.exceptions import SuspiciousOperation

HIDDEN = "[hidden]"
_LEAST = 6  # characters: a shorter password would blank out ordinary words


def passwords(urls: Iterable[str]) -> list[str]:
    """Passwords between user and host in URLs, both as written and as decoded."""
    found = [password for url in urls if url and (password := urlsplit(url).password)]
    return list(dict.fromkeys([*found, *map(unquote, found)]))


class Redacting(logging.StreamHandler[TextIO]):
    """Writes to standard error, without the known secrets, wherever they occur.

    The records themselves are unchanged: other handlers see them, too.
    """

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        super().__init__()
        known = {secret for secret in secrets if len(secret) >= _LEAST}
        known |= {json.dumps(secret)[1:-1] for secret in known}  # as it stands in a JSON line
        self._secrets = sorted(known, key=len, reverse=True)

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(_in_one_line(record))
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        return text


def _in_one_line(record: logging.LogRecord) -> logging.LogRecord:
    """Of a database or broker that is away: what to mend, in place of where it was missed.

    Of a request that no browser sends (a foreign Host, say): what it was, and no traceback.
    """
    if not record.exc_info:
        return record
    if isinstance(record.exc_info[1], SuspiciousOperation):
        short = copy.copy(record)
        short.exc_info = short.exc_text = None
        return short
    from config.outage import complaint  # the settings, which configure this, are read now

    line = next(filter(None, map(complaint, _chain(record.exc_info[1]))), "")
    if not line:
        return record
    short = copy.copy(record)
    short.msg, short.args = "%s: %s", (record.getMessage(), line)
    short.exc_info = short.exc_text = None
    return short


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An error and what it was raised from."""
    while error is not None:
        yield error
        error = error.__cause__


def json_formatter() -> logging.Formatter:
    """A JSON object a record: time, level, logger, event, and the run and request at work."""
    import structlog  # lines for people need none of it

    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            structlog.contextvars.merge_contextvars,
            structlog.stdlib.add_logger_name,
            structlog.stdlib.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
        ],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
    )


@contextmanager
def at_work(**names: object) -> Iterator[None]:
    """JSON lines that are logged in the block hold these, a run or a request."""
    if "json" not in settings.LOGGING["formatters"]:
        yield  # structlog imports a library for terminals where there is one: .1 s, 9 MiB
        return
    from structlog.contextvars import bound_contextvars

    with bound_contextvars(**names):
        yield


_FORMATTERS: Mapping[str, Mapping[str, Any]] = {
    "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
    "json": {"()": json_formatter},
}


def settings_of(kind: str, secrets: Iterable[str]) -> Mapping[str, Any]:
    """Django's LOGGING: what goes wrong in a request is told where the server runs, always."""
    handlers = {"handlers": ["stderr"], "propagate": False}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {kind: _FORMATTERS[kind]},
        "handlers": {
            "stderr": {"()": Redacting, "secrets": list(secrets), "formatter": kind},
        },
        "loggers": {
            "django.request": {**handlers, "level": "ERROR"},
            "django.security": {**handlers, "level": "ERROR"},
            "axes": {**handlers, "level": "WARNING"},
            # It would make a handler of its own, which knows of no secrets.
            "django-q": {**handlers, "level": "INFO"},
            "config.runs.tasks": {**handlers, "level": "INFO"},
        },
        "root": {"handlers": ["stderr"], "level": "INFO" if kind == "json" else "WARNING"},
    }
