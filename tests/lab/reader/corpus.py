"""The texts a model is made from, cut into words and labelled."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha1
from pathlib import Path

from hypotheses.analyst.reader.tokens import Words, split
from hypotheses.domain.types import LANGUAGES, Language
from tests.lab.reader.annotation import tags, unmarked

CLAIMS = Path(__file__).parent / "data" / "claims.jsonl"


@dataclass(frozen=True, slots=True)
class Example:
    """A labelled text. `veto` is its code or `none`."""

    id: str
    language: Language
    words: Words
    tags: tuple[str, ...]
    design: str
    direction: str
    veto: str


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


def is_held_out(identity: str) -> bool:
    """Whether a claim is of the 15 in a hundred that only measure."""
    return int(sha1(identity.encode(), usedforsecurity=False).hexdigest(), 16) % 100 < 15


def frequent(examples: Iterable[Example], size: int = 250) -> frozenset[str]:
    """The most frequent words of each language."""
    counts: dict[str, Counter[str]] = {language: Counter() for language in LANGUAGES}
    for each in examples:
        counts[each.language].update(w for w in each.words.lower if w[0].isalpha() or w[0] == "'")
    chosen: set[str] = set()
    for counter in counts.values():
        chosen.update(sorted(counter, key=lambda word: (-counter[word], word))[:size])
    return frozenset(chosen)
