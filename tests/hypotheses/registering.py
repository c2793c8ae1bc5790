"""A hypothesis to pre-register, and its later edits."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User

from config.runs.execution import execute
from hypotheses.models import Hypothesis, Preregistration
from hypotheses.services.edit import edit_question
from hypotheses.services.preregister import preregister
from tests.hypotheses.helpers import COMPLETE
from tests.hypotheses.recorded import complete

EDITED = COMPLETE["en"].replace("eight weeks", "twelve weeks")


def frozen(user: User | None = None, language: str = "en", **told: Any) -> Preregistration:
    """An approved hypothesis of that user, pre-registered."""
    return preregister(hypothesis_id=complete(user, language).pk, user=user, **told)


def edited(hypothesis: Hypothesis, question: str = EDITED) -> None:
    """A later version in a person's own words, assessed."""
    execute(edit_question(hypothesis_id=hypothesis.pk, question=question, wake=False).pk)
