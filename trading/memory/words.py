"""Lessons in words, from their code and values, in English and Portuguese."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "pt")
_FOLDER = Path(__file__).parent / "messages"


class Sentences(string.Formatter):
    """The sentences of one language.

    Values are formatted by name: `pct` as a percentage of a fraction, `depth` the same without its
    sign, `num` with two decimals, `p` as a p-value, `whole`, `any`. An undefined value reads as the
    language's "none". A missing sentence or variable raises KeyError.
    """

    def __init__(self, language: str) -> None:
        path = _FOLDER / f"{language}.toml"
        self.tree: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))

    def say(self, code: str, **values: Any) -> str:
        """The sentence of a code, filled in."""
        return self.vformat(self.tree["lessons"][code], (), values)

    def said(self, text: str, *, ticker: str, frequency: str) -> str:
        """A sentence that is there already, with where it holds."""
        where = self.tree["where"]
        return self.vformat(
            where,
            (),
            {"ticker": ticker, "frequency": self.name("frequencies", frequency), "text": text},
        )

    def name(self, table: str, code: str) -> str:
        """A code in words; one without words is shown as it is, its underscores as spaces."""
        return str(self.tree[table].get(code, code.replace("_", " ")))

    def format_field(self, value: Any, format_spec: str) -> str:
        if value is None:
            return str(self.tree["none"])
        if isinstance(value, list | tuple):
            return ", ".join(self.name("figures", str(part)) for part in value)
        return self._number(value, format_spec) if format_spec else str(value)

    def _number(self, value: float, form: str) -> str:
        text = {
            "pct": lambda: f"{value:.0%}".replace("%", " %"),
            "depth": lambda: f"{abs(value):.0%}".replace("%", " %"),
            "num": lambda: f"{value:.2f}",
            "p": lambda: f"p = {value:.3f}" if value >= 0.001 else "p < 0.001",
            "whole": lambda: f"{value:.0f}",
            "any": lambda: f"{value:.4g}",
        }[form]()
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
    """A lesson in words. `values` may hold mappings: `{"train": {"sharpe_ratio": 1}}`."""
    say = sentences(language)
    return say.say(
        code,
        ticker=ticker,
        frequency=say.name("frequencies", frequency),
        approach=say.name("approaches", approach),
        **_flat(values),
    )


def search_words(*, code: str, approach: str, said: Sequence[str]) -> str:
    """What a lesson is found by: what was said of it, and its approach in every language."""
    names = [sentences(language).name("approaches", approach) for language in LANGUAGES]
    return "\n".join(dict.fromkeys([*said, *names, approach, code]))


def _flat(values: Mapping[str, Any]) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in values.items():
        if isinstance(value, Mapping):
            flat |= {f"{key}_{name}": part for name, part in value.items()}
        else:
            flat[key] = value
    return flat
