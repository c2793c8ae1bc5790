"""What views about one hypothesis share."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404

from config.desk.api.views import Strict
from hypotheses.models import Hypothesis
from hypotheses.services.state import state_of


class AboutHypothesis(Strict):
    """A view that finds its hypothesis among those its reader may see: 404 for any other."""

    subject_id: int | None = None

    def subject(self, pk: int) -> int:
        """The id of a hypothesis that the reader may see. Raises Http404."""
        found = get_object_or_404(Hypothesis.objects.visible_to(self.person), pk=pk)
        self.subject_id = found.pk
        return found.pk

    def current_state(self) -> dict[str, Any]:
        """How the hypothesis stands, for whoever came too late."""
        return state_of(hypothesis_id=self.subject_id) if self.subject_id else {}


def seen_by(person: Any) -> Any:
    """The hypotheses that a person may see, to find their parts by."""
    return Hypothesis.objects.visible_to(person)
