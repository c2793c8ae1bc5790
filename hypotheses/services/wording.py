"""The analyst's sentences on a hypothesis, and the names of slots, in the reader's language.

The question, H0, H1 and the author's words stay in the hypothesis's language: they are its text. So
do the words of a language model or a person.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.messages import messages_for
from hypotheses.analyst.proposals import own_texts
from hypotheses.domain.claim import asked_for, condition_kind
from hypotheses.domain.types import Language
from hypotheses.model_analyst.answers import words_for
from hypotheses.slot_names import SLOT_NAMES

LANGUAGES = ("en", "pt")


class HypothesisWording(NamedTuple):
    """A text, and the language it is in."""

    text: str
    language: str


def reader_language() -> Language:
    """`en` or `pt`, the reader's language."""
    return "pt" if (get_language() or "").startswith("pt") else "en"


def wording(text: str, language: str) -> HypothesisWording:
    """A sentence of ours, in the reader's language; any other text unchanged."""
    reader = reader_language()
    if reader == language or language not in LANGUAGES:
        return HypothesisWording(text, language)
    restated = _sentences().restated(text, language, reader)
    return (
        HypothesisWording(text, language)
        if restated is None
        else HypothesisWording(restated, reader)
    )


@cache
def _sentences() -> SentencePatterns:
    trees = [
        {language: messages_for(language).tree for language in LANGUAGES},
        {language: words_for(language).tree for language in LANGUAGES},
    ]
    found = [pair for tree in trees for pair in pairs(tree)]
    return SentencePatterns([*found, *own_texts()])


# Translating stored sentences: each is recognised by its template and filled in anew. The values in
# the template's places are put into the template of the other language.

_PLACE = lazy_regex(r"\{(\w+)\}")
_LITERAL, _QUOTING = 8, 4
"""The letters that a template must have, so that no other text matches it; fewer are enough
where all its places stand in quotation marks."""
_BETWEEN = lazy_regex(r"(?<=[.!?]) (?=\S)")


class _Form(NamedTuple):
    """The pattern of a template's sentences in one language, and the template in every language."""

    pattern: re.Pattern[str]
    templates: Mapping[str, str]


class SentencePatterns:
    """Templates with `{places}`, the same ones in each language."""

    def __init__(self, templates: Iterable[Mapping[str, str]]) -> None:
        self._templates = [dict(one) for one in templates]
        self._forms: dict[str, list[_Form]] = {}
        self._exact: dict[str, dict[str, Mapping[str, str]]] = {}
        self.restated = lru_cache(maxsize=4096)(self._restated)

    def _restated(self, text: str, own: str, other: str) -> str | None:
        """A text of `own` in the language `other`; None for one that matches no template.
        Several sentences in a row are one text, if each is recognised."""
        known = self._exact_texts(own).get(text)
        if known is not None:
            return known[other]
        for form in self._of(own):
            if found := form.pattern.fullmatch(text):
                values = {
                    name: self._value(value, own, other)
                    for name, value in found.groupdict().items()
                }
                return form.templates[other].format_map(values)
        parts = _BETWEEN.split(text)
        restated_parts = (
            [self.restated(part, own, other) for part in parts] if len(parts) > 1 else [None]
        )
        return None if None in restated_parts else " ".join(filter(None, restated_parts))

    def _value(self, value: str, own: str, other: str) -> str:
        """A value of a place: words of ours, or a list of them; other words are unchanged."""
        known = self._exact_texts(own)
        parts = value.split(", ")
        if all(part in known for part in parts):
            return ", ".join(known[part][other] for part in parts)
        return (self.restated(value, own, other) or value) if value.endswith(".") else value

    def _exact_texts(self, language: str) -> dict[str, Mapping[str, str]]:
        if language not in self._exact:
            self._exact[language] = {
                one[language]: one for one in reversed(self._templates) if "{" not in one[language]
            }
        return self._exact[language]

    def _of(self, language: str) -> list[_Form]:
        """The templates with places, the most specific first."""
        if language not in self._forms:
            ranked = sorted(
                (one for one in self._templates if _PLACE.search(one[language])),
                key=lambda one: -_letters(one[language]),
            )
            self._forms[language] = [
                _Form(_pattern(one[language]), one)
                for one in ranked
                if _letters(one[language]) >= _least(one[language])
            ]
        return self._forms[language]


def _letters(template: str) -> int:
    return sum(each.isalpha() for each in _PLACE.sub("", template))


def _least(template: str) -> int:
    quoted = re.sub(r"“\{\w+\}”", "", template)
    return _LITERAL if _PLACE.search(quoted) else _QUOTING


def _pattern(template: str) -> re.Pattern[str]:
    seen: set[str] = set()

    def place(name: str, before: str) -> str:
        if name in seen:
            return f"(?P={name})"
        seen.add(name)
        return f"(?P<{name}>[^“”]*)" if before.endswith("“") else f"(?P<{name}>.*?)"

    parts = _PLACE.split(template)
    made = [
        place(part, parts[at - 1]) if at % 2 else re.escape(part) for at, part in enumerate(parts)
    ]
    return re.compile("".join(made), re.DOTALL)


def pairs(trees: Mapping[str, object]) -> Iterator[dict[str, str]]:
    """The texts at the same place in the trees of several languages."""
    first = next(iter(trees.values()))
    if isinstance(first, str):
        if all(isinstance(one, str) for one in trees.values()):
            yield {language: str(one) for language, one in trees.items()}
        return
    if not isinstance(first, Mapping):
        return
    for key in first:
        below = {
            language: tree[key]
            for language, tree in trees.items()
            if isinstance(tree, Mapping) and key in tree
        }
        if len(below) == len(trees):
            yield from pairs(below)


STEP_NAMES: dict[str, str | Promise] = {
    "orchestrator": _("understand the idea"),
    "structurer": _("write a version"),
    "methodologist": _("review it"),
    "methodologist_force_decision": _("decide at the limit"),
}
"""The nodes of a refinement."""


def step_word(node: str) -> str:
    """What a refinement does in a node, in the reader's language."""
    return str(STEP_NAMES.get(node, node))


def slot_name(slot: str) -> str:
    """A slot's name."""
    return str(SLOT_NAMES.get(slot, slot))


def condition_words(slot: str, text: str) -> str:
    """What an author is to settle: a choice to name, or a proposal to confirm."""
    name = slot_name(slot)
    if condition_kind(text) == "name":
        return gettext("to name: %(slot)s: %(text)s") % {"slot": name, "text": asked_for(text)}
    return gettext("to confirm: %(slot)s: %(text)s") % {"slot": name, "text": text}


def by_kind(conditions: Iterable[str]) -> str:
    """How many conditions are to be named, and how many to be confirmed, from their kinds."""
    count = Counter(conditions)
    kinds = {"name": gettext("%(count)s to name"), "confirm": gettext("%(count)s to confirm")}
    return ", ".join(kinds[kind] % {"count": count[kind]} for kind in kinds if count[kind])
