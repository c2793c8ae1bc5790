"""A sentence taken apart at its verb: stated, denied and asked."""

from __future__ import annotations

import pytest

from hypotheses.analyst.syntax.english import gerund, past, present
from hypotheses.analyst.writer import portuguese
from hypotheses.analyst.writer.assertion import assertion
from hypotheses.domain.types import Language
from tests.hypotheses.analyst.writer.marked import marked


@pytest.mark.parametrize(
    ("language", "text", "question", "denial"),
    [
        ("en", "{exposure|Shade nets} {relation|slow} {outcome|leaf rust}",
         "do shade nets slow leaf rust", "shade nets do not slow leaf rust"),
        ("en", "{exposure|The new bell} {relation|cut} {outcome|queueing}",
         "did the new bell cut queueing", "the new bell did not cut queueing"),
        ("en", "{unit|Tenors} who {exposure|nap at noon} {outcome|hold the note} {relation|longer}",
         "do tenors who nap at noon hold the note longer",
         "tenors who nap at noon do not hold the note longer"),
        ("en", "{exposure|Posters} didn't change {outcome|how people park}",
         "is it true that posters didn't change how people park",
         "posters changed how people park"),
        ("en", "{unit|Cats} fed {exposure|by a timer} do not {outcome|wake you} {relation|more}",
         "is it true that cats fed by a timer do not wake you more",
         "cats fed by a timer wake you more"),
        ("en", "{unit|Supervisors} who {exposure|reply soon} have {outcome|shorter theses}",
         "do supervisors who reply soon have shorter theses",
         "supervisors who reply soon do not have shorter theses"),
        ("en", "{exposure|Rails} sped up {outcome|boarding}",
         "did rails speed up boarding", "rails did not speed up boarding"),
        ("en", "When {exposure|the gate is open}, {unit|ewes} {outcome|graze} {relation|longer}",
         "when the gate is open, do ewes graze longer",
         "when the gate is open, ewes do not graze longer"),
        ("en", "There are {relation|fewer} {outcome|falls} {exposure|with rails}",
         "are there fewer falls with rails", "there are not fewer falls with rails"),
        ("en", "{relation|Fewer} {outcome|falls} happen {exposure|with rails}",
         "do fewer falls happen with rails",
         "it is not true that fewer falls happen with rails"),
        ("en", "Does {exposure|lime} {relation|raise} {outcome|the yield}?",
         "does lime raise the yield", "lime does not raise the yield"),
        ("en", "{exposure|A shorter form} should {relation|bring in more} {outcome|replies}",
         "does a shorter form bring in more replies",
         "a shorter form does not bring in more replies"),
        ("en", "There's {relation|less} {outcome|mould} in flats {exposure|with new windows}",
         "is there less mould in flats with new windows",
         "there is not less mould in flats with new windows"),
        ("en", "Do {exposure|toll notices} cause {unit|drivers} to {outcome|leave} earlier?",
         "do toll notices cause drivers to leave earlier",
         "toll notices do not cause drivers to leave earlier"),
        ("en", "{unit|Hens} {exposure|in sheds} lay {relation|more} {outcome|eggs}",
         "do hens in sheds lay more eggs", "hens in sheds do not lay more eggs"),
        ("en", "Is the link between {exposure|noise} and {outcome|errors} moderated by age?",
         "is the link between noise and errors moderated by age",
         "the link between noise and errors is not moderated by age"),
        ("pt", "Em que medida {exposure|o cal} {relation|reduz} {outcome|o mofo}?",
         "o cal reduz o mofo", "o cal não reduz o mofo"),
        ("pt", "{exposure|Telas de sombra} {relation|retardam} a {outcome|ferrugem}",
         "telas de sombra retardam a ferrugem", "telas de sombra não retardam a ferrugem"),
        ("pt", "O {exposure|uso de apitos} {relation|associa-se a} {outcome|brigas}",
         "o uso de apitos associa-se a brigas", "o uso de apitos não se associa a brigas"),
        ("pt", "{unit|Tenores} {exposure|que cochilam} {outcome|seguram a nota} {relation|mais}",
         "tenores que cochilam seguram a nota mais",
         "tenores que cochilam não seguram a nota mais"),
    ],
)  # fmt: skip
def test_a_sentence_is_asked_and_denied(
    language: Language, text: str, question: str, denial: str
) -> None:
    source, claim = marked(text, "causal", "difference")
    found = assertion(claim, language, source)
    assert found is not None
    assert (found.question, found.denial) == (question, denial)


def test_a_title_has_no_verb() -> None:
    source, claim = marked("{exposure|Shade} and {outcome|rust}", "causal", "difference")
    assert assertion(claim, "en", source) is None


@pytest.mark.parametrize(
    ("form", "verb"),
    [("reduced", "reduce"), ("stopped", "stop"), ("carried", "carry"), ("grew", "grow"),
     ("worked", "work"), ("changed", "change"), ("belonged", "belong"), ("put", "put")],
)  # fmt: skip
def test_a_past_form_leads_back_to_its_verb(form: str, verb: str) -> None:
    assert present(form) == verb
    assert past(verb) == form


@pytest.mark.parametrize(
    ("verb", "form"),
    [("make", "making"), ("cut", "cutting"), ("read", "reading"), ("see", "seeing")],
)
def test_a_verb_becomes_an_action(verb: str, form: str) -> None:
    assert gerund(verb) == form


@pytest.mark.parametrize(
    ("subjunctive", "indicative"),
    [("aumente", "aumenta"), ("reduzam", "reduzem"), ("comecem", "começam"), ("exija", "exige"),
     ("fiquem", "ficam"), ("leiam", "leem"), ("paguem", "pagam"), ("esqueça", "esquece")],
)  # fmt: skip
def test_a_subjunctive_leads_back_to_what_is_so(subjunctive: str, indicative: str) -> None:
    assert portuguese.is_subjunctive(subjunctive)
    assert portuguese.indicative(subjunctive) == indicative


@pytest.mark.parametrize("verb", "aumenta reduz bebem começa exige pode doem cobre vende".split())
def test_an_indicative_is_no_subjunctive(verb: str) -> None:
    assert not portuguese.is_subjunctive(verb)


def test_a_portuguese_past_has_a_plural() -> None:
    """It does not end as a present does."""
    found = [portuguese.plural(verb) for verb in ("descascou", "cresceu", "partiu", "caiu")]
    assert found == ["descascaram", "cresceram", "partiram", "caíram"]
