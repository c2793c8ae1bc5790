"""What an objective's words ask for, in both languages."""

from __future__ import annotations

import pytest

from trading.analyst.objective import read_objective
from trading.strategies.templates import TEMPLATES

FAMILY = {template.kind: template.family for template in TEMPLATES}


def wanted(text: str) -> set[str]:
    return {FAMILY[kind] for kind in read_objective(text).kinds}


def unwanted(text: str) -> set[str]:
    return {FAMILY[kind] for kind in read_objective(text).unwanted}


@pytest.mark.parametrize(
    ("text", "families"),
    [
        ("Find momentum strategies with low drawdown", {"momentum", "volatility"}),
        ("mean reversion", {"mean_reversion"}),
        ("mean-reversion", {"mean_reversion"}),
        ("MEAN REVERSION", {"mean_reversion"}),
        ("reversão à média", {"mean_reversion"}),
        ("reversao a media", {"mean_reversion"}),
        ("reversa\u0303o a\u0300 me\u0301dia", {"mean_reversion"}),  # accents on their own
        ("Estratégias de rompimento", {"breakout"}),
        ("rompimentos de canal", {"breakout"}),
        ("seguir a tendência", {"trend"}),
        ("tendências longas", {"trend"}),
        ("sazonalidade", {"seasonality"}),
        ("comprar na queda", {"mean_reversion"}),
        ("volume", {"volume"}),
        ("Find profitable trading strategies", set()),
        ("Encontrar estratégias lucrativas", set()),
        ("", set()),
    ],
)
def test_words_of_both_languages(text: str, families: set[str]):
    assert wanted(text) == families
    assert unwanted(text) == set()


@pytest.mark.parametrize(
    ("text", "no", "yes"),
    [
        ("no momentum", {"momentum"}, set()),
        ("not momentum, but mean reversion", {"momentum"}, {"mean_reversion"}),
        ("not momentum but mean reversion", {"momentum"}, {"mean_reversion"}),
        ("mean reversion without any momentum", {"momentum"}, {"mean_reversion"}),
        ("avoid trend following and momentum", {"trend", "momentum"}, set()),
        ("anything except breakouts", {"breakout"}, set()),
        ("never use volume", {"volume"}, set()),
        ("sem momentum", {"momentum"}, set()),
        ("não quero momentum; quero reversão à média", {"momentum"}, {"mean_reversion"}),
        ("nao quero rompimentos mas volume", {"breakout"}, {"volume"}),
        ("evitar tendência", {"trend"}, set()),
        ("tudo menos sazonalidade", {"seasonality"}, set()),
        ("nunca rompimento. tendência sim", {"breakout"}, {"trend"}),
    ],
)
def test_what_is_ruled_out_is_not_wanted(text: str, no: set[str], yes: set[str]):
    assert (unwanted(text), wanted(text)) == (no, yes)


@pytest.mark.parametrize(
    ("text", "families"),
    [
        ("lucrar no rompimento do canal", {"breakout"}),  # pt "no": in the
        ("estratégia baseada no volume", {"volume"}),
        ("ganhar no momentum de 12 meses", {"momentum"}),
        ("momentum with no more than 20% losses", {"momentum"}),
        ("no more than ten trades a year on breakouts", {"breakout"}),
        ("not only momentum", {"momentum"}),
        ("não só momentum", {"momentum"}),
        ("no matter how, breakouts", {"breakout"}),
        ("menos quedas com momentum", {"momentum"}),
        ("evitar prejuízos usando momentum", {"momentum"}),
        ("avoid losses with momentum", {"momentum"}),
    ],
)
def test_a_no_that_rules_nothing_out(text: str, families: set[str]):
    assert families <= wanted(text)
    assert not unwanted(text) & families


@pytest.mark.parametrize(
    "text",
    ["low drawdown", "momentum with low risk", "limited losses", "small drawdowns",
     "baixo risco", "pouco risco", "baixa volatilidade", "risco controlado", "drawdown pequeno",
     "preservar o capital", "defensive", "conservadora", "avoid large drawdowns",
     "without much risk", "no big losses", "sem grandes quedas", "evitar risco",
     "sem muita volatilidade", "menos risco", "less risk", "menor drawdown", "lower volatility"],
)  # fmt: skip
def test_a_wish_for_little_risk(text: str):
    assert read_objective(text).low_risk
    assert not read_objective(text).unwanted


@pytest.mark.parametrize(
    "text", ["high risk", "momentum", "alto risco", "volatility breakout", "risk premium", ""]
)
def test_no_wish_for_little_risk(text: str):
    assert not read_objective(text).low_risk


@pytest.mark.parametrize(
    "text",
    ["long only", "Long-only momentum", "only long positions", "no shorting", "no shorts",
     "without short selling", "never short", "do not sell short", "buy only", "só compras",
     "somente comprado", "apenas compra", "sem venda a descoberto", "sem vender a descoberto",
     "sem operar vendido", "sem short", "não vender a descoberto"],
)  # fmt: skip
def test_long_only(text: str):
    assert read_objective(text).long_only


@pytest.mark.parametrize(
    "text",
    ["momentum", "long and short", "no short-term trades", "not short term", "only long-term",
     "without short term noise", "compra e venda", "sell short in falling markets",
     "long-term trend"],
)  # fmt: skip
def test_not_long_only(text: str):
    assert not read_objective(text).long_only


def test_what_is_wanted_and_ruled_out_is_ruled_out():
    found = read_objective("momentum! Mean reversion. No momentum.")
    assert not found.kinds & found.unwanted
    assert {FAMILY[kind] for kind in found.unwanted} == {"momentum"}


@pytest.mark.parametrize("language", ["en", "pt"])
def test_every_word_of_every_template_finds_it(language: str):
    for template in TEMPLATES:
        for word in template.words[language]:
            assert template.kind in read_objective(word).kinds, (template.kind, word)


def test_a_huge_objective_is_read():
    assert wanted("no no no " * 200 + ", momentum " * 20) == {"momentum"}
