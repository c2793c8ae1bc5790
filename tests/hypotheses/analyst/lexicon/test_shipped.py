"""The lexicon files that ship: alike in both languages, and the analyst knows what it suggests."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from hypotheses.analyst.assess import Findings, examine
from hypotheses.analyst.compose import compose
from hypotheses.analyst.lexicon.compile import FOLDER, GENERAL, field_names, load
from hypotheses.analyst.lexicon.schema import LANGUAGES, FieldLexicon, read_field

FILES = sorted(FOLDER.glob("*/*.toml"))
FIELDS = [name for name in field_names() if name != GENERAL]
# A claim without population, measure or comparison, for each part to be put into.
CLAIM = {"en": "The programme improves {}", "pt": "O programa melhora {}"}
OUTCOME = {"en": "quality", "pt": "a qualidade"}

every_field = pytest.mark.parametrize("field", FIELDS)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def lexicon(language: str, field: str) -> FieldLexicon:
    return load(language).fields[field]


@cache
def bare(language: str) -> Findings:
    return examine(CLAIM[language].format(OUTCOME[language]), language)  # type: ignore[arg-type]


def suggested(language: str, field: str) -> dict[str, list[str]]:
    """All phrases of a field that the structurer may put into a sentence."""
    terms = lexicon(language, field)
    return {
        "population": [population.text for population in terms.populations],
        "measure": [construct.measure for construct in terms.constructs],
        "comparator": [*(factor.comparator for factor in terms.factors), *terms.comparators],
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_shipped_file_passes(path: Path):
    assert read_field(path).field == path.stem


def test_both_languages_have_the_same_fields():
    names = [{path.stem for path in FILES if path.parent.name == name} for name in LANGUAGES]

    assert names[0] == names[1] == set(field_names())


@pytest.mark.parametrize(
    "field",
    """software medicine psychology education agriculture ecology economics markets marketing
    sports materials sociology nutrition transport machine_learning linguistics general""".split(),
)
def test_the_promised_fields_are_there(field):
    assert field in field_names()


@every_field
@pytest.mark.parametrize("section", ["constructs", "factors"])
def test_both_languages_know_the_same_things(field, section):
    ids = [[entry.id for entry in getattr(lexicon(name, field), section)] for name in LANGUAGES]

    assert set(ids[0]) == set(ids[1])
    assert len(set(ids[0])) == len(ids[0]), "an id is listed twice"
    assert len(set(ids[1])) == len(ids[1]), "an id is listed twice"


@every_language
@every_field
def test_no_suggested_phrase_holds_a_digit(language, field):
    phrases = [phrase for kind in suggested(language, field).values() for phrase in kind]

    assert phrases
    assert [phrase for phrase in phrases if re.search(r"\d", phrase)] == []


@every_field
def test_a_suggested_part_in_portuguese_has_its_article(field):
    """`medidos pelo número`, `em comparação com a rotina`: the contraction needs the article."""
    kinds = suggested("pt", field)
    phrases = [*kinds["measure"], *(f.comparator for f in lexicon("pt", field).factors)]

    assert [phrase for phrase in phrases if not re.match(r"(o|a|os|as) ", phrase)] == []


@every_language
@every_field
def test_every_suggested_measure_is_a_metric_to_the_analyst(language, field):
    assert [
        said
        for construct in lexicon(language, field).constructs
        if examine(said := _measured(language, construct), language).metrics.score != 2
    ] == []


def _measured(language: str, construct) -> str:
    claim = CLAIM[language].format(construct.terms[0])
    return compose(examine(claim, language), {"metric": construct.measure})  # type: ignore[arg-type]


@every_language
@every_field
def test_every_suggested_population_is_a_bounded_one_to_the_analyst(language, field):
    assert [
        said
        for text in suggested(language, field)["population"]
        if examine(said := compose(bare(language), {"population": text}), language).population.score
        != 2
    ] == []


@every_language
@every_field
def test_every_suggested_comparator_is_one_to_the_analyst(language, field):
    assert [
        said
        for text in dict.fromkeys(suggested(language, field)["comparator"])
        if examine(
            said := compose(bare(language), {"comparator": text}), language
        ).testability.comparator
        is None
    ] == []


@every_language
@every_field
def test_no_suggested_part_brings_a_hedge_or_a_veto(language, field):
    assert [
        said
        for kind, phrases in suggested(language, field).items()
        for phrase in dict.fromkeys(phrases)
        if (
            found := examine(said := compose(bare(language), {_part(kind): phrase}), language)
        ).vetoes
        or found.testability.hedges
    ] == []


def _part(kind: str) -> str:
    return "metric" if kind == "measure" else kind
