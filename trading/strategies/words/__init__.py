"""A spec's rules in plain words, in English and Brazilian Portuguese."""

from __future__ import annotations

from trading.strategies.indicators.kinds import IndicatorKind
from trading.strategies.spec import StrategySpec
from trading.strategies.trade_rules import FixedFraction, VolatilityTarget
from trading.strategies.walk import rules
from trading.strategies.words.speaker import BARS, LANGUAGES, Speaker, contracted

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
    series = LANGUAGES[language].SERIES
    numbers = {name: f"{value:g}" for name, value in kind.defaults.items()}
    one, many = BARS[language]
    length = numbers.get("length", "")
    places = {**numbers, "bars": f"{length} {one if length == '1' else many}"}
    said = {
        output: series[f"{kind.name}.{output}"].format(source=series["close"], **places)
        for output in kind.outputs
    }
    return {name: contracted(words) for name, words in said.items()} if language == "pt" else said
