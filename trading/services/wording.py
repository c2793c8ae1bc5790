"""A development's sentences in its reader's language, made again from their codes and values.

Text without a code (a model's words, a person's, rows of an earlier release) stays in the language
in which it was written, which its `language` names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial, singledispatch
from typing import Any, NamedTuple

from django.utils.translation import get_language, gettext

from trading.analyst import sentences as analyst
from trading.analyst.variants import name_in
from trading.domain.types import BUILTIN
from trading.graph.state import DEFAULT_OBJECTIVE
from trading.memory.sentences import finding_in_words, lesson_in, sentence
from trading.models import (
    FactSheet,
    Finding,
    Iteration,
    Lesson,
    RoundVerdict,
    Strategy,
    StrategyDecision,
    Variant,
)
from trading.research import sentences as research

LANGUAGES = ("en", "pt")
_OPEN_SIGN = re.compile(r"(?<=\d) %")
_NAMES = ("name", "best")  # values that are the name of a variant


class Wording(NamedTuple):
    """A text, and the language it is in: `en` or `pt`."""

    text: str
    language: str


def reader_language() -> str:
    """`en` or `pt`, as the reader chose."""
    return "pt" if (get_language() or "").startswith("pt") else "en"


@singledispatch
def wording(row: Any, strategy: Strategy | None = None) -> Wording:
    """What a row says: a variant its name, a finding its interpretation, a fact sheet its text, a
    round its reasoning, a strategy its verdict, a decision its reason, a lesson itself.

    `strategy` is the row's own, where it was read before.
    """
    raise TypeError(f"{type(row).__name__} says nothing")


@wording.register
def _variant(row: Variant, strategy: Strategy | None = None) -> Wording:
    own, reader = (strategy or row.strategy).language, reader_language()
    if reader == own or not row.words:
        return Wording(row.name, own)
    return _anew(row.name, own, lambda: name_in(row.words, reader))


@wording.register
def _finding(row: Finding, strategy: Strategy | None = None) -> Wording:
    own = (strategy or row.strategy).language
    return _researched(row.interpretation, own, [row.sentence])


@wording.register
def _sheet(row: FactSheet, strategy: Strategy | None = None) -> Wording:
    own = (strategy or row.strategy).language
    return _researched(row.text, own, row.content.get("sentences") or [])


@wording.register
def _round(row: Iteration, strategy: Strategy | None = None) -> Wording:
    return _analysed(row.reasoning, strategy or row.strategy, row.sentences)


@wording.register
def _verdict(row: Strategy, strategy: Strategy | None = None) -> Wording:
    return _analysed(row.final_message, row, row.final_sentences)


@wording.register
def _decision(row: StrategyDecision, strategy: Strategy | None = None) -> Wording:
    own = strategy or row.strategy
    if row.source == StrategyDecision.Source.HUMAN:
        return Wording(row.reason, "")
    return wording(own) if row.reason == own.final_message else Wording(row.reason, own.language)


@wording.register
def _lesson(row: Lesson, strategy: Strategy | None = None) -> Wording:
    """A person's rewording stays in that person's words."""
    reader = reader_language()
    edited = row.edited if hasattr(row, "edited") else row.edits.exists()
    if reader == row.language or edited:
        return Wording(row.text if edited else signs_closed(row.text), row.language)
    text = lesson_in(row, reader)
    return Wording(text, row.language if text == row.text else reader)


@wording.register
def _judge(row: RoundVerdict, strategy: Strategy | None = None) -> Wording:
    """The numbers' own verdict is one of the sentences of its round; a model's is its own."""
    own = strategy or row.iteration.strategy
    codes = [
        one for one in row.iteration.sentences if analyst.told([one], own.language) == row.text
    ]
    return _analysed(row.text, own, codes if row.judge == BUILTIN else [])


def recalled_wording(lesson: Mapping[str, Any], own: str) -> Wording:
    """A lesson as a run recalled it, in that run's language.

    A sentence of a person's, or of a finding that has no codes, stays.
    """
    about = {name: lesson.get(name) for name in _OF_LESSON}
    where = {"ticker": str(about["ticker"]), "frequency": str(about["frequency"])}
    try:
        if document := lesson.get("sentence"):
            return Wording(
                finding_in_words(document, reader_language(), **where), reader_language()
            )
        if sentence(own, **about) == signs_closed(lesson["text"]):  # type: ignore[arg-type]
            return Wording(sentence(reader_language(), **about), reader_language())  # type: ignore[arg-type]
    except (KeyError, TypeError):  # written by another version, with other codes or values
        pass
    return Wording(lesson["text"], own)


_OF_LESSON = ("code", "ticker", "frequency", "approach", "values")


def variant_name(row: Variant) -> str:
    """A variant's name, where its strategy was not read."""
    if not row.words:
        return row.name
    return _anew(row.name, "", lambda: name_in(row.words, reader_language())).text


def rationale(row: Variant, strategy: Strategy | None = None) -> Wording:
    """Why a variant was designed."""
    return _analysed(row.rationale, strategy or row.strategy, row.words.get("why") or [])


def advice(row: Iteration, strategy: Strategy) -> list[Wording]:
    """The remedies for a round's failure, one by one."""
    texts, actions = row.failure.get("specific_actions") or [], row.failure.get("actions") or []
    values = row.failure.get("values") or {}
    if len(actions) != len(texts):
        return [Wording(text, strategy.language) for text in texts]
    return [
        _analysed(text, strategy, [{"code": f"action_{action}", "values": values}])
        for text, action in zip(texts, actions, strict=True)
    ]


