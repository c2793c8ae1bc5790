"""The traces that the built-in analyst leaves, in both languages."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from config.text.tokens import fold
from hypotheses.domain.claim import from_dict
from tests.hypotheses.graph.loop import refine
from tests.hypotheses.helpers import COMPLETE, LANGUAGES, VETOED


class Trace(NamedTuple):
    """What an idea and its like in the other language come to.

    `first` are gaps that the first version has (it may have more), `versions` how many there may
    be, `open` the gaps left at the end, `assumed` whether it rests on suggestions.
    """

    pt: str
    en: str
    kind: str
    versions: tuple[int, ...]
    first: set[str]
    end: str
    forced: bool = False
    assumed: bool = False
    open: frozenset[str] = frozenset()

    def __str__(self) -> str:
        return self.pt


PLACEHOLDERS = frozenset({"population", "metrics", "variables", "testability"})
TRACES = [
    Trace(
        "Método incremental é mais rápido",
        "The incremental method is faster",
        "vague", (2,), {"population", "metrics"}, "approved", assumed=True,
    ),
    Trace(
        "Observei que os bugs aumentam perto do fim do sprint",
        "I noticed that bugs increase near the end of the sprint",
        "vague", (2, 3), {"population"}, "approved", assumed=True,
    ),
    Trace(
        "Observei que métodos ágeis parecem funcionar melhor",
        "I noticed that agile methods seem to work better",
        "vague", (2, 3), {"testability", "metrics"}, "approved", assumed=True,
    ),
    Trace(
        "TDD reduz bugs em equipes pequenas",
        "TDD reduces bugs in small teams",
        "semi_formed", (2,), {"population", "metrics"}, "approved", assumed=True,
    ),
    Trace(
        "Z melhora W",
        "Z improves W",
        "vague", (3,), {"variables"}, "rejected", forced=True, open=PLACEHOLDERS,
    ),
    Trace(
        "X afeta Y de alguma forma",
        "X affects Y in some way",
        "vague", (3,), {"variables"}, "rejected", forced=True, open=PLACEHOLDERS,
    ),
    Trace(
        "Como X impacta Y em adultos 18-40 anos?",
        "How does X impact Y in adults aged 18-40?",
        "semi_formed", (3,), {"variables"}, "rejected", forced=True,
        open=PLACEHOLDERS - {"population"},
    ),
    Trace(VETOED["pt"], VETOED["en"], "vague", (1,), set(), "rejected"),
    Trace(COMPLETE["pt"], COMPLETE["en"], "complete", (1,), set(), "approved"),
]  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("trace", TRACES, ids=str)
def test_trace(trace: Trace, language: str) -> None:
    state = refine(getattr(trace, language))
    assert (state["language"], state["input_kind"]) == (language, trace.kind)
    assert len(state["hypothesis_versions"]) in trace.versions
    assert {gap["aspect"] for gap in state["gaps"] if gap["opened_in"] == 1} >= trace.first
    assert (state["methodologist_output"]["status"], state["forced"]) == (trace.end, trace.forced)
    assert bool(from_dict(state["claim"]).conditions) == trace.assumed
    if not state["methodologist_output"]["vetoes"]:
        left = {gap["aspect"] for gap in state["gaps"] if gap["state"] in ("open", "reopened")}
        assert left == trace.open


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("trace", [t for t in TRACES if t.kind != "vague"], ids=str)
def test_what_is_not_vague_stands_verbatim_as_v1(trace: Trace, language: str) -> None:
    idea = getattr(trace, language)
    assert refine(idea)["hypothesis_versions"][0]["question"] == idea


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("trace", [t for t in TRACES if t.kind == "vague"], ids=str)
def test_a_vague_idea_becomes_a_question(trace: Trace, language: str) -> None:
    (first, *_rest) = refine(getattr(trace, language))["hypothesis_versions"]
    assert first["question"].endswith("?")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("trace", [t for t in TRACES if t.forced], ids=str)
def test_placeholders_are_asked_for_and_nothing_is_put_in_their_place(
    trace: Trace, language: str
) -> None:
    state = refine(getattr(trace, language))
    assert {slot.origin for _name, slot in from_dict(state["claim"]).items()} <= {"user"}
    assert state["methodologist_output"]["clarifications"]
    marker = {"en": "[to be defined:", "pt": "[a definir:"}[language]
    assert all(marker in v["question"] for v in state["hypothesis_versions"][1:])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("trace", [t for t in TRACES if t.assumed], ids=str)
def test_every_gap_that_closed_says_with_which_words(trace: Trace, language: str) -> None:
    state = refine(getattr(trace, language))
    questions = {v["version"]: v["question"] for v in state["hypothesis_versions"]}
    closed = [
        gap
        for gap in state["gaps"]
        if gap["state"] == "closed" and gap["slot"] != "hedge"  # it closes by being left out
    ]
    assert closed
    for gap in closed:
        words = fold(questions[gap["closed_in"]])
        said = re.sub(r"\((?:to be named|a indicar): [^)]*\)", "", gap["closed_by"])
        assert said
        assert all(fold(word) in words for word in said.split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("trace", [t for t in TRACES if t.assumed], ids=str)
def test_an_approval_says_how_many_assumptions_it_rests_on(trace: Trace, language: str) -> None:
    state = refine(getattr(trace, language))
    count = len(from_dict(state["claim"]).conditions)
    assert len(state["methodologist_output"]["conditions"]) == count
    assert str(count) in state["methodologist_output"]["justification"]
