"""The essence guard on a model's version, before it is kept."""

from __future__ import annotations

from hypotheses.analyst.assess import examine
from hypotheses.analyst.essence import essence, key_terms
from hypotheses.analyst.openers import without_opener
from hypotheses.domain.essence import drift
from hypotheses.model_analyst.sources import Sources


def is_elsewhere(question: str, sources: Sources) -> bool:
    """Whether a version has lost both variables of the idea: it is about something else.

    One that is lost, or a turned direction, is left to the review, where it is a warning.
    """
    idea = examine(without_opener(sources.opening, sources.language), sources.language)
    version = examine(question, sources.language)
    lost = drift(essence(idea), essence(version), key_terms(version))
    if {"independent", "dependent"} <= set(lost):
        return True
    wanted = key_terms(idea)  # no relation was found: some of the idea's words must be there
    return bool(wanted) and not set(wanted) & set(key_terms(version))


def is_placeholder(sources: Sources) -> bool:
    """Whether the idea has letters for its variables: a model could only make them up."""
    return examine(sources.opening, sources.language).variables.placeholder
