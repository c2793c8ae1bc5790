"""One form for the singular and the plural of a noun, to match by."""

from __future__ import annotations

from functools import lru_cache

from hypotheses.analyst.grammar import words


def _irregular(language: str) -> dict[str, str]:
    return dict(pair.split("/") for pair in words(f"plurals.{language}"))


_EN_IRREGULAR = _irregular("en")
_PT_IRREGULAR = _irregular("pt")
_PT_PLURALS = (
    ("oes", "ao"),
    ("aes", "ao"),
    ("ais", "al"),
    ("eis", "el"),
    ("ois", "ol"),
    ("uis", "ul"),
    ("is", "el"),
    ("ns", "m"),
    ("res", "r"),
    ("zes", "z"),
    ("ses", "s"),
    ("s", ""),
)


@lru_cache(maxsize=65_536)
def singular_en(word: str) -> str:
    """The singular of an English noun, as far as matching needs it."""
    if word in _EN_IRREGULAR:
        return _EN_IRREGULAR[word]
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses", "zes", "oes")):
        return word[:-2]
    return word[:-1]


@lru_cache(maxsize=65_536)
def singular_pt(word: str) -> str:
    """One form for the singular and the plural of a Portuguese noun without accents.

    `árvore` and `professor` lose their ending alike in the plural, as `ágil` and `nível` do, so
    that -re, -ze, -se drop their e and -il becomes -el: a form to match by, not to show.
    """
    if word in _PT_IRREGULAR or len(word) < 4:
        return _PT_IRREGULAR.get(word, word)
    if word.endswith("s") and not word.endswith("ss"):
        for ending, replacement in _PT_PLURALS:
            if word.endswith(ending):
                return word[: -len(ending)] + replacement
    if word.endswith(("re", "ze", "se")):
        return word[:-1]
    return word[:-2] + "el" if word.endswith("il") else word


SINGULAR = {"en": singular_en, "pt": singular_pt}
