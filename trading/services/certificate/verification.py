"""Verifies a certificate against the rows, and against the stored prices played again."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from config.desk.refusals import Missing
from config.error_texts import N_, TranslatableError
from trading.domain.certificate import (
    BODY,
    FORM,
    HASH,
    VERSION,
    Document,
    Line,
    by_group,
    canonical,
    compared,
    digest,
)
from trading.models import Strategy
from trading.services.certificate.issue import certificate_of, document
from trading.services.certificate.recomputation import Recomputed
from trading.services.certificate.sources import Recorded


@dataclass(frozen=True)
class CertificateVerification:
    """Every value of a certificate, beside the rows' and the recomputed one.

    `stopped` says why something could not be recomputed.
    """

    strategy: int
    stated_hash: Any
    found_hash: str
    lines: list[Line]
    stopped: Mapping[str, str] = field(default_factory=dict)

    @property
    def intact(self) -> bool:
        """Whether the file is the one that was hashed."""
        return bool(self.stated_hash == self.found_hash)

    @property
    def differences(self) -> list[Line]:
        return [line for line in self.lines if not line.agrees and not line.environment]

    @property
    def elsewhere(self) -> list[Line]:
        """Software versions that differ from those of the certificate: no difference of the
        numbers."""
        return [line for line in self.lines if not line.agrees and line.environment]

    @property
    def holds(self) -> bool:
        return self.intact and not self.differences

    @property
    def groups(self) -> Mapping[str, list[Line]]:
        return by_group(self.lines)

    def as_json(self) -> Document:
        """Plain JSON."""
        return {
            "strategy": self.strategy,
            "holds": self.holds,
            "sha256": {"stated": self.stated_hash, "recomputed": self.found_hash},
            "agree": {
                name: sum(line.agrees for line in lines) for name, lines in self.groups.items()
            },
            "differences": [_as_json(line) for line in self.differences],
            "made_with_others": [_as_json(line) for line in self.elsewhere],
            "not_recomputed": dict(self.stopped),
        }


def _as_json(line: Line) -> Document:
    return {name: getattr(line, name) for name in ("path", "stated", "stored", "recomputed")}


def verify_document(certificate: Document) -> CertificateVerification:
    """The hash of a certificate, and every value in it against the rows and against the numbers
    recomputed from the stored prices. Raises Missing."""
    stated = certificate[BODY]
    number = stated["strategy"]["id"]
    rows = Strategy.objects.select_related("dataset", "memory")
    strategy = rows.filter(pk=number).first()
    if strategy is None:
        raise Missing(_("there is no strategy %(id)s") % {"id": number})
    reader = _reader(stated)
    recomputation = Recomputed(strategy)
    stored = document(strategy, Recorded(), reader)
    recomputed = document(strategy, recomputation, reader)
    return CertificateVerification(
        strategy=strategy.pk,
        stated_hash=certificate[HASH],
        found_hash=digest(stated),
        lines=compared(stated, stored, recomputed),
        stopped=recomputation.stopped,
    )


def _reader(stated: Document) -> Any:
    """False for a certificate whose reader could not see the hypothesis: its text is withheld."""
    hypothesis = stated.get("hypothesis")
    return False if isinstance(hypothesis, dict) and hypothesis.get("withheld") is True else None


def newest_certificate() -> Any:
    """The certificate of the last development that has ended; None without one."""
    ended = Strategy.objects.exclude(final_status="").order_by("-pk")
    strategy = ended.select_related("dataset", "memory").first()
    return certificate_of(strategy) if strategy else None


def fault_of(certificate: Any) -> str:
    """The differences of a certificate from the rows and from the prices; empty for none."""
    try:
        found = verify_document(certificate)
    except Missing as error:
        return str(error)
    if found.holds:
        return ""
    differing = [line.path for line in found.differences] or ["SHA-256"]
    return _("it does not hold: %(paths)s") % {"paths": ", ".join(differing[:5])}


# A certificate from a file that anybody may have written: limited, strict, one clear message.

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
    """The certificate in a file, if it has the right form; its hash is not checked yet. Raises
    CertificateError."""
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
    """An object without repeated keys: one of two values could be hidden."""
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
    """The nesting depth of a document, without recursion."""
    deepest, waiting = 0, [(value, 1)]
    while waiting:
        one, depth = waiting.pop()
        deepest = max(deepest, depth)
        within = one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
        waiting += [(each, depth + 1) for each in within]
    return deepest


def _short(what: object) -> str:
    return " ".join(str(what).split())[:100]
