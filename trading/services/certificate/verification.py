"""Whether a certificate is what the rows say and what the stored prices come to when they are
played again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from config.desk.refusals import Missing
from trading.domain.certificate import BODY, HASH, Document, Line, by_group, compared, digest
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
        """What it was made with and is another here: no difference of the numbers."""
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
            "differences": [_plain(line) for line in self.differences],
            "made_with_others": [_plain(line) for line in self.elsewhere],
            "not_recomputed": dict(self.stopped),
        }


def _plain(line: Line) -> Document:
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
    again = Recomputed(strategy)
    stored = document(strategy, Recorded(), reader)
    recomputed = document(strategy, again, reader)
    return CertificateVerification(
        strategy=strategy.pk,
        stated_hash=certificate[HASH],
        found_hash=digest(stated),
        lines=compared(stated, stored, recomputed),
        stopped=again.stopped,
    )


def _reader(stated: Document) -> Any:
    """False for a certificate whose reader could not see the hypothesis: its text is withheld."""
    told = stated.get("hypothesis")
    return False if isinstance(told, dict) and told.get("withheld") is True else None


def newest_certificate() -> Any:
    """That of the development that was begun last among those that have ended; None without one."""
    ended = Strategy.objects.exclude(final_status="").order_by("-pk")
    strategy = ended.select_related("dataset", "memory").first()
    return certificate_of(strategy) if strategy else None


def fault_of(certificate: Any) -> str:
    """What in it is not what the rows say and the stored prices come to; empty for nothing."""
    try:
        found = verify_document(certificate)
    except Missing as error:
        return str(error)
    if found.holds:
        return ""
    differing = [line.path for line in found.differences] or ["SHA-256"]
    return _("it does not hold: %(paths)s") % {"paths": ", ".join(differing[:5])}
