"""What must be there for work to go on. Each check answers "ok" or, in a word, what is wrong."""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Callable, Mapping

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from config.runs import beats, broker

OK = "ok"
logger = logging.getLogger(__name__)


def database() -> str:
    with connection.cursor() as cursor:
        if settings.SQLITE:
            cursor.execute("SELECT 1")
            writable = os.access(connection.settings_dict["NAME"], os.W_OK)
        else:
            cursor.execute("SHOW transaction_read_only")
            writable = cursor.fetchone() == ("off",)
    return OK if writable else "read-only"


def migrations() -> str:
    """Against the files of this code: a site that was updated and not migrated is not ready."""
    executor = MigrationExecutor(connection)
    applied = MigrationRecorder(connection).applied_migrations()
    missing = [key for key in executor.loader.graph.nodes if key not in applied]
    return "not applied" if missing else OK


def queue() -> str:
    return "no answer" if broker.fault() else OK


def worker() -> str:
    return OK if beats.alive() else "no beat"


def disk() -> str:
    free = shutil.disk_usage(settings.DATA_DIR).free
    return OK if free >= settings.MIN_FREE_MIB * 1024 * 1024 else "full"


CHECKS: Mapping[str, Callable[[], str]] = {
    "database": database,
    "migrations": migrations,
    "broker": queue,
    "worker": worker,
    "disk": disk,
}


def ready() -> dict[str, str]:
    """Every check and what it says; why one failed goes to the log, not to whoever asks."""
    return {name: _said(name, check) for name, check in CHECKS.items()}


def _said(name: str, check: Callable[[], str]) -> str:
    try:
        return check()
    except (DatabaseError, OSError) as error:
        logger.warning("not ready: %s: %s", name, " ".join(str(error).split())[:200])
        return "failed"
