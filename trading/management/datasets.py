"""Datasets as the commands print them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _


def prices_as_text(report: dict[str, Any]) -> str:
    """A price dataset for a person to read: its extent, segments and warnings."""
    return "\n".join(_prices(report))


def rows_as_text(report: dict[str, Any]) -> str:
    """An auxiliary dataset for a person to read."""
    head = _("%(ticker)s %(kind)s v%(version)s: %(rows)s rows, %(from)s to %(to)s") % report
    return "\n".join([head, *_origin(report), *_repeated(report)])


def _prices(report: dict[str, Any]) -> Iterator[str]:
    adjusted = _("adjusted") if report["adjusted"] else _("not adjusted")
    yield _(
        "%(ticker)s v%(version)s: %(bars)s bars of %(frequency)s, %(from)s to %(to)s, %(adjusted)s"
    ) % {**report, "adjusted": adjusted}
    yield "  " + report["calendar"]["message"]
    if report["timezone"]:
        yield "  " + _("times are those of %(timezone)s") % report
    yield from _origin(report)
    names = {
        "train": _("train"),
        "validation": _("validation"),
        "holdout": _("sealed holdout"),
    }
    for name, segment in report["segments"].items():
        bars = _("%(bars)s bars") % segment
        yield f"  {names[name]:<16}{segment['from']} – {segment['to']}  {bars}"
    for warning in report["warnings"]:
        yield "  " + _("warning: %(message)s") % warning
    yield from _repeated(report)


def _origin(report: dict[str, Any]) -> Iterator[str]:
    yield "  " + _("source: %(source)s") % report
    if report["licence"]:
        yield "  " + _("licence: %(licence)s") % report
    yield f"  sha256: {report['sha256']}"


def _repeated(report: dict[str, Any]) -> Iterator[str]:
    if not report.get("created", True):
        yield "  " + _("nothing new: the same content is stored as this version already")
