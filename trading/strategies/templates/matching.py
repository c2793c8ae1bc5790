"""Which templates the words of an objective ask for, in English or Portuguese."""

from __future__ import annotations

import re
import unicodedata

from trading.strategies.templates.template import Template


def match(objective: str, templates: tuple[Template, ...]) -> list[tuple[Template, int]]:
    """The templates an objective speaks of with how many of its words do, the most first.

    Case and accents don't matter; a phrase counts as many words as it has. Templates of which
    no word is said are left out; among equals the order is that of `templates`.
    """
    said = f" {' '.join(words_of(objective))} "
    found = [(template, _score(template, said)) for template in templates]
    ranked = sorted(found, key=lambda pair: -pair[1])
    return [(template, score) for template, score in ranked if score]


def words_of(text: str) -> list[str]:
    """The words of a text in small letters, without accents and plural endings."""
    plain = unicodedata.normalize("NFKD", text.lower()).encode("ascii", "ignore").decode()
    return [word.removesuffix("s") for word in re.findall(r"[a-z0-9]+", plain)]


def _score(template: Template, said: str) -> int:
    phrases = {tuple(words_of(word)) for words in template.words.values() for word in words}
    return sum(len(phrase) for phrase in phrases if f" {' '.join(phrase)} " in said)
