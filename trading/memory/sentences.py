"""Lessons as sentences in both languages, and their entries in the index by meaning."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from config.recall import sync
from config.recall.port import Entry
from config.text_index import folded
from trading.analyst.sentences import kind_name
from trading.models import Lesson
from trading.models.memory import COLLECTIONS
from trading.research.sentences import from_document, say

LANGUAGES = ("en", "pt")
_FOLDER = Path(__file__).parent / "messages"


class Sentences(string.Formatter):
    """The sentences of one language.

    Values are formatted by name: `pct` as a percentage of a fraction, `depth` the same without its
    sign, `num` with two decimals, `p` as a p-value, `whole`, `any`. An undefined value reads as the
    language's "none". A missing sentence or variable raises KeyError.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        path = _FOLDER / f"{language}.toml"
        self.tree: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))

    def say(self, code: str, **values: Any) -> str:
        """The sentence of a code, filled in."""
        return self.vformat(self.tree["lessons"][code], (), values)

    def placed(self, text: str, *, ticker: str, frequency: str) -> str:
        """An existing sentence, with the ticker and frequency where it holds."""
        values = {"ticker": ticker, "frequency": self.frequency(frequency), "text": text}
        return self.vformat(self.tree["where"], (), values)

    def frequency(self, code: str) -> str:
        """A frequency's name; an unknown one as it is."""
        return str(self.tree["frequencies"].get(code, code))

    def rule(self, code: str) -> str:
        """The name of a template or an approach; an unknown one is shown with spaces."""
        named = self.tree["rules"].get(code) or kind_name(code, self.language)
        return str(named).replace("_", " ")

    def format_field(self, value: Any, format_spec: str) -> str:
        if value is None:
            return str(self.tree["none"])
        if isinstance(value, list | tuple):
            return ", ".join(kind_name(str(part), self.language) for part in value)
        if words := self.tree["counted"].get(format_spec):
            return f"{self._number(value, 'whole')} {words[round(value) != 1]}"
        return self._number(value, format_spec) if format_spec else str(value)

    def _number(self, value: float, form: str) -> str:
        text = {
            "pct": lambda: f"{value:.0%}",
            "depth": lambda: f"{abs(value):.0%}",
            "num": lambda: f"{value:.2f}",
            "p": lambda: f"p = {value:.3f}" if value >= 0.001 else "p < 0.001",
            "whole": lambda: f"{value:.0f}",
            "any": lambda: f"{value:.4g}",
        }[form]().replace("-", "−")
        return text.replace(".", str(self.tree["decimal"]))


@cache
def sentences(language: str) -> Sentences:
    """The sentences of `en` or `pt`."""
    return Sentences(language)


def sentence(
    language: str,
    *,
    code: str,
    ticker: str,
    frequency: str,
    approach: str,
    values: Mapping[str, Any],
) -> str:
    """A lesson's sentence. It names the rule by its template, where `values` hold one."""
    say = sentences(language)
    rule = str(values.get("template") or approach)
    places = {"edge": "", **values, "rule": say.rule(rule)}
    places["edge"] = say.rule(str(places["edge"]))
    unit = str(places.get("unit", ""))
    unit = "" if unit == places.get("name") else unit
    places["unit"] = unit if unit.startswith("%") or not unit else f" {unit}"
    return say.say(code, **places, ticker=ticker, frequency=say.frequency(frequency))


def search_words(*, code: str, names: Sequence[str], texts: Sequence[str]) -> str:
    """The text by which a lesson is found, without accents: its sentences and rules in every
    language."""
    rules = [sentences(language).rule(name) for name in names for language in LANGUAGES]
    return folded("\n".join(dict.fromkeys([*texts, *rules, *names, code])))


# The index by meaning: a collection per kind, a vector per wording.


def collection_of(lesson: Lesson) -> str:
    return COLLECTIONS[Lesson.Kind(lesson.kind)]


def follow(lesson: Lesson) -> None:
    """Update the index for this lesson, once the change is committed."""
    sync.changed(collection_of(lesson), [lesson.pk])


def gone(*, instance: Lesson, **_sent: Any) -> None:
    """Django's signal that a row was deleted, usually with its strategy."""
    follow(instance)


def entries(kind: str, rows: Sequence[int] | None) -> Iterator[Entry]:
    """The index entries of some lessons of a kind, or of all (None): retired ones, too, as the
    database decides who may recall which."""
    lessons = Lesson.objects.filter(kind=kind).select_related("strategy").with_wording()
    if rows is not None:
        lessons = lessons.filter(pk__in=rows)
    for lesson in lessons.order_by("pk").iterator(chunk_size=500):
        yield Entry(lesson.pk, lesson.strategy.owner_id or 0, _wordings(lesson))


def _wordings(lesson: Any) -> tuple[str, ...]:
    """Its sentence in each language: a question is nearer to words of its own language. A
    person's rewording has no translation."""
    if lesson.edited:
        return (lesson.text,)
    return tuple(dict.fromkeys([lesson.text, *(lesson_in(lesson, each) for each in LANGUAGES)]))


# A lesson in another language than the one it was written in.


def lesson_in(lesson: Lesson, language: str) -> str:
    """The lesson in a language; unchanged when it cannot be translated."""
    if lesson.language == language:
        return lesson.text
    where = {"ticker": lesson.ticker, "frequency": lesson.frequency}
    try:
        if document := finding_sentence(lesson):
            return finding_in_words(document, language, **where)
        return sentence(
            language, code=lesson.code, approach=lesson.approach, values=lesson.values, **where
        )
    except KeyError:  # written by another version, whose sentences had other codes or values
        return lesson.text


def finding_sentence(lesson: Any) -> Mapping[str, Any]:
    """Code and values of the sentence of the lesson's finding; empty without one."""
    if lesson.kind != Lesson.Kind.FINDING:
        return {}
    if hasattr(lesson, "sentence"):  # loaded with the lesson
        return lesson.sentence or {}
    return lesson.findings.order_by("pk").values_list("sentence", flat=True).first() or {}


def finding_in_words(
    document: Mapping[str, Any], language: str, *, ticker: str, frequency: str
) -> str:
    """A finding's sentence in a language, with where it holds. Raises KeyError for one of
    another version."""
    text = say(from_document(document), language)
    return sentences(language).placed(text, ticker=ticker, frequency=frequency)
