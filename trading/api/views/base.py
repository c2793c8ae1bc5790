"""What views about one strategy share."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404

from config.desk.api.views import Strict
from trading.models import Strategy
from trading.services.state import state_of


class AboutStrategy(Strict):
    """A view that finds its strategy among those its reader may see: 404 for any other."""

    subject_id: int | None = None

    def subject(self, pk: int) -> Strategy:
        """A strategy that the reader may see. Raises Http404."""
        found: Strategy = get_object_or_404(Strategy.objects.visible_to(self.person), pk=pk)
        self.subject_id = found.pk
        return found

    def current_state(self) -> dict[str, Any]:
        """How the strategy stands, for whoever came too late."""
        return state_of(strategy_id=self.subject_id) if self.subject_id else {}


def seen_by(person: Any) -> Any:
    """The strategies that a person may see, to find their parts by."""
    return Strategy.objects.visible_to(person)
