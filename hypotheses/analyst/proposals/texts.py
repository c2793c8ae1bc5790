"""The texts of questions and sources as pairs of languages."""

from __future__ import annotations

from collections.abc import Iterator

from hypotheses.analyst.proposals.candidates import defaults
from hypotheses.analyst.proposals.measures import SOURCES
from hypotheses.analyst.proposals.questions import questions


def own_texts() -> Iterator[dict[str, str]]:
    """Each question, and each source that is no citation, in every language: `{en, pt}`."""
    for forms in questions().values():
        for key in forms["en"]:
            if key in forms["pt"]:
                yield {"en": forms["en"][key], "pt": forms["pt"][key]}
    for told in [*SOURCES.values(), *defaults()["source"].values()]:
        yield {"en": told["en"], "pt": told["pt"]}
