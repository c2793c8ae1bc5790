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
from trading.strategies.names import COLUMNS, parameter_of, resolve, series_of
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


# Phrases for the rules of a spec in both languages: sentences with open places.

SERIES: dict[str, dict[str, str]] = {
    "en": {
        "open": "the open",
        "high": "the high",
        "low": "the low",
        "close": "the close",
        "volume": "the volume",
        "sma.value": "the {length}-bar simple moving average of {source}",
        "ema.value": "the {length}-bar exponential moving average of {source}",
        "wma.value": "the {length}-bar weighted moving average of {source}",
        "roc.value": "the {length}-bar return of {source}",
        "return.value": "the one-bar return of {source}",
        "momentum.value": "the change of {source} over {bars}",
        "rsi.value": "the {length}-bar RSI of {source}",
        "macd.line": "the MACD line ({fast}, {slow}) of {source}",
        "macd.signal": "the {signal}-bar signal of the MACD ({fast}, {slow}) of {source}",
        "macd.histogram": "the MACD histogram ({fast}, {slow}, {signal}) of {source}",
        "zscore.value": "the {length}-bar z-score of {source}",
        "stdev.value": "the {length}-bar standard deviation of {source}",
        "median.value": "the {length}-bar median of {source}",
        "highest.value": "the highest value of {source} in {bars}",
        "lowest.value": "the lowest value of {source} in {bars}",
        "lag.value": "the value of {source} {bars} before",
        "realised_volatility.value": "the annual volatility of {source} over {bars}",
        "variance_ratio.value": "the variance ratio ({horizon} bars, over {length}) of {source}",
        "atr.value": "the {length}-bar average true range",
        "bollinger.middle": "the middle of the {length}-bar Bollinger bands of {source}",
        "bollinger.upper": "the upper Bollinger band ({bars}, {width} deviations) of {source}",
        "bollinger.lower": "the lower Bollinger band ({bars}, {width} deviations) of {source}",
        "bollinger.percent": (
            "the place (%b) of {source} in the Bollinger bands ({length}, {width})"
        ),
        "bollinger.bandwidth": "the width of the Bollinger bands ({length}, {width}) of {source}",
        "keltner.middle": "the middle of the {length}-bar Keltner channel",
        "keltner.upper": "the upper line of the Keltner channel ({bars}, {width} ranges)",
        "keltner.lower": "the lower line of the Keltner channel ({bars}, {width} ranges)",
        "donchian.high": "the highest high of the {length} bars before",
        "donchian.low": "the lowest low of the {length} bars before",
        "donchian.mid": "the middle of the range of the {length} bars before",
        "adx.adx": "the {length}-bar ADX",
        "adx.plus": "the {length}-bar +DI",
        "adx.minus": "the {length}-bar -DI",
        "stochastic.k": "the {length}-bar stochastic %K (smoothed over {smooth})",
        "stochastic.d": "the {length}-bar stochastic %D (average of {signal})",
        "obv.value": "the on-balance volume",
        "volume_sma.value": "the mean volume of {bars}",
        "relative_volume.value": "the volume relative to its mean of the {length} bars before",
        "calendar.day_of_week": "the day of the week (Monday is 0)",
        "calendar.day_of_month": "the day of the month",
        "calendar.month": "the number of the month",
        "calendar.weekday_of_month": "the number of the weekday in its month",
        "calendar.weekdays_left": "the number of weekdays left in the month",
    },
    "pt": {
        "open": "a abertura",
        "high": "a máxima",
        "low": "a mínima",
        "close": "o fechamento",
        "volume": "o volume",
        "sma.value": "a média móvel simples de {bars} de {source}",
        "ema.value": "a média móvel exponencial de {bars} de {source}",
        "wma.value": "a média móvel ponderada de {bars} de {source}",
        "roc.value": "o retorno de {bars} de {source}",
        "return.value": "o retorno de uma barra de {source}",
        "momentum.value": "a diferença de {source} em {bars}",
        "rsi.value": "o IFR (RSI) de {bars} de {source}",
        "macd.line": "a linha do MACD ({fast}, {slow}) de {source}",
        "macd.signal": "o sinal de {signal} barras do MACD ({fast}, {slow}) de {source}",
        "macd.histogram": "o histograma do MACD ({fast}, {slow}, {signal}) de {source}",
        "zscore.value": "o escore z de {bars} de {source}",
        "stdev.value": "o desvio padrão de {bars} de {source}",
        "median.value": "a mediana de {bars} de {source}",
        "highest.value": "o maior valor em {bars} de {source}",
        "lowest.value": "o menor valor em {bars} de {source}",
        "lag.value": "o valor, {bars} antes, de {source}",
        "realised_volatility.value": "a volatilidade anual de {bars} de {source}",
        "variance_ratio.value": "a razão de variâncias ({horizon} barras, em {length}) de {source}",
        "atr.value": "a amplitude verdadeira média (ATR) de {bars}",
        "bollinger.middle": "o meio das bandas de Bollinger de {bars} de {source}",
        "bollinger.upper": "a banda superior de Bollinger ({bars}, {width} desvios) de {source}",
        "bollinger.lower": "a banda inferior de Bollinger ({bars}, {width} desvios) de {source}",
        "bollinger.percent": (
            "a posição (%b) de {source} nas bandas de Bollinger ({length}, {width})"
        ),
        "bollinger.bandwidth": "a largura das bandas de Bollinger ({length}, {width}) de {source}",
        "keltner.middle": "o meio do canal de Keltner de {bars}",
        "keltner.upper": "a linha superior do canal de Keltner ({bars}, {width} amplitudes)",
        "keltner.lower": "a linha inferior do canal de Keltner ({bars}, {width} amplitudes)",
        "donchian.high": "a maior máxima das {length} barras anteriores",
        "donchian.low": "a menor mínima das {length} barras anteriores",
        "donchian.mid": "o meio da faixa das {length} barras anteriores",
        "adx.adx": "o ADX de {bars}",
        "adx.plus": "o +DI de {bars}",
        "adx.minus": "o -DI de {bars}",
        "stochastic.k": "o %K do estocástico de {bars} (suavizado em {smooth})",
        "stochastic.d": "o %D do estocástico de {bars} (média de {signal})",
        "obv.value": "o saldo de volume (OBV)",
        "volume_sma.value": "o volume médio de {bars}",
        "relative_volume.value": "o volume relativo à média das {length} barras anteriores",
        "calendar.day_of_week": "o dia da semana (segunda-feira é 0)",
        "calendar.day_of_month": "o dia do mês",
        "calendar.month": "o número do mês",
        "calendar.weekday_of_month": "o número do dia útil no mês",
        "calendar.weekdays_left": "o número de dias úteis que faltam no mês",
    },
}
"""What a series is called."""

