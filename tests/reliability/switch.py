"""An app that makes SQLite refuse writes, in every process at once, while a file is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.db.backends.signals import connection_created


class SwitchConfig(AppConfig):
    name = "tests.reliability.switch"
    label = "switch"

    def ready(self) -> None:
        connection_created.connect(_obey, dispatch_uid="switch")


def _obey(connection: Any, **_more: Any) -> None:
    connection.execute_wrappers.append(_look_first)


def _look_first(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    refuses = int((settings.DATA_DIR / "read-only").exists())
    context["connection"].connection.execute(f"PRAGMA query_only = {refuses}")
    return execute(sql, params, many, context)
