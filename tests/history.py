"""The database as an earlier release left it, for the tests of a migration."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps


@contextmanager
def before(app: str, migration: str) -> Iterator[StateApps]:
    """The tables as of that migration, with the models of then; afterwards all is migrated anew,
    as the tests that follow share the database."""
    target = [(app, migration)]
    try:
        MigrationExecutor(connection).migrate(target)
        yield MigrationExecutor(connection).loader.project_state(target).apps
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
