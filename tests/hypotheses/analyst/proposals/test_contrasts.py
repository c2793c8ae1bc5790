"""What the author's own sentence sets an exposure against."""

import pytest

from hypotheses.analyst.proposals.contrasts import (
    elsewhere,
    is_event,
    not_missing,
    not_so,
    other_option,
    rest_of_kind,
)
from tests.hypotheses.analyst.proposals.claims import claim


@pytest.mark.parametrize(
    ("source", "exposure", "other"),
    [
        ("If I water seedlings from below instead of overhead, fewer of them die.",
         "water seedlings from below instead of overhead", "overhead"),
        ("Does whole milk or oat milk foam better?", "whole milk or oat milk", "oat milk"),
        ("Does tea help people sleep?", "tea", None),
        # Both are counts, and no options.
        ("Kids who sit by the radiator ask more, counted 14 vs 5", "who sit by the radiator", None),
    ],
)  # fmt: skip
def test_the_other_option_stands_in_the_sentence(source, exposure, other):
    idea = claim("comparative", "difference", exposure=exposure)
    assert other_option(idea, source) == other


def test_another_reason_is_no_option():
    text = "Teenagers sleep less because of homework, or maybe because of their phones."
    assert other_option(claim(exposure="homework"), text) is None


@pytest.mark.parametrize(
    ("source", "exposure", "event"),
    [
        ("Since I stopped drinking coffee I fall asleep faster.",
         "Since I stopped drinking coffee", True),
        ("A conta de luz diminuiu depois da reforma do telhado.", "reforma do telhado", True),
        ("As pessoas dormem melhor depois do jantar.", "jantar", False),
    ],
)  # fmt: skip
def test_what_happened_is_compared_with_before(source, exposure, event):
    assert is_event(claim(exposure=exposure), source) is event


@pytest.mark.parametrize(
    ("language", "source", "exposure", "denied"),
    [
        ("en", "On routes where the driver says hello, passengers pay more often.",
         "routes where the driver says hello", "on routes where the driver does not"),
        ("pt", "Se o juiz usa linguagem simples, as partes recorrem menos.",
         "usa linguagem simples", "se o juiz não usa linguagem simples"),
        ("pt", "Meus alunos estudam mais quando eu mando vídeo.",
         "quando eu mando vídeo", "quando eu não mando vídeo"),
    ],
)  # fmt: skip
def test_a_clause_is_denied_with_its_subject(language, source, exposure, denied):
    assert not_so(claim(exposure=exposure), language, source) == denied


@pytest.mark.parametrize(
    ("language", "source", "unit", "exposure", "other"),
    [
        (
            "en",
            "Couples who cook together argue less",
            "Couples",
            "cook together",
            "couples who do not cook together",
        ),
        (
            "en",
            "Patients seen by one nurse complain less",
            "Patients",
            "seen by one nurse",
            "patients not seen by one nurse",
        ),
        ("en", "Kids who hardly play squint more", "Kids", "hardly play", "other kids"),
        (
            "pt",
            "Casal que cozinha junto briga menos",
            "Casal",
            "que cozinha junto",
            "casal que não cozinha junto",
        ),
        (
            "pt",
            "Colmeia virada pro sol enxameia menos",
            "Colmeia",
            "virada pro sol",
            "colmeia não virada pro sol",
        ),
    ],
)
def test_a_group_is_compared_with_the_rest_of_its_kind(language, source, unit, exposure, other):
    idea = claim("comparative", exposure=exposure, unit=unit)
    assert rest_of_kind(idea, language, source) == other


