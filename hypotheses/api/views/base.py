"""What views about one hypothesis share: receipts, and refusals that name the field."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.exceptions import ErrorDetail, ValidationError

from config.desk.api.creation import Receipt
from config.desk.api.views import Strict
from config.error_texts import TranslatableError
from config.runs.errors import explain
from config.runs.models import Run
from config.text.language import LanguageError
from hypotheses.domain.frame import FrameError
from hypotheses.domain.refinement import RefinementLimitError
from hypotheses.models import Decision, Hypothesis, Preregistration
from hypotheses.services.subject import state_of


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


# What the domain refuses, as a 400 that names the field.

_FIELDS: dict[type[TranslatableError], str] = {
    FrameError: "claim",
    LanguageError: "language",
    RefinementLimitError: "max_refinements",
}


@contextmanager
def field_errors(words: str) -> Iterator[None]:
    """What is wrong with a text is said of the field `words`, the rest of the field it is about."""
    try:
        yield
    except TranslatableError as error:
        name = _FIELDS.get(type(error), words)
        detail = ErrorDetail(explain(error), code=error.code)
        raise ValidationError({name: [detail]}) from error


# What a request about a hypothesis made.


def of_run(run: Run) -> Receipt:
    """A run was started: it is what to look at next."""
    return Receipt({"hypothesis": run.subject_id, "decision": None, "run": run.pk}, "run")


def of_decision(decision: Decision) -> Receipt:
    """A decision was taken."""
    made = {"hypothesis": decision.hypothesis_id, "decision": decision.pk, "run": None}
    return Receipt(made, "decision")


def of_registration(row: Preregistration) -> Receipt:
    """A hypothesis was frozen."""
    made = {"hypothesis": row.hypothesis_id, "preregistration": row.pk}
    return Receipt(made, "preregistration")
