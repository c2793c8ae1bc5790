"""What a database holds in figures and hashes, to compare it with what a backup states."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from config.runs.models import Run, Step


@dataclass(frozen=True)
class Proof:
    """A statement that an app makes about its rows and can recompute from them.

    `state` gives plain JSON, or None when there is nothing to state; `fault` says which part of a
    statement does not hold here, and is empty when all of it does.
    """

    state: Callable[[], Any]
    fault: Callable[[Any], str]


_proofs: dict[str, Proof] = {}


def register(name: str, proof: Proof) -> None:
    """Register a proof. Registering it twice has no further effect."""
    _proofs[name] = proof


def proofs() -> Mapping[str, Proof]:
    return _proofs


def statements() -> dict[str, Any]:
    """What every app states about its rows now."""
    return {name: proof.state() for name, proof in _proofs.items()}


def rows() -> dict[str, int]:
    """How many rows each table holds."""
    found = {}
    with connection.cursor() as cursor:
        for table in sorted(connection.introspection.table_names(cursor)):
            cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")  # noqa: S608
            found[table] = int(cursor.fetchone()[0])
    return found


def migrations() -> list[str]:
    """The migrations that were applied."""
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in applied)


def ledger() -> str:
    """A SHA-256 of all runs, and of their steps with what these put out."""
    seen = hashlib.sha256()
    for row in _runs_and_steps():
        seen.update(json.dumps(row, sort_keys=True).encode() + b"\n")
    return seen.hexdigest()


def _runs_and_steps() -> Iterable[tuple[Any, ...]]:
    yield from (
        Run.objects.order_by("pk")
        .values_list("pk", "kind", "subject_id", "params", "status", "fence", "crashes", "error")
        .iterator()
    )
    yield from (
        Step.objects.order_by("pk")
        .values_list("pk", "run_id", "node", "iteration", "item", "output", "fence")
        .iterator()
    )
