"""Reading texts without keeping them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User

from config.error_texts import TranslatableError
from config.runs.refusals import explain
from hypotheses.analyst.assessment import assess
from hypotheses.domain.text import clean_idea
from hypotheses.services import budget


def assess_text(*, text: str, language: str = "auto") -> dict[str, Any]:
    """The assessment of one text as a JSON object. Raises IdeaError, LanguageError."""
    return assess(_clean(text), language).as_line()


def assess_texts(
    *, texts: Sequence[str], language: str = "auto", user: User | None = None
) -> list[dict[str, Any]]:
    """An object a text, in order; of one that cannot be read its `index` and the `error`.

    Raises TooMuch, TryLater.
    """
    budget.check_size(texts)
    found: list[dict[str, Any]] = []
    with budget.reader_for(user) as read:
        for index, text in enumerate(texts):
            try:
                found.append(read(assess, _clean(text), language).as_line())
            except TranslatableError as error:
                found.append({"index": index, "error": explain(error)})
    return found


def _clean(text: str) -> str:
    return clean_idea(text, settings.MAX_IDEA_CHARACTERS)
