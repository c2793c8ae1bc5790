"""The certificate of one development, to be held against the rows of a restored backup."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from config.desk.refusals import Missing
from trading.models import Strategy
from trading.services.certificate.issue import certificate_of
from trading.services.certificate.verification import verify_document


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
