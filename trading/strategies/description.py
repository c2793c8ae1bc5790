"""A spec's rules in plain words, in English and Brazilian Portuguese."""

from __future__ import annotations

import re
from typing import assert_never

from trading.strategies.conditions import (
    Arithmetic,
    Between,
    Combine,
    Compare,
    Condition,
    Cross,
    Not,
    Operand,
)
from trading.strategies.indicators.kinds import IndicatorKind
from trading.strategies.names import COLUMNS, parameter_of, series_of
from trading.strategies.numbers import resolve
from trading.strategies.phrases import PHRASES, SERIES
from trading.strategies.spec import StrategySpec
from trading.strategies.trade_rules import FixedFraction, VolatilityTarget
from trading.strategies.walk import rules

# Saying the parts of a spec in one language.

_CONTRACTION = re.compile(r"\b(de|em|por) ([oa]s?)\b")
_CONTRACTED = {"de": "d", "em": "n", "por": "pel"}
BARS = {"en": ("bar", "bars"), "pt": ("barra", "barras")}


def contracted(text: str) -> str:
    """Portuguese with "de o" said as "do", and the like."""
    return _CONTRACTION.sub(lambda found: _CONTRACTED[found[1]] + found[2], text)


class Speaker:
    """Says the parts of one spec in "en" or "pt", with the values of its parameters.

    Raises KeyError for another language.
    """

    def __init__(self, spec: StrategySpec, language: str) -> None:
        self._spec, self._language, self._values = spec, language, spec.values
        self._series = SERIES[language]
        self._phrases = PHRASES[language]

    def say(self, key: str, **places: str) -> str:
        """A phrase with its places filled and its prepositions contracted."""
        said = self._phrases[key].format(**places)
        return contracted(said) if self._language == "pt" else said

    def number(self, value: float | str, *, percent: bool = False) -> str:
        """A number, or a parameter's value, as the language writes it."""
        number = resolve(value, self._values)
        text = f"{round(number * 100, 10):.6g}%" if percent else f"{number + 0.0:.10g}"
        return text.replace(".", ",") if self._language == "pt" else text

    def bars(self, value: float | str) -> str:
        """A number of bars, with the word."""
        one, many = BARS[self._language]
        return f"{self.number(value)} {one if resolve(value, self._values) == 1 else many}"

    def condition(self, condition: Condition) -> str:
        """A condition as a clause."""
        match condition:
            case Compare(op=op, left=left, right=right) | Cross(op=op, left=left, right=right):
                return self.say(op, left=self.operand(left), right=self.operand(right))
            case Between():
                ends = {"low": self.operand(condition.low), "high": self.operand(condition.high)}
                return self.say("between", value=self.operand(condition.value), **ends)
            case Combine(op=op, conditions=conditions):
                return self._phrases[op].join(self._grouped(part) for part in conditions)
            case Not():
                return self.say("not", condition=self._grouped(condition.condition))
        assert_never(condition)

    def _grouped(self, condition: Condition) -> str:
        said = self.condition(condition)
        return f"({said})" if isinstance(condition, Combine) else said

    def operand(self, operand: Operand) -> str:
        """An operand as a noun."""
        if isinstance(operand, Arithmetic):
            if operand.op == "-" and operand.left == 0:
                return self._negative(operand.right)
            sides = {"left": self._nested(operand.left), "right": self._nested(operand.right)}
            return self.say(operand.op, **sides)
        if isinstance(operand, str) and parameter_of(operand) is None:
            return self.series(operand)
        return self.number(operand)

    def _negative(self, operand: Operand) -> str:
        if isinstance(operand, Arithmetic) or self._is_series(operand):
            return self.say("minus", right=self._nested(operand))
        return self.number(-resolve(operand, self._values))

    def _is_series(self, operand: Operand) -> bool:
        return isinstance(operand, str) and parameter_of(operand) is None

    def _nested(self, operand: Operand) -> str:
        said = self.operand(operand)
        return f"({said})" if isinstance(operand, Arithmetic) else said

    def series(self, reference: str) -> str:
        """A column or an indicator output as a noun."""
        name, output = series_of(reference)
        if name in COLUMNS:
            return self._series[name]
        indicator = self._spec.indicators[name]
        kind = indicator.definition
        places = {key: self.number(value) for key, value in indicator.arguments.items()}
        if "length" in places:
            places["bars"] = self.bars(indicator.arguments["length"])
        if indicator.source_reference:
            places["source"] = self.series(indicator.source_reference)
        return self._series[f"{kind.name}.{output or kind.outputs[0]}"].format(**places)


_PERCENT = ("stop_loss", "take_profit", "trailing_stop")


def describe(spec: StrategySpec, language: str) -> list[str]:
    """What the strategy does, a sentence a rule, in "en" or "pt"; KeyError for another language.

    Holds nothing that a user wrote: no names, no description.
    """
    speaker = Speaker(spec, language)
    said = [speaker.say(name, condition=speaker.condition(rule)) for name, rule in rules(spec)]
    if spec.direction == "both":
        said.append(speaker.say("reverses"))
    said.append(_sizing(spec, speaker))
    for name, value in spec.stops:
        if value is not None:
            shown = speaker.number(value, percent=name in _PERCENT)
            said.append(speaker.say(name, value=shown, bars=speaker.bars(value)))
    return [*said, speaker.say("timing")]


def _sizing(spec: StrategySpec, speaker: Speaker) -> str:
    sizing = spec.sizing
    if isinstance(sizing, FixedFraction):
        fraction = speaker.number(sizing.fraction, percent=True)
        return speaker.say("fixed_fraction", fraction=fraction)
    if isinstance(sizing, VolatilityTarget):
        annual = speaker.number(sizing.annual, percent=True)
        return speaker.say("volatility_target", annual=annual, bars=speaker.bars(sizing.length))
    return speaker.say("all_in")


def series_words(kind: IndicatorKind, language: str) -> dict[str, str]:
    """An indicator's outputs by name, each as a noun with the default numbers."""
    series = SERIES[language]
    numbers = {name: f"{value:g}" for name, value in kind.defaults.items()}
    one, many = BARS[language]
    length = numbers.get("length", "")
    places = {**numbers, "bars": f"{length} {one if length == '1' else many}"}
    said = {
        output: series[f"{kind.name}.{output}"].format(source=series["close"], **places)
        for output in kind.outputs
    }
    return {name: contracted(words) for name, words in said.items()} if language == "pt" else said
