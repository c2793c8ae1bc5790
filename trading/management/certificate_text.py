"""A certificate, and the result of its verification, as plain text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from trading.domain.certificate import BODY, HASH, NOT_THERE, Document, Line
from trading.services.certificate import CertificateVerification

_SHOWN = 120
_RECOMPUTED = ("data", "figures.train", "figures.validation", "gates", "trials", "iterations",
               "holdout", "evidence", "variant", "memory", "hypothesis")  # fmt: skip


def as_text(certificate: Document) -> str:
    """A summary of the certificate; the whole is its JSON."""
    return "\n".join(_text(certificate[BODY], certificate[HASH]))


def _text(body: Document, digest: str) -> Iterator[str]:
    request, data, trials = body["strategy"], body["data"], body["trials"]
    yield _("certificate of strategy %(id)s for %(ticker)s: %(status)s") % {
        "id": request["id"], "ticker": request["ticker"], "status": request["status"],
    }  # fmt: skip
    yield f"  SHA-256 {digest}"
    yield "  " + _("data %(sha256)s, %(bars)s bars") % data
    if body["variant"]:
        yield "  " + _("variant %(iteration)s.%(number)s %(name)s, score %(score)s") % {
            **body["variant"],
            "number": body["variant"]["index"] + 1,
            "score": _number(body["variant"]["score"]),
        }
    yield from _figures(body)
    yield "  " + _("trials: %(own)s of its own, %(inherited)s inherited") % trials
    if recorded := len(trials.get("as_recorded", ())):
        yield "  " + ngettext(
            "%(n)s other variant counts with its recorded examination; it is not examined again",
            "%(n)s other variants count with their recorded examinations; "
            "they are not examined again",
            recorded,
        ) % {"n": recorded}
    yield from _openings(body)
    for one in body["decisions"]:
        mark = "=>" if one["in_force"] else "  "
        yield f"  {mark} {one['after']} ({one['source']}). {one['reason']}"


def _figures(body: Document) -> Iterator[str]:
    for segment, found in body["figures"].items():
        if found:
            yield f"    {segment}: " + _(
                "Sharpe ratio %(sharpe)s, of buying and holding %(hold)s"
            ) % {
                "sharpe": _number(found["sharpe_ratio"]),
                "hold": _number(found.get("buy_hold_sharpe")),
            }
    for gate in body["gates"]:
        mark = "+" if gate["passed"] else "x" if gate["required"] else "-"
        value, threshold = _number(gate["value"]), _number(gate["threshold"])
        where = f"{gate['name']} ({gate['segment']})"
        yield f"    {mark} {where}: {value} ({gate['operator']} {threshold})"


def _openings(body: Document) -> Iterator[str]:
    for one in body["holdout"]:
        kind = _("second look") if one["second_look"] else _("sealed holdout")
        yield f"  {kind}: " + _(
            "Sharpe ratio %(sharpe)s, probability above zero %(psr)s; openings before: %(n)s; "
            "%(by)s: %(reason)s"
        ) % {
            "sharpe": _number(one["figures"]["sharpe_ratio"]),
            "psr": _number(one["figures"]["psr"]),
            "n": one["openings_before"],
            "by": one["by"] or "–",
            "reason": one["reason"],
        }


def _number(value: Any) -> str:
    return "-" if value is None else f"{value:.4g}"


def verified_lines(found: CertificateVerification) -> Iterator[str]:
    """What agrees and what differs, line by line."""
    if found.intact:
        yield "= SHA-256: " + _("the file is the one that was hashed")
    else:
        yield "! SHA-256: " + _("stated %(stated)s, found %(found)s") % {
            "stated": _quoted(found.stated_hash), "found": found.found_hash,
        }  # fmt: skip
    for name, lines in found.groups.items():
        yield from _group(name, lines)
    for what, why in found.stopped.items():
        yield "! " + _("%(what)s could not be recomputed: %(why)s") % {"what": what, "why": why}


def _group(name: str, lines: list[Line]) -> Iterator[str]:
    agreeing = sum(line.agrees for line in lines)
    how = _("recomputed") if name in _RECOMPUTED else _("compared with the rows")
    if agreeing:
        yield f"= {name}: " + ngettext(
            "%(n)s value agrees (%(how)s)", "%(n)s values agree (%(how)s)", agreeing
        ) % {"n": agreeing, "how": how}
    for line in lines:
        if not line.agrees:
            yield _difference(line)


def _difference(line: Line) -> str:
    if line.environment:
        return f"~ {line.path}: " + _("made with %(stated)s; here it is %(here)s") % {
            "stated": _quoted(line.stated), "here": _quoted(line.stored),
        }  # fmt: skip
    return f"! {line.path}: " + _(
        "stated %(stated)s, stored %(stored)s, recomputed %(recomputed)s"
    ) % {
        "stated": _quoted(line.stated),
        "stored": _quoted(line.stored),
        "recomputed": _quoted(line.recomputed),
    }


def _quoted(value: Any) -> str:
    if value == NOT_THERE:
        return _("not there")
    text = "–" if value is None else " ".join(str(value).split())
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
