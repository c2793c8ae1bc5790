"""The export: the OSF's headings in the hypothesis's language, and nothing that was not given."""

from __future__ import annotations

from typing import Any

import pytest

from hypotheses.domain import osf
from hypotheses.domain.osf import HEADINGS, WORDS
from hypotheses.domain.registration import PLAN

# As the template of the OSF (website/project/metadata/osf-preregistration-3.json) words them.
OSF = {
    "Study Information": ["Title", "Description", "Hypotheses"],
    "Design Plan": ["Study design"],
    "Sampling Plan": ["Existing Data", "Data collection procedures", "Sample size"],
    "Variables": ["Manipulated variables", "Measured variables"],
    "Analysis Plan": ["Statistical models", "Inference criteria"],
    "Other": ["Other"],
}
PT = {
    "Informações do estudo": ["Título", "Descrição", "Hipóteses"],
    "Plano do desenho": ["Desenho do estudo"],
    "Plano de amostragem": [
        "Dados já existentes", "Procedimentos de coleta de dados", "Tamanho da amostra",
    ],
    "Variáveis": ["Variáveis manipuladas", "Variáveis medidas"],
    "Plano de análise": ["Modelos estatísticos", "Critérios de inferência"],
    "Outros": ["Outros"],
}  # fmt: skip


def content(language: str = "en", **changed: Any) -> dict[str, Any]:
    return {
        "number": 1,
        "registered_at": "2026-01-01T00:00:00.000000+00:00",
        "follows": None,
        "hypothesis": {"id": 12, "idea": "Naps help\nmemory", "language": language},
        "version": {"number": 2, "question": "Do naps help?", "elements": [], "statements": []},
        "decision": {"source": "agent", "after": "approved", "reason": "All is covered."},
        "assumptions": [],
        "open_gaps": [],
        "plan": {},
        "note": "",
        **changed,
    }


def items(frozen: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    return {i.title: i.paragraphs for section in osf.sections(frozen) for i in section.items}


@pytest.mark.parametrize(("language", "expected"), [("en", OSF), ("pt", PT)])
def test_the_headings_are_in_the_hypothesis_s_language(language: str, expected: Any) -> None:
    found = {s.title: [i.title for i in s.items] for s in osf.sections(content(language))}
    assert found == expected
    text = osf.markdown(content(language), "0" * 64)
    assert [line[3:] for line in text.splitlines() if line.startswith("## ")] == list(expected)


def test_both_languages_have_the_same_words() -> None:
    assert HEADINGS["en"].keys() == HEADINGS["pt"].keys()
    assert WORDS["en"].keys() == WORDS["pt"].keys()


@pytest.mark.parametrize(("language", "said"), [("en", "not stated"), ("pt", "não informado")])
def test_what_was_not_given_is_said_to_be_so(language: str, said: str) -> None:
    sections = osf.as_json(content(language), "0" * 64)["sections"]
    found = [item for section in sections for item in section["items"] if not item["stated"]]
    assert len(found) == 9  # all but title, description and the decision
    assert {item["text"] for item in found} == {said}
    assert osf.markdown(content(language), "0" * 64).count(f"*{said}*") == 9


def test_each_part_of_the_plan_stands_under_one_heading() -> None:
    plan = {name: f"what of {name}" for name in PLAN}
    found = items(content(plan=plan))
    told = [text for paragraphs in found.values() for text in paragraphs]
    assert sorted(text for text in told if text.startswith("what of")) == sorted(plan.values())
    assert found["Sample size"] == ("what of sample_size",)


def test_elements_say_who_said_them_and_claim_no_manipulation() -> None:
    elements = [
        {"aspect": "variables", "kind": "independent_variable", "text": "naps", "origin": "user"},
        {"aspect": "metrics", "kind": "metric", "text": "recall", "origin": "suggested"},
    ]
    version = {"number": 1, "question": "q", "elements": elements, "statements": []}
    found = items(content(version=version))
    assert found["Measured variables"] == ("metric: recall (suggested, not confirmed)",)
    assert found["Manipulated variables"] == (
        "independent variable: naps (the author's words)",
        "Whether it is manipulated or only observed: not stated",
    )


def test_a_person_s_words_are_no_markup() -> None:
    text = osf.markdown(content(note="# Title\n<script>x</script>\n[a](http://b)"), "0" * 64)
    assert "> \\# Title\n> \\<script\\>x\\</script\\>\n> \\[a\\](http://b)" in text


def test_the_title_is_one_line_of_bounded_length() -> None:
    idea = {"id": 1, "idea": "word " * 100, "language": "en"}
    (title,) = items(content(hypothesis=idea))["Title"]
    assert len(title) <= osf.MAX_TITLE
    assert title.endswith("word…")
    assert items(content())["Title"] == ("Naps help memory",)
