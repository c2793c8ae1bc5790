"""Where grammar bears out what the model read with doubt, and where it refuses a slot."""

from __future__ import annotations

import pytest

from hypotheses.analyst.reader.agreement import Agreement
from hypotheses.analyst.reader.spans import Span
from hypotheses.domain.types import Language

from .marked import assembled


def grammar(marked: str, language: Language) -> tuple[Agreement, dict[str, Span]]:
    """The grammar of a text whose slots are marked `{tag|words}`, and its spans by tag."""
    put = assembled(marked, language)
    return Agreement(put), {span.tag: span for span in put.spans}


@pytest.mark.parametrize(
    ("language", "tag", "marked"),
    [
        ("en", "comparator", "{unit|Dogs} {outcome|bark} {relation|less} than {comparator|cats}."),
        (
            "en",
            "comparator",
            "{exposure|Ash} {relation|adds} {outcome|strength} relative to the {comparator|mix}",
        ),
        (
            "pt",
            "comparator",
            "{exposure|Trunk} {relation|encurta} o {outcome|prazo} frente a {comparator|branches}.",
        ),
        (
            "pt",
            "comparator",
            "{unit|Squads} têm {outcome|prazo} {relation|menor} que a {comparator|dos vizinhos}.",
        ),
        (
            "en",
            "exposure",
            "{unit|Men} {outcome|err} {relation|more} {exposure|in cars} than in {comparator|vans}",
        ),
        (
            "pt",
            "exposure",
            "{exposure|Quem usa voz} {outcome|erra} {relation|mais} que {comparator|quem usa foto}",
        ),
        ("en", "exposure", "{exposure|Mowing} {relation|brings back} {outcome|butterflies}"),
        ("en", "outcome", "{exposure|Mowing} {relation|brings back} {outcome|butterflies}"),
        ("pt", "outcome", "{unit|Quem usa voz} {outcome|morre} {relation|menos}"),
    ],
)
def test_the_form_of_a_sentence_bears_a_slot_out(language, tag, marked):
    agreement, spans = grammar(marked, language)
    assert agreement.bears_out(spans[tag])


@pytest.mark.parametrize(
    ("language", "tag", "marked"),
    [
        (
            "pt",
            "comparator",
            "{unit|A gente} {outcome|vende} {relation|mais} do que {comparator|nunca}.",
        ),
        ("en", "comparator", "{unit|Beans} come out just as {comparator|tender} as ever"),
        (
            "en",
            "exposure",
            "The road was closed. The {exposure|closure} {relation|cut} {outcome|sales}.",
        ),
    ],
)
def test_what_the_form_leaves_open_is_not_borne_out(language, tag, marked):
    agreement, spans = grammar(marked, language)
    assert not agreement.bears_out(spans[tag])


@pytest.mark.parametrize(
    ("language", "tag", "marked"),
    [
        ("en", "outcome", "{unit|People} are late {outcome|to work} {relation|more often}"),
        ("pt", "window", "{exposure|Café} {relation|piora} o {outcome|sono} {window|em}"),
        ("pt", "window", "{window|seis meses e} meio"),
        ("en", "comparator", "{outcome|Quality} was {relation|better} than {comparator|it} was"),
        ("en", "outcome", "{exposure|Walks} {relation|raise} {outcome|mood (POMS} today"),
    ],
)
def test_words_that_make_no_phrase_are_refused(language, tag, marked):
    agreement, spans = grammar(marked, language)
    assert agreement.is_miscut(spans[tag])


@pytest.mark.parametrize(
    ("language", "tag", "marked"),
    [
        ("en", "exposure", "{unit|Staff} like {exposure|the app that they log in to} {outcome|x}"),
        (
            "en",
            "comparator",
            "{unit|Audiences} laugh {relation|more} than {comparator|those without}",
        ),
        ("en", "outcome", "{exposure|Chess} makes you {relation|better} {outcome|at maths}"),
        ("pt", "bound", "Na {bound|Série A}, {unit|árbitros} {outcome|erram} {relation|mais}"),
    ],
)
def test_a_phrase_is_no_cut(language, tag, marked):
    agreement, spans = grammar(marked, language)
    assert not agreement.is_miscut(spans[tag])


@pytest.mark.parametrize(
    ("marked", "split"),
    [
        ("The {outcome|flow} in the {unit|mouse} {exposure|early visual areas} is high", True),
        ("{unit|Plants} {exposure|native to dry slopes} have a thick {outcome|bark}", False),
    ],
)
def test_a_noun_that_was_split_is_asked_about(marked: str, split: bool) -> None:
    told, spans = grammar(marked, "en")
    assert told.is_miscut(spans["exposure"]) is split
