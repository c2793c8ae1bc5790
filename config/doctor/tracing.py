"""Tracing: whether runs are traced as configured. Langfuse itself is not asked."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from config.runs import tracing
from config.runs.refusals import explain

from .finding import DoctorFinding, ok, warn

CHECK = "langfuse"
INSTALL = (
    "pip install -c requirements-extras.txt"
    " opentelemetry-sdk opentelemetry-exporter-otlp-proto-common"
)


def langfuse() -> DoctorFinding:
    """Runs go on without a trace, whatever is amiss: so it is never more than a warning."""
    there = tracing.available()
    if not settings.LANGFUSE_HOST:
        if there:
            return ok(CHECK, _("present: CRIVO_LANGFUSE_HOST says where runs are to be traced"))
        return ok(CHECK, _("absent: only needed to trace runs"), INSTALL)
    if not there:
        return warn(CHECK, _("runs are not traced: OpenTelemetry is missing"), INSTALL)
    if refused := tracing.refused_host():
        mend = _("see CRIVO_LANGFUSE_HOST and CRIVO_LLM_ALLOW_PRIVATE in docs/settings.md")
        said = _("runs are not traced: %(why)s") % {"why": explain(refused)}
        return warn(CHECK, said, mend)
    if not tracing.secret():
        what = _("runs are not traced: the variable %(variable)s is not set")
        said = what % {"variable": settings.LANGFUSE_SECRET_ENV}
        return warn(CHECK, said, _("set it where the workers are started"))
    where = {
        "host": urlsplit(settings.LANGFUSE_HOST).hostname,
        "variable": settings.LANGFUSE_SECRET_ENV,
    }
    if settings.LANGFUSE_TEXTS:
        said = _("runs are traced at %(host)s, with their texts; the key is from %(variable)s")
    else:
        said = _("runs are traced at %(host)s, without their texts; the key is from %(variable)s")
    return ok(CHECK, said % where)
