"""Logs: a line for people or a JSON object for machines, without any secret in them."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

import structlog

HIDDEN = "[hidden]"
_LEAST = 6  # characters: a shorter password would blank out ordinary words


def passwords(urls: Iterable[str]) -> list[str]:
    """What stands between user and host in addresses, as it is written there and as it is sent."""
    found = [password for url in urls if url and (password := urlsplit(url).password)]
    return list(dict.fromkeys([*found, *map(unquote, found)]))


class Redaction(logging.Filter):
    """Takes known secrets out of what is logged, wherever they stand in it."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        super().__init__()
        known = {secret for secret in secrets if len(secret) >= _LEAST}
        self._secrets = sorted(known, key=len, reverse=True)

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        if record.exc_info and not record.exc_text:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
        record.msg, record.args = self.clean(message), None
        if record.exc_text:
            record.exc_text = self.clean(record.exc_text)
            record.exc_info = None
        return True

    def clean(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        return text


def json_formatter() -> logging.Formatter:
    """A JSON object a record: time, level, logger, event, and the run and request at work."""
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            structlog.contextvars.merge_contextvars,
            structlog.stdlib.add_logger_name,
            structlog.stdlib.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _exception,
        ],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
    )


def _exception(_logger: Any, _name: str, event: Any) -> Any:
    record = event.get("_record")
    if record is not None and record.exc_text:
        event["exception"] = record.exc_text
    return event


def settings_of(kind: str, secrets: Iterable[str]) -> Mapping[str, Any]:
    """Django's LOGGING: what goes wrong in a request is told where the server runs, always."""
    handlers = {"handlers": ["stderr"], "propagate": False}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"redaction": {"()": Redaction, "secrets": list(secrets)}},
        "formatters": {
            "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
            "json": {"()": json_formatter},
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": kind,
                "filters": ["redaction"],
            }
        },
        "loggers": {
            "django.request": {**handlers, "level": "ERROR"},
            "django.security": {**handlers, "level": "ERROR"},
            "axes": {**handlers, "level": "WARNING"},
            # It would make a handler of its own, which knows of no secrets.
            "django-q": {**handlers, "level": "INFO"},
        },
        "root": {"handlers": ["stderr"], "level": "INFO" if kind == "json" else "WARNING"},
    }
