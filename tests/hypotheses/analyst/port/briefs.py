"""Ideas of every kind, and the briefs by which an analyst is asked about them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

IDEAS = {
    "vague": [
        ("en", "I noticed that agile methods seem to work better"),
        ("pt", "Observei que métodos ágeis parecem funcionar melhor"),
    ],
    "semi_formed": [
        ("en", "TDD reduces bugs in small teams"),
        ("pt", "TDD reduz bugs em equipes pequenas"),
    ],
    "unanswerable": [("en", "Z improves W"), ("pt", "Z melhora W")],
    "vetoed": [
        ("en", "Coffee is good because everybody knows it works"),
        ("pt", "Café é bom porque todo mundo sabe que funciona"),
    ],
}
EVERY = [idea for several in IDEAS.values() for idea in several]

every_idea = pytest.mark.parametrize(("language", "text"), EVERY)


def done(work: Coroutine[Any, Any, Any]) -> Any:
    """What an analyst answers."""
    return asyncio.run(work)


def first(analyst, language, text):
    return done(analyst.structure({"original": text, "language": language}))


def review_of(analyst, language, text, draft=None):
    draft = draft or first(analyst, language, text)
    brief = {"original": text, "language": language}
    return done(
        analyst.review({**brief, "question": draft["question"], "elements": draft["elements"]})
    )


def second(analyst, language, text, **more):
    draft = first(analyst, language, text)
    return done(
        analyst.structure(
            {
                "original": text,
                "language": language,
                "previous": draft["question"],
                "elements": draft["elements"],
                "review": review_of(analyst, language, text, draft),
                "iteration": 1,
                **more,
            }
        )
    )
