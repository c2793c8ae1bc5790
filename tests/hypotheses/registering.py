"""A hypothesis to pre-register, and its later edits."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User

from hypotheses.domain.claim import Slot
from hypotheses.models import Hypothesis, Preregistration
from hypotheses.services.preregister import preregister
from tests.hypotheses.helpers import COMPLETE
from tests.hypotheses.recorded import another_version, complete

EDITED = COMPLETE["en"].replace("eight weeks", "twelve weeks")


def frozen(user: User | None = None, language: str = "en", **told: Any) -> Preregistration:
    """An approved hypothesis of that user, pre-registered."""
    return preregister(hypothesis_id=complete(user, language).pk, user=user, **told)


def edited(hypothesis: Hypothesis, question: str = EDITED) -> None:
    """A later version in other words, approved."""
    claim = hypothesis.versions.latest("number").claim
    another_version(hypothesis, question, claim.with_slot("window", Slot("twelve weeks")))
