"""What wakes the workers: the database itself, or Redis."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext as _

from config.runs import broker

from .finding import DoctorFinding, fail, ok


def wakes() -> DoctorFinding:
    if not settings.REDIS_URL:
        return ok("broker", _("the database"))
    fault = broker.fault()
    if fault:
        return fail("broker", fault, _("start Redis, or check REDIS_URL"))
    return ok("broker", "Redis")
