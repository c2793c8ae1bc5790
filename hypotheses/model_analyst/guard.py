"""The essence guard on a model's version, before it is kept."""

from __future__ import annotations

from dataclasses import replace

from config.text.language import tongue
from config.text.words import split
from hypotheses.analyst.guard import drift
from hypotheses.analyst.reader import read
from hypotheses.domain.claim import Direction
from hypotheses.model_analyst.sources import Sources


def lost(question: str, direction: Direction, sources: Sources) -> list[str]:
    """What of the author's claim a version has lost: `subject`, or the `direction`.

    The subject is lost with both variables, or where none of the author's words is left. One
    variable alone, or a direction that is left open, is for the review to warn of. `direction` is
    the model's word for it, which counts where the text says none of its own.
    """
    version = read(question, sources.language).claim
    if version.direction not in ("increase", "decrease"):
        version = replace(version, direction=direction)
    drifted = drift(sources.idea, version, sources.language)
    turned = "direction" in drifted and version.direction in ("increase", "decrease", "none")
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