@pytest.mark.parametrize(
    ("language", "source", "unit", "exposure", "other"),
    [
        ("en", "Editors who read aloud spot more typos", "editors", "who read aloud",
         "editors who do not read aloud"),
        ("en", "Monks who copied by candlelight made more errors", "monks",
         "who copied by candlelight", "monks who did not copy by candlelight"),
        ("en", "Farmers who rotate clover get heavier lambs", "farmers", "who rotate clover",
         "farmers who do not rotate clover"),
        ("en", "Weavers who whistle make fewer knots", "weavers", "who whistle",
         "weavers who do not whistle"),
        ("en", "Tenants whose landlord lives in the same building report damp sooner", "tenants",
         "whose landlord lives in the same building",
         "tenants whose landlord does not live in the same building"),
        ("en", "Vans parked in the shade use less gas", "vans", "parked in the shade",
         "vans not parked in the shade"),
        ("pt", "Cebola plantada na lua minguante rende mais", "cebola",
         "plantada na lua minguante", "cebola não plantada na lua minguante"),
        ("pt", "Moto de entrega com baú vermelho sofre menos multa", "moto de entrega",
         "com baú vermelho", "moto de entrega sem baú vermelho"),
        # What does it itself cannot be absent: others of its kind are.
        ("en", "Night buses without music have more fights", "", "night buses without music",
         "night buses with music"),
        ("en", "Old locks jam more often", "", "old locks", "other locks"),
        ("pt", "Reunião de manhã rende mais", "", "reunião de manhã", "outras reuniões"),
        ("pt", "Sapato de couro engraxado toda semana dura mais", "sapatos",
         "Sapato de couro engraxado toda semana", "sapato de couro não engraxado toda semana"),
        ("pt", "Time que viaja de ônibus mais de oito horas leva mais gol", "times",
         "time que viaja de ônibus mais de oito horas",
         "time que não viaja de ônibus mais de oito horas"),
        # A verb that the words hold beyond the person's own clause is what that person does.
        ("pt", "Técnica que pega dois plantões em hospitais diferentes lava menos a mão",
         "hospitais", "técnica que pega dois plantões em hospitais diferentes lava",
         "técnica que não pega dois plantões em hospitais diferentes"),
        # A condition, with and without.
        ("pt", "Sem o filtro no aquário, os peixes adoecem mais", "peixes",
         "Sem o filtro no aquário", "com o filtro no aquário"),
        ("en", "With a free coffee voucher, donors return sooner", "donors",
         "a free coffee voucher", "without a free coffee voucher"),
    ],
)  # fmt: skip
def test_the_rest_of_a_kind_is_told_by_the_tree(language, source, unit, exposure, other):
    words = {"unit": unit} if unit else {}
    outcome = source.rsplit(" ", maxsplit=1)[-1]
    idea = claim("comparative", exposure=exposure, outcome=outcome, **words)
    assert rest_of_kind(idea, language, source) == other


@pytest.mark.parametrize(
    ("language", "source", "words", "other"),
    [
        ("en", "Flaky tests get worse on Mondays because the cache is cold",
         {"exposure": "the cache is cold", "window": "on Mondays"}, "on other days"),
        ("pt", "Criança come mais feijão em dia frio", {"exposure": "em dia frio"},
         "nos outros dias"),
        ("pt", "Nas audiências por vídeo eles falam menos", {"exposure": "audiências por vídeo"},
         "nas outras audiências"),
        ("en", "Tolls rose in towns where the merchants sat on the council",
         {"exposure": "towns where the merchants sat on the council"}, None),
    ],
)  # fmt: skip
def test_other_times_and_places_than_the_one_that_is_named(language, source, words, other):
    assert elsewhere(claim(**words), language, source) == other


@pytest.mark.parametrize(
    ("language", "unit", "exposure", "other"),
    [
        ("en", "Patients", "who sleep badly", "patients who do not sleep badly"),
        ("pt", "Pacientes", "que dormem mal", "pacientes que não dormem mal"),
        ("en", "lakes", "stocked with grass carp", "lakes not stocked with grass carp"),
        ("en", "drivers", "who mistreated horses", "drivers who did not mistreat horses"),
        (
            "en",
            "teenagers",
            "who get a room at 13",
            "teenagers who do not get a room at 13",
        ),
    ],
)
def test_words_that_stand_in_no_sentence_describe_the_unit(language, unit, exposure, other):
    idea = claim("comparative", unit=unit, exposure=exposure)
    assert rest_of_kind(idea, language, "") == other


@pytest.mark.parametrize(
    ("source", "exposure", "there"),
    [
        ("Isso ocorre por falta de saneamento?", "falta de saneamento", "a presença de saneamento"),
        ("Does a lack of shade harm the seedlings?", "lack of shade", "enough shade"),
        ("Does shade harm the seedlings?", "shade", None),
    ],
)
def test_what_is_missing_is_compared_with_its_presence(source, exposure, there):
    assert not_missing(claim(exposure=exposure), source) == there


def test_a_condition_of_two_clauses_is_not_denied_by_half():
    source = "If the mill is run by one family and the farm is run by another, do wages rise?"
    exposure = "If the mill is run by one family and the farm is run by another"
    assert not_so(claim(exposure=exposure, outcome="wages"), "en", source) is None
