"""The essence guard on a model's version, before it is kept."""

from __future__ import annotations

from config.text.language import tongue
from config.text.words import split
from hypotheses.analyst.guard import drift
from hypotheses.analyst.reader import read
from hypotheses.model_analyst.sources import Sources

_SIGNS = ("increase", "decrease", "none")


def lost(question: str, sources: Sources) -> list[str]:
    """What of the author's claim a version has lost: `subject`, or the `direction`.

    The subject is lost with both variables, or where none of the author's words is left. One
    variable alone, or a direction that the version leaves open, is left to the review: a
    warning there.
    """
    version = read(question, sources.language).claim
    drifted = drift(sources.idea, version, sources.language)
    turned = "direction" in drifted and version.direction in _SIGNS
    found = ["direction"] if turned else []
    if {"independent", "dependent"} <= set(drifted) or not _shared(question, sources):
        return ["subject", *found]
    return found


def _shared(question: str, sources: Sources) -> bool:
    """Whether a version holds any word of the idea, or of an answer, that says something."""
    said = _content(" ".join((sources.original, *sources.answers.values())), sources)
    return not said or bool(said & _content(question, sources))


def _content(text: str, sources: Sources) -> set[str]:
    functional = set(split(" ".join(tongue(sources.language).function_words)).folds)
    return {fold for fold in split(text).folds if fold.isalnum() and fold not in functional}
