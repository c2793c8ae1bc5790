from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from config.runs.console import at_least_one
from config.runs.models import Run

COLUMNS = ("id", "kind", "subject", "status", "steps", "age", "error")


class Command(BaseCommand):
    help = _("List the runs, the newest first.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--status", choices=Run.Status.values, help=_("only these"))
        parser.add_argument(
            "--limit", type=at_least_one, default=20, help=_("the maximum number (default: 20)")
        )
        parser.add_argument("--json", action="store_true", help=_("as one JSON array"))

    def handle(self, *args: Any, **options: Any) -> None:
        runs = Run.objects.with_steps().order_by("-id")
        if options["status"]:
            runs = runs.filter(status=options["status"])
        now = timezone.now()
        rows = [row(run, now) for run in runs[: options["limit"]]]
        self.stdout.write(json.dumps(rows, ensure_ascii=False) if options["json"] else table(rows))


def row(run: Run, now: datetime) -> dict[str, Any]:
    """One run as listed; `age` in whole seconds since it was created."""
    return {
        "id": run.pk,
        "kind": run.kind,
        "subject": run.subject_id,
        "status": run.status,
        "steps": run.step_count,  # type: ignore[attr-defined]  # from with_steps()
        "age": max(round((now - run.created_at).total_seconds()), 0),  # clocks are set back
        "error": run.error,
    }


def table(rows: list[dict[str, Any]]) -> str:
    """The rows in aligned columns under their names."""
    if not rows:
        return _("no runs")
    head = [_("id"), _("kind"), _("subject"), _("status"), _("steps"), _("age"), _("error")]
    lines = [head, *(cells(each) for each in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(COLUMNS))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def cells(each: dict[str, Any]) -> list[str]:
    shown = {**each, "status": Run.Status(each["status"]).label, "age": duration(each["age"])}
    return [str(shown[column]) for column in COLUMNS]


def duration(seconds: int) -> str:
    """`45s`, `12m`, `3h`, `2d`: the largest unit that fits."""
    for unit, size in (("d", 86_400), ("h", 3_600), ("m", 60)):
        if seconds >= size:
            return f"{seconds // size}{unit}"
    return f"{seconds}s"
