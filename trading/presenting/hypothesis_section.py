"""What the page of a hypothesis shows of strategies."""

from __future__ import annotations

from typing import Any

from config.desk.page_sections import PageSection
from trading.models import Strategy
from trading.querysets import LARGE
from trading.services.drafting import about_markets


def developed_from(hypothesis: Any, reader: Any) -> PageSection | None:
    """The strategies developed from a hypothesis that the reader may see, and, while it is
    approved and about markets, the way to a further one. None where there is neither."""
    rows = Strategy.objects.visible_to(reader).filter(hypothesis=hypothesis.pk).with_status()
    strategies = list(rows.defer(*LARGE).order_by("-pk"))
    approved = hypothesis.status == "approved" and not hypothesis.archived_at
    may_develop = approved and about_markets(hypothesis)
    if not strategies and not may_develop:
        return None
    context = {"strategies": strategies, "may_develop": may_develop}
    return PageSection("trading/_developed_from.html", context)