def signs_closed(text: str) -> str:
    """A sentence of ours whose percent signs stand at their numbers: rows of an earlier release
    have a space before them."""
    return _OPEN_SIGN.sub("%", text)


def objective(strategy: Strategy) -> Wording:
    """The request; without an objective a text of ours."""
    if strategy.objective == DEFAULT_OBJECTIVE:
        return Wording(gettext("Find profitable trading strategies"), reader_language())
    return Wording(strategy.objective, strategy.language)


def _researched(text: str, own: str, documents: Iterable[Mapping[str, Any]]) -> Wording:
    codes, reader = list(documents), reader_language()
    if not codes or not all(codes):
        return Wording(text, own)
    if reader == own:
        return Wording(signs_closed(text), own)
    found = _anew(
        text,
        own,
        lambda: " ".join(research.say(research.from_document(one), reader) for one in codes),
    )
    return found._replace(text=signs_closed(found.text))


def _analysed(text: str, strategy: Strategy, sentences: Sequence[Mapping[str, Any]]) -> Wording:
    reader = reader_language()
    if reader == strategy.language or not sentences:
        return Wording(text, strategy.language)
    named = _with_names(list(sentences), lambda name: name_wording(name, strategy))
    return _anew(text, strategy.language, lambda: analyst.told(named, reader))


def _anew(text: str, own: str, say: Any) -> Wording:
    """A sentence in the reader's language; the stored text where its codes are of another
    version."""
    try:
        return Wording(say(), reader_language())
    except (KeyError, ValueError, TypeError):
        return Wording(text, own)


def verdict_in_other_languages(row: Strategy) -> str:
    """What a strategy's verdict says in the languages that it is not stored in, a line each.

    Empty where it has no codes, or those of another version.
    """
    if not row.final_sentences:
        return ""
    variants = list(row.variants.only("name", "words"))
    sentences = []
    for language in LANGUAGES:
        try:
            names = {one.name: name_in(one.words, language) for one in variants if one.words}
            codes = _with_names(list(row.final_sentences), partial(_named, names))
            sentences.append(analyst.told(codes, language))
        except (KeyError, ValueError, TypeError):
            return ""
    return "\n".join(each for each in sentences if each != row.final_message)


def name_wording(name: str, strategy: Strategy) -> str:
    """A variant's name, found by the stored one."""
    if strategy.language == reader_language():
        return name
    return _names_of(strategy).get(name, name)


# A development's records, as the API, commands and files give them.

_SENTENCES = {
    "interpretation": ("sentence",),
    "text": ("sentence", "sentences"),
    "final_message": ("final_sentences",),
    "decision_reasoning": ("decision_sentences",),
}
"""Texts of the workflow's state, and what holds their codes beside them."""

_CALLED = ("name", "variant", "variant_name", "best_variant", "best_variant_name")


def state_in_words(value: Any, strategy: Strategy) -> Any:
    """The workflow's state, or a part of it, with the texts and names that have codes in the
    reader's language; figures, codes and a person's words as they are."""
    if isinstance(value, list):
        return [state_in_words(one, strategy) for one in value]
    if not isinstance(value, dict):
        return value
    document = {key: state_in_words(one, strategy) for key, one in value.items()}
    for name, places in _SENTENCES.items():
        codes = next((value[place] for place in places if value.get(place)), None)
        if codes and isinstance(value.get(name), str):
            say = _analysed if name.startswith(("final", "decision")) else _of_research
            document[name] = say(value[name], strategy, codes).text
    for name in _CALLED:
        if isinstance(value.get(name), str):
            document[name] = name_wording(value[name], strategy)
    return document


def _of_research(text: str, strategy: Strategy, codes: Any) -> Wording:
    return _researched(text, strategy.language, codes if isinstance(codes, list) else [codes])


def log_in_words(entries: Iterable[dict[str, Any]], strategy: Strategy) -> Iterator[dict[str, Any]]:
    """The experiment log with its reasoning and names in the reader's language."""
    rounds = {row.number: row for row in strategy.iterations.prefetch_related("verdicts")}
    for entry in entries:
        row = rounds[entry["iteration"]]
        judges = zip(entry["judges"], row.verdicts.all(), strict=True)
        yield state_in_words(entry, strategy) | {
            "reasoning": wording(row, strategy).text,
            "judges": [one | {"text": wording(judge, strategy).text} for one, judge in judges],
        }


def _named(names: Mapping[str, str], name: str) -> str:
    return names.get(name, name)


def _names_of(strategy: Strategy) -> dict[str, str]:
    """The names of a strategy's variants in the reader's language, by the stored ones."""
    key = f"_names_{reader_language()}"
    if key not in strategy.__dict__:
        rows = strategy.variants.only("name", "words", "strategy_id")
        strategy.__dict__[key] = {row.name: wording(row, strategy).text for row in rows}
    found: dict[str, str] = strategy.__dict__[key]
    return found


def _with_names(value: Any, name_of: Callable[[str], str]) -> Any:
    """Plain JSON with the names of variants in the reader's language."""
    if isinstance(value, list):
        return [_with_names(one, name_of) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        key: name_of(one) if key in _NAMES and isinstance(one, str) else _with_names(one, name_of)
        for key, one in value.items()
    }
