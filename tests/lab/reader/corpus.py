"""The texts a model is made from, cut into words and labelled."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from hypotheses.analyst.syntax.tokens import Words, split
from hypotheses.domain.types import LANGUAGES, Language
from tests.lab.reader.annotation import Span, tags, unmarked

DATA = Path(__file__).parent / "data"
CLAIMS = DATA / "claims.jsonl"
TAGS = frozenset(("exposure", "outcome", "comparator", "unit"))
STATEMENTS = (DATA / "statements" / "written.jsonl", DATA / "statements" / "ideas.jsonl")
KEPT = DATA / "statements" / "kept.jsonl"
"""Ideas of writers of whom nothing was ever learned."""
FILES = tuple(sorted(DATA.glob("*.jsonl")))
"""Marked claims: pairs that were first written for verdicts, and claims of many registers."""


@dataclass(frozen=True, slots=True)
class Example:
    """A labelled text. `veto` is its code or `none`.

    `partial`: some tags alone are marked, so that words without one say nothing.
    """

    id: str
    language: Language
    words: Words
    tags: tuple[str, ...]
    design: str
    direction: str
    veto: str
    partial: bool = False
    statement: range | None = None
    """The words that state the claim; None where they are not marked."""


def example(
    identity: str, language: Language, marked: str, design: str, direction: str, veto: str | None
) -> Example:
    """A marked text as an example."""
    text, spans = unmarked(marked)
    words = split(text)
    labels = tuple(tags(words, spans))
    return Example(identity, language, words, labels, design, direction, veto or "none")


def claims(path: Path = CLAIMS) -> Iterator[Example]:
    """The claims marked by hand, each in both languages."""
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        for language in LANGUAGES:
            yield example(
                row["id"], language, row[language], row["design"], row["direction"], row["veto"]
            )


def statements(path: Path) -> Iterator[Example]:
    """Texts with the words that state their claim, an object a line: `{id, lang, text, statement}`.

    A text whose parts are marked, too, has `{marked, design, direction, veto}` besides.
    """
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        words = split(row["text"])
        start = words.text.find(row["statement"]) if row["statement"] else len(words.text)
        end = start + len(row["statement"])
        inside = words.within(start, end)
        stating = range(inside[0], inside[-1] + 1) if inside else range(0)
        if row.get("marked"):
            parts = (row["marked"], row["design"], row["direction"], row["veto"])
            yield replace(example(row["id"], row["lang"], *parts), statement=stating)
        else:
            unsaid = ("O",) * len(words)
            yield Example(
                row["id"],
                row["lang"],
                words,
                unsaid,
                "?",
                "?",
                "?",
                partial=True,
                statement=stating,
            )


def all_claims() -> Iterator[Example]:
    """The claims of all files."""
    for path in FILES:
        yield from claims(path)


def outside_claims(path: Path) -> Iterator[Example]:
    """The sentences of an outside set, one JSON object a line.

    `{text, lang, source, spans: [{tag, start, end}], direction, complete}`: only some tags are
    marked, so an unmarked word says nothing (`Example.partial`). `?` stands for what is not told.
    """
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        words = split(row["text"])
        spans = [Span(s["tag"], s["start"], s["end"]) for s in row["spans"] if s["tag"] in TAGS]
        yield Example(
            f"{path.stem}:{row['source']}", row["lang"], words, tuple(tags(words, spans)),
            "?", row["direction"] or "?", "?", partial=True,
        )  # fmt: skip


def relations(path: Path) -> Iterator[Example]:
    """Published hypotheses, `{source, text, exposure, outcome, direction}` a line."""
    signs = {"increase": "increase", "decrease": "decrease"}
    seen = set()
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        text = row["text"]
        if text in seen:
            continue
        seen.add(text)
        at = [(text.lower().find(row[name].lower()), name) for name in ("exposure", "outcome")]
        spans = [Span(name, start, start + len(row[name])) for start, name in at]
        apart = sorted((span.start, span.end) for span in spans)
        if min(apart)[0] < 0 or apart[0][1] > apart[1][0]:
            continue
        words = split(text)
        direction = signs.get(row["direction"], "difference")
        yield Example(
            f"relations:{row['source']}", "en", words, tuple(tags(words, spans)),
            "?", direction, "?", partial=True,
        )  # fmt: skip
