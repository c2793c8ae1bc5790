"""Where a strategy came from, as its reader may see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypotheses.models import Hypothesis
from trading.models import Strategy


@dataclass(frozen=True)
class Origin:
    """The hypothesis of a strategy; `text` is empty for who may not see it."""

    pk: int
    seen: bool
    text: str = ""
    language: str = ""


def from_hypothesis(user: Any, strategy: Strategy) -> Origin | None:
    """The hypothesis that a strategy was developed from: `origin` of `_from_hypothesis.html`."""
    if strategy.hypothesis_id is None:
        return None
    found = Hypothesis.objects.visible_to(user).filter(pk=strategy.hypothesis_id).first()
    if found is None:
        return Origin(strategy.hypothesis_id, seen=False)
    last = found.versions.order_by("-number").values_list("question", flat=True).first()
    return Origin(found.pk, seen=True, text=last or found.text, language=found.language)
