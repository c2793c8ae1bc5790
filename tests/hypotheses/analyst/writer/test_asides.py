"""A question loses what surrounds its claim: hedges, reports, asides; its grammar stays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hypotheses.analyst.reader import read
from hypotheses.analyst.writer import plain
from hypotheses.domain.claim import Claim
from hypotheses.domain.types import Language


@pytest.mark.parametrize(
    ("text", "hedges", "wanted"),
    [
        ("I suspect that naps help", ("I suspect that",), "Naps help"),
        ("I own a shop. I suspect that naps help.", ("I suspect",), "I own a shop. Naps help."),
        ("Perhaps that drug works", ("Perhaps",), "That drug works"),
        ("Naps seem to help new hires", ("seem to",), "Naps help new hires"),
        ("Honey seems to last", ("seems to",), "Honey lasts"),
        ("Sheep might gain weight", ("might",), "Sheep gain weight"),
        ("The vaccine may prevent falls", ("may",), "The vaccine prevents falls"),
        ("Naps probably help", ("probably",), "Naps help"),
        ("I think perhaps naps help", ("I think", "perhaps"), "Naps help"),
        ("Kids with dogs seem fitter", ("seem",), "Kids with dogs seem fitter"),
        ("Kids with dogs seem to play", ("seem",), "Kids with dogs play"),
        ("Naps help", ("not in the text",), "Naps help"),
        ("Naps seem to", ("seem to",), "Naps seem to"),
    ],
)
def test_hedges(text: str, hedges: tuple[str, ...], wanted: str) -> None:
    assert plain(text, Claim(hedges=hedges), "en")[0] == wanted


@pytest.mark.parametrize(
    ("text", "hedges", "wanted"),
    [
        ("Faço pão. Tenho a impressão de que o fermento natural dura mais.",
         ("Tenho a impressão de que",), "Faço pão. O fermento natural dura mais."),
        ("Métodos ágeis parecem funcionar melhor", ("parecem",), "Métodos ágeis funcionam melhor"),
        ("A música pode reduzir a dor", ("pode",), "A música reduz a dor"),
        ("Talvez o curso aumente a renda", ("Talvez",), "O curso aumenta a renda"),
        ("Os cursos talvez façam bem", ("talvez",), "Os cursos fazem bem"),
    ],
)  # fmt: skip
def test_portuguese_hedges(text: str, hedges: tuple[str, ...], wanted: str) -> None:
    assert plain(text, replace(read(text, "pt").claim, hedges=hedges), "pt")[0] == wanted


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "My grandfather used to say that bees near clover make more honey",
         "Bees near clover make more honey"),
        ("en", "Hypothesis: short meetings raise attendance", "Short meetings raise attendance"),
        ("en", "Shorter meetings raise attendance, but I can't prove it",
         "Shorter meetings raise attendance"),
        ("en", "Teachers who believe that talent is fixed praise less",
         "Teachers who believe that talent is fixed praise less"),
        ("en", "I think hens lay less near the road but my neighbour says it's the opposite",
         "Hens lay less near the road"),
        ("en", "pupils who sit in front get better marks but maybe it's just that the keen ones do",
         "pupils who sit in front get better marks"),
        ("en", "Physio by video works just as well for knee pain, I'd like to check that",
         "Physio by video works just as well for knee pain"),
        ("en", "I think it's all the same whether you study at night, the marks don't change",
         "It's all the same whether you study at night, the marks don't change"),
        ("pt", "Não sei se tem a ver, mas parece que nos dias de chuva a venda de pão cai",
         "Nos dias de chuva a venda de pão cai"),
        ("pt", "Adoçante dá mais fome, será?", "Adoçante dá mais fome"),
        ("pt", "Turmas com dois professores têm menos brigas, alguém já viu isso?",
         "Turmas com dois professores têm menos brigas"),
        ("pt", "O zelador me contou que prédios com horta têm menos ratos",
         "Prédios com horta têm menos ratos"),
        ("pt", "Reuniões curtas aumentam a presença, mas não sei explicar",
         "Reuniões curtas aumentam a presença"),
    ],
)  # fmt: skip
def test_reports_and_asides(language: Language, text: str, wanted: str) -> None:
    assert plain(text, read(text, language).claim, language)[0] == wanted
