"""Sentences whose form alone tells what they ask, whatever their words.

`Why do my tomatoes split since I changed the watering?` presupposes a comparison: after against
before. Such a sentence names its parts by their places in its tree, and makes a question that can
be answered.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from hypotheses.analyst.syntax.forms.changes import happened, since, sought
from hypotheses.analyst.syntax.forms.counts import counted, taken
from hypotheses.analyst.syntax.forms.events import changed_since
from hypotheses.analyst.syntax.forms.experiences import likened, lived_through, written
from hypotheses.analyst.syntax.forms.form import Form
from hypotheses.analyst.syntax.forms.options import asked_of_two, set_against
from hypotheses.analyst.syntax.forms.predictions import foreseen, foretold, is_foretold, who_will
from hypotheses.analyst.syntax.forms.reasons import reason
from hypotheses.analyst.syntax.forms.titles import lived, role, share
from hypotheses.analyst.syntax.forms.topics import taken_up
from hypotheses.analyst.syntax.forms.trends import trend
from hypotheses.analyst.syntax.tree import ROOT, Tree
from hypotheses.domain.types import Language

__all__ = ["Form", "form_of"]

_RULES: tuple[Callable[[Tree, int, Language], Form | None], ...] = (
    since, sought, happened, changed_since, foretold, is_foretold, who_will, foreseen, taken_up,
    lived, role, share, asked_of_two, set_against, taken, counted, reason, likened, lived_through,
    written, trend,
)  # fmt: skip


@lru_cache(maxsize=64)
def form_of(tree: Tree, language: Language) -> Form | None:
    """The form of the first sentence that has one."""
    for root in (at for at, head in enumerate(tree.heads) if head == ROOT):
        for rule in _RULES:
            found = rule(tree, root, language)
            if found is not None:
                return found
    return None
