"""Whether searches can trust what is stored for them."""

from __future__ import annotations

from config.doctor.finding import DoctorFinding
from config.doctor.storage import text_indexes
from trading.querysets import INDEXES


def searching() -> DoctorFinding:
    """Do searches find strategies, findings and lessons by their words?"""
    return text_indexes("strategy search", "trading.querysets", INDEXES)
