"""What the commands share: a run executed here, and a hypothesis in plain text."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandError, OutputWrapper
from django.utils.translation import gettext as _

from config.runs.execution import execute
from config.runs.models import Run
from config.runs.progress import printer
from hypotheses.domain.types import MAX_REFINEMENTS


def refinements(text: str) -> int:
    """The type of --max-refinements: a wrong value is one line and exit code 2."""
    try:
        number = int(text)
    except ValueError:
        number = -1
    if not 0 <= number <= MAX_REFINEMENTS:
        raise argparse.ArgumentTypeError(
            _("%(text)r: takes a whole number from 0 to %(limit)s")
            % {"text": text, "limit": MAX_REFINEMENTS}
        )
    return number


def execute_here(run: Run, stderr: OutputWrapper) -> Run:
    """Execute a run in this process, its progress on `stderr`. Raises CommandError if it fails."""
    run = execute(run.pk, on_event=printer(stderr))
    if run.status != Run.Status.DONE:
        raise CommandError(
            _("run %(run)s %(status)s: %(error)s")
            % {"run": run.pk, "status": run.get_status_display(), "error": run.error or "-"}
        )
    return run


def as_text(report: dict[str, Any]) -> str:
    """A hypothesis for a person to read: each version, its gaps and what closed them."""
    lines = [
        _("hypothesis %(id)s (%(language)s, %(kind)s): %(text)s")
        % {
            "id": report["id"],
            "language": report["language"],
            "kind": report["input_kind"],
            "text": report["text"],
        }
    ]
    for version in report["versions"]:
        lines += _version(version, report["gaps"])
    lines += _ending(report)
    return "\n".join(lines)


def _version(version: dict[str, Any], gaps: list[dict[str, Any]]) -> Iterator[str]:
    number = version["number"]
    yield f"\n  V{number}  {version['question']}"
    review = version["review"]
    if review is None:
        return
    scores = " ".join(f"{_aspect(aspect)} {s['score']}/2" for aspect, s in review["scores"].items())
    yield f"      {scores}"
    for gap in gaps:
        if gap["closed_in"] == number:
            yield "      + " + _("%(aspect)s closed by “%(words)s”") % {
                "aspect": _aspect(gap["aspect"]),
                "words": gap["closed_by"],
            }
    for item in review["improvements"]:
        yield f"      - {_aspect(item['aspect'])}: {item['gap']}"
        yield f"        {item['suggestion']}"
    for veto in review["vetoes"]:
        yield f"      x {veto['reason']}"
    suggested = [e["text"] for e in version["elements"] if e["origin"] == "suggested"]
    if suggested:
        yield "      ? " + _("assumed: %(parts)s") % {"parts": "; ".join(suggested)}


def _ending(report: dict[str, Any]) -> Iterator[str]:
    decision = next((d for d in report["decisions"] if d["current"]), None)
    yield ""
    if decision:
        forced = " (" + _("forced") + ")" if report["forced"] else ""
        yield f"  => {_status(report['status'])}{forced}. {decision['reason']}"
    else:
        yield f"  => {_status(report['status'])}"
    for gap in report["open_gaps"]:
        yield "     " + _("open: %(aspect)s") % {"aspect": _aspect(gap["aspect"])}
    for warning in report["warnings"]:
        yield "     " + _("warning: %(message)s") % {"message": warning["message"]}


def _aspect(name: str) -> str:
    return {
        "population": _("population"),
        "metrics": _("metrics"),
        "variables": _("variables"),
        "testability": _("testability"),
    }[name]


def _status(name: str) -> str:
    return {
        "approved": _("approved"),
        "rejected": _("rejected"),
        "failed": _("failed"),
        "cancelled": _("cancelled"),
        "queued": _("queued"),
        "running": _("running"),
    }.get(name, name)
