"""The rows that a run left, in a form in which those of two runs can be compared."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import models

from config.runs.models import Run

from .scenarios import Scenario

LOGS = {"runs.event", "runs.llmcall", "runs.modelanswer"}
"""They tell what happened, and that is not the same in two runs."""
CLOCKS: Mapping[str, Sequence[str]] = {
    "runs.run": (
        "fence", "lease_until", "worker", "crashes", "code_version", "queued_at", "woken_at",
        "started_at", "finished_at",
    ),
    "runs.step": ("fence", "seconds", "finished_at"),
}  # fmt: skip

Row = dict[str, Any]
Found = dict[str, list[Row]]
_Key = tuple[str, Any]


def rows_of(run: Run, scenario: Scenario) -> Found:
    """The rows of a run and of its subject, by model, without ids and clocks, in a fixed order."""
    subject = scenario.subject._default_manager.get(pk=run.subject_id)
    collected: dict[_Key, models.Model] = {}
    for root in (run, subject):
        _collect(root, collected)
    told = _Telling(collected, scenario)
    found: Found = {}
    for row in collected.values():
        found.setdefault(row._meta.label_lower, []).append(told.row(row))
    if scenario.certified is not None and run.status == Run.Status.DONE:
        found["certificate"] = [told.value(scenario.certified(subject))]
    return {label: sorted(rows, key=_text) for label, rows in sorted(found.items())}


def _collect(row: models.Model, found: dict[_Key, models.Model]) -> None:
    """The row, and all that refer to it or to one that does."""
    key = _key(row)
    if key in found or row._meta.label_lower in LOGS:
        return
    found[key] = row
    for relation in row._meta.related_objects:
        if relation.many_to_many:
            continue
        others = relation.related_model._base_manager
        for other in others.filter(**{relation.field.name: row.pk}):
            _collect(other, found)


class _Telling:
    """Rows as plain values; another row of the same run is told by what it holds itself."""

    def __init__(self, collected: Mapping[_Key, models.Model], scenario: Scenario) -> None:
        self._collected = collected
        self._clocks = {**CLOCKS, **scenario.clocks}
        self._keys = set(scenario.keys)
        self._digests: dict[_Key, str] = {}

    def row(self, row: models.Model) -> Row:
        left_out = self._clocks.get(row._meta.label_lower, ())
        told: Row = {}
        fields: list[Any] = row._meta.get_fields()
        for field in fields:
            if not field.concrete or field.name in left_out or _is_clock(field):
                continue
            if field.many_to_many:
                others = getattr(row, field.name).values_list("pk", flat=True)
                told[field.name] = sorted(self._other(field, each) for each in others)
            elif field.is_relation:
                other = getattr(row, field.attname)
                told[field.name] = None if other is None else self._other(field, other)
            else:
                told[field.name] = self.value(getattr(row, field.name))
        return told

    def value(self, value: Any) -> Any:
        """Plain, without the keys that no two runs have alike."""
        if isinstance(value, dict):
            return {k: self.value(v) for k, v in value.items() if k not in self._keys}
        if isinstance(value, list):
            return [self.value(one) for one in value]
        if isinstance(value, (bytes, memoryview)):
            return hashlib.sha256(value).hexdigest()
        return value if isinstance(value, (str, int, float, bool, type(None))) else str(value)

    def _other(self, field: Any, pk: Any) -> str:
        """The row that a field names by its key: nothing is read again for it."""
        key = field.related_model._meta.label_lower, pk
        if key not in self._collected:
            return f"{key[0]} {key[1]}"
        if key not in self._digests:
            self._digests[key] = "itself"  # where rows refer to each other in a ring
            told = hashlib.sha256(_text(self.row(self._collected[key])).encode()).hexdigest()[:16]
            self._digests[key] = f"{key[0]} {told}"
        return self._digests[key]


def _is_clock(field: Any) -> bool:
    return bool(
        field.primary_key
        or getattr(field, "auto_now", False)
        or getattr(field, "auto_now_add", False)
    )


def _key(row: models.Model) -> _Key:
    return row._meta.label_lower, row.pk


def _text(row: Row) -> str:
    return json.dumps(row, sort_keys=True, ensure_ascii=False)
