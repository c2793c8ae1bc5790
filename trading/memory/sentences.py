"""Lessons in words, from their code and values, in English and Portuguese."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from config.text_index import folded
from trading.analyst.sentences import kind_name

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

    @property
    def _percent(self) -> str:
        """The sign with what stands before it."""
        return "%" if self.language == "pt" else " %"

    def say(self, code: str, **values: Any) -> str:
        """The sentence of a code, filled in."""
        return self.vformat(self.tree["lessons"][code], (), values)

    def said(self, text: str, *, ticker: str, frequency: str) -> str:
        """A sentence that is there already, with where it holds."""
        values = {"ticker": ticker, "frequency": self.frequency(frequency), "text": text}
        return self.vformat(self.tree["where"], (), values)

    def frequency(self, code: str) -> str:
        """A frequency in words; one without words as it is."""
        return str(self.tree["frequencies"].get(code, code))

    def rule(self, code: str) -> str:
        """A template or an approach in words; one without words is shown with spaces."""
        named = self.tree["rules"].get(code) or kind_name(code, self.language)
        return str(named).replace("_", " ")

    def format_field(self, value: Any, format_spec: str) -> str:
        if value is None:
            return str(self.tree["none"])
        if isinstance(value, list | tuple):
            return ", ".join(kind_name(str(part), self.language) for part in value)
        return self._number(value, format_spec) if format_spec else str(value)

    def _number(self, value: float, form: str) -> str:
        text = {
            "pct": lambda: f"{value:.0%}".replace("%", self._percent),
            "depth": lambda: f"{abs(value):.0%}".replace("%", self._percent),
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
    """A lesson in words. It names the rule by its template, where `values` know one."""
    say = sentences(language)
    rule = str(values.get("template") or approach)
    told = {"edge": "", **values, "rule": say.rule(rule)}
    told["edge"] = say.rule(str(told["edge"]))
    told["unit"] = f" {told['unit']}" if told.get("unit", "") not in ("", told.get("name")) else ""
    return say.say(code, **told, ticker=ticker, frequency=say.frequency(frequency))


def search_words(*, code: str, names: Sequence[str], said: Sequence[str]) -> str:
    """What a lesson is found by, without accents: its sentences, its rules in every language."""
    rules = [sentences(language).rule(name) for name in names for language in LANGUAGES]
    return folded("\n".join(dict.fromkeys([*said, *rules, *names, code])))
