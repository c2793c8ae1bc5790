"""A certificate from a file that anybody may have written: bounded, strict, one clear line."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from config.error_texts import N_, TranslatableError
from trading.domain.certificate import BODY, FORM, HASH, VERSION, Document, canonical

MOST_BYTES = 4 * 1024 * 1024
_DEEPEST = 40


class CertificateError(TranslatableError):
    """A file that is no certificate."""

    messages = {
        "unreadable": N_("%(path)s cannot be read: %(reason)s"),
        "huge": N_("%(path)s is larger than the %(limit)s MiB that a certificate may have"),
        "not_json": N_("%(path)s is no certificate: it is not whole JSON (%(reason)s)"),
        "foreign": N_("%(path)s is no certificate of Crivo: %(reason)s"),
        "version": N_("%(path)s is a certificate of form %(given)s; read is form %(known)s"),
    }  # fmt: skip


def read_certificate(path: str) -> Document:
    """The certificate in a file, of the right form; whether its hash holds is not said yet.

    Raises CertificateError.
    """
    text = _text(path)
    try:
        found = json.loads(
            text, object_pairs_hook=_once, parse_constant=_refused, parse_float=_finite
        )
    except (ValueError, RecursionError) as error:
        raise CertificateError("not_json", path=path, reason=_short(error)) from error
    return _formed(path, found)


def _text(path: str) -> str:
    try:
        with Path(path).open("rb") as file:
            read = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CertificateError("unreadable", path=path, reason=reason) from error
    if len(read) > MOST_BYTES:
        raise CertificateError("huge", path=path, limit=MOST_BYTES // 2**20)
    try:
        return read.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CertificateError("not_json", path=path, reason="not UTF-8") from error


def _formed(path: str, found: Any) -> Document:
    if not isinstance(found, dict) or FORM not in found:
        raise CertificateError("foreign", path=path, reason=f"no {FORM}")
    if found[FORM] != VERSION or isinstance(found[FORM], bool):
        given = _short(found[FORM])
        raise CertificateError("version", path=path, given=given, known=VERSION)
    if found.keys() != {FORM, HASH, BODY} or not isinstance(found[BODY], dict):
        raise CertificateError("foreign", path=path, reason=f"{FORM}, {HASH}, {BODY}")
    if _depth(found) > _DEEPEST:
        raise CertificateError("foreign", path=path, reason="too deep")
    strategy = found[BODY].get("strategy")
    number = strategy.get("id") if isinstance(strategy, dict) else None
    if not isinstance(number, int) or isinstance(number, bool) or not 0 < number < 2**63:
        raise CertificateError("foreign", path=path, reason="no strategy.id")
    try:
        canonical(found).encode()
    except (ValueError, RecursionError) as error:
        raise CertificateError("not_json", path=path, reason=_short(error)) from error
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys are there once: of two values one could be hidden."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key is there twice")
    return found


def _refused(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError("a number is out of range")
    return value


def _depth(value: Any) -> int:
    """How deep a document goes, without recursion."""
    deepest, waiting = 0, [(value, 1)]
    while waiting:
        one, depth = waiting.pop()
        deepest = max(deepest, depth)
        within = one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
        waiting += [(each, depth + 1) for each in within]
    return deepest


def _short(what: object) -> str:
    return " ".join(str(what).split())[:100]
