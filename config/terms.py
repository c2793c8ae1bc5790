"""One concept, one word: what a translated text must not call things.

The terms stand beside a language's catalogue, in `locale/<language>/terms.toml`. Texts are those of
the catalogue and the sentences that the apps keep in message files of their own.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog

from config.catalogs import forms

FILES = "*/**/messages/pt.toml"
"""Where the apps keep sentences in Portuguese; the English ones are beside them."""


@dataclass(frozen=True)
class Term:
    """A concept, what it is called, and what it must never be called (where `source` fits)."""

    concept: str
    use: str
    never: tuple[re.Pattern[str], ...]
    source: re.Pattern[str] | None

    def wrong(self, source: str, text: str) -> str:
        """The wrong words in a text, empty for none."""
        if self.source is not None and not self.source.search(source):
            return ""
        found = (pattern.search(text) for pattern in self.never)
        return next((match[0] for match in found if match), "")


def terms(root: Path, language: str) -> list[Term]:
    """The terms of a language; none where it has no file of them."""
    path = root / "locale" / language / "terms.toml"
    if not path.exists():
        return []
    return [
        Term(
            row["concept"],
            row["use"],
            tuple(re.compile(pattern, re.IGNORECASE) for pattern in row["never"]),
            re.compile(row["source"], re.IGNORECASE) if "source" in row else None,
        )
        for row in tomllib.loads(path.read_text(encoding="utf-8"))["term"]
    ]


def wrong_terms(root: Path, language: str, catalog: Catalog) -> Iterator[str]:
    """What is called by a wrong word, one line each: where, the word, and the right one."""
    known = terms(root, language)
    for where, source, text in [*_of_catalogue(catalog), *_of_files(root)]:
        for term in known:
            if word := term.wrong(source, text):
                yield f"{language}: “{word}” for {term.concept} ({where}): {term.use}"


def _of_catalogue(catalog: Catalog) -> Iterator[tuple[str, str, str]]:
    for message in catalog:
        if message.id:
            source = forms(message.id)[0]
            for text in forms(message.string):
                yield repr(source), source, text


def _of_files(root: Path) -> Iterator[tuple[str, str, str]]:
    for path in sorted(root.glob(FILES)):
        sources = _flat(_read(path.with_name("en.toml")))
        for key, text in _flat(_read(path)).items():
            yield f"{path.relative_to(root).as_posix()}: {key}", sources.get(key, ""), text


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def _flat(tree: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in tree.items():
        if isinstance(value, Mapping):
            found |= _flat(value, f"{prefix}{key}.")
        else:
            found[prefix + key] = str(value)
    return found