PHRASES: dict[str, dict[str, str]] = {
    "en": {
        ">": "{left} is above {right}",
        ">=": "{left} is at least {right}",
        "<": "{left} is below {right}",
        "<=": "{left} is at most {right}",
        "crosses_above": "{left} crosses above {right}",
        "crosses_below": "{left} crosses below {right}",
        "between": "{value} lies between {low} and {high}",
        "and": " and ",
        "or": " or ",
        "not": "it is not the case that {condition}",
        "+": "{left} plus {right}",
        "-": "{left} minus {right}",
        "*": "{left} times {right}",
        "/": "{left} divided by {right}",
        "minus": "minus {right}",
        "long_entry": "Buys when {condition}.",
        "long_exit": "Sells what it bought when {condition}.",
        "short_entry": "Sells short when {condition}.",
        "short_exit": "Buys back what it sold short when {condition}.",
        "reverses": "A signal for the other side turns an open position around.",
        "all_in": "Each position takes all of the equity.",
        "fixed_fraction": "Each position takes {fraction} of the equity.",
        "volatility_target": (
            "Each position is sized for an annual volatility of {annual}, measured "
            "over {bars}, and never takes more than all of the equity."
        ),
        "stop_loss": "Closes a position that has lost {value} since the close that decided it.",
        "take_profit": "Closes a position that has gained {value} since the close that decided it.",
        "trailing_stop": "Closes a position that has given back {value} from its best close.",
        "time_stop": "Closes a position after {bars} at most.",
        "timing": "Decides at the close of a bar and trades at the next open.",
    },
    "pt": {
        ">": "{left} está acima de {right}",
        ">=": "{left} é pelo menos {right}",
        "<": "{left} está abaixo de {right}",
        "<=": "{left} é no máximo {right}",
        "crosses_above": "{left} cruza para cima de {right}",
        "crosses_below": "{left} cruza para baixo de {right}",
        "between": "{value} fica entre {low} e {high}",
        "and": " e ",
        "or": " ou ",
        "not": "não ocorre que {condition}",
        "+": "{left} mais {right}",
        "-": "{left} menos {right}",
        "*": "{left} vezes {right}",
        "/": "{left} dividido por {right}",
        "minus": "menos {right}",
        "long_entry": "Compra quando {condition}.",
        "long_exit": "Vende o que comprou quando {condition}.",
        "short_entry": "Vende a descoberto quando {condition}.",
        "short_exit": "Recompra o que vendeu a descoberto quando {condition}.",
        "reverses": "Um sinal para o outro lado inverte a posição aberta.",
        "all_in": "Cada posição usa todo o patrimônio.",
        "fixed_fraction": "Cada posição usa {fraction} do patrimônio.",
        "volatility_target": (
            "Cada posição tem o tamanho que dá uma volatilidade anual de {annual}, "
            "medida em {bars}, e nunca usa mais que todo o patrimônio."
        ),
        "stop_loss": "Fecha a posição que perdeu {value} desde o fechamento que a decidiu.",
        "take_profit": "Fecha a posição que ganhou {value} desde o fechamento que a decidiu.",
        "trailing_stop": "Fecha a posição que devolveu {value} do seu melhor fechamento.",
        "time_stop": "Fecha a posição depois de no máximo {bars}.",
        "timing": "Decide no fechamento de uma barra e negocia na abertura seguinte.",
    },
}
"""What a rule says."""
