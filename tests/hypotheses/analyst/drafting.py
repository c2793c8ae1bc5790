"""The next version of a text, as the built-in structurer drafts it."""

from __future__ import annotations

from hypotheses.analyst.structurer import Brief, Draft, structure, verbatim


def second(language: str, text: str, **answers: str) -> Draft:
    """V2 of the author's words as V1, with the author's answers by part."""
    first = verbatim(text, language)  # type: ignore[arg-type]
    brief = Brief(text, language, first.question, first.elements, answers, 1)  # type: ignore[arg-type]
    return structure(brief)


def element(draft: Draft, kind: str) -> tuple[str, str] | None:
    """The text and origin of a draft's element."""
    return next(((e.text, e.origin) for e in draft.elements if e.kind == kind), None)
