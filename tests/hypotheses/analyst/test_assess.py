"""What `assess` gives for a text: its line of JSON, and evidence that stands in the text."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hypotheses.analyst.assess import assess
from hypotheses.domain.types import ASPECTS, LANGUAGES
from tests.hypotheses.analyst.support import texts

IDEAS = [("en", "TDD reduces bugs in small teams"), ("pt", "TDD reduz bugs em equipes pequenas")]


@pytest.mark.parametrize(("language", "text"), IDEAS)
def test_a_line_has_the_documented_keys(language, text):
    line = assess(text).as_line()

    assert list(line) == ["text", "language", "kind", "verdict", "aspects", "vetoes"]
    assert (line["text"], line["language"]) == (text, language)
    assert list(line["aspects"]) == list(ASPECTS)
    for aspect in line["aspects"].values():
        assert list(aspect) == ["score", "evidence", "gap", "suggestion"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Coffee is good because everybody knows it works"),
        ("pt", "Café é bom porque todo mundo sabe que funciona"),
    ],
)
def test_a_veto_on_a_line_has_its_kind_quote_and_reason(language, text):
    (veto,) = assess(text, language).as_line()["vetoes"]

    assert set(veto) == {"code", "quote", "reason"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_is_plain_json(language):
    for text in texts(language):
        line = assess(text, language).as_line()
        assert json.loads(json.dumps(line)) == line


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_text_gives_the_same_bytes(language):
    once, again = (
        [json.dumps(assess(text, language).as_line()) for text in texts(language)] for _ in "12"
    )

    assert once == again


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_gap_is_said_below_2_and_only_there(language):
    for text in texts(language):
        for score in assess(text, language).scores:
            assert (
                bool(score.gap) == bool(score.suggestion) == bool(score.code) == (score.score < 2)
            )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_score_above_0_has_its_evidence(language):
    bare = [
        (score.aspect, score.score, text)
        for text in texts(language)
        for score in assess(text, language).scores
        if score.score == 2 and not score.evidence
    ]

    assert bare == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_texts_get_gaps_of_their_own(language):
    """A gap is specific to its text: no sentence fits all."""
    gaps = {
        (score.aspect, score.code, score.gap)
        for text in texts(language)[:20]
        for score in assess(text, language).scores
        if score.score == 1
    }

    assert len({gap for *_, gap in gaps}) > len({(aspect, code) for aspect, code, _ in gaps})


# Texts as nobody wrote them: halves of labelled ones joined, cut anywhere, with odd spaces.
@st.composite
def mixtures(draw):
    language = draw(st.sampled_from(LANGUAGES))
    parts = draw(st.lists(st.sampled_from(texts(language)), min_size=1, max_size=3))
    cut = [part[draw(st.integers(0, len(part) // 2)) :] for part in parts]
    cut = [part[: draw(st.integers(1, len(part)))] for part in cut]
    return language, draw(st.sampled_from([" ", ". ", "\n", ", ", "  ", ""])).join(cut)


@given(mixtures())
@settings(max_examples=250, deadline=None, derandomize=True)
def test_all_evidence_is_a_verbatim_quote(mixture):
    language, text = mixture
    found = assess(text, language)
    quotes = [score.evidence for score in found.scores if score.evidence is not None]
    quotes += [veto.quote for veto in found.vetoes] + list(found.hedges)

    assert [quote for quote in quotes if not quote.strip() or quote not in text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_evidence_has_no_sign_at_its_edges(language):
    """A quote is a phrase: no comma or dash hangs at its end."""
    hanging = [
        score.evidence
        for text in texts(language)
        for score in assess(text, language).scores
        if score.evidence and score.evidence[-1] in ",;:-–"
    ]

    assert hanging == []


@given(st.text(max_size=200), st.sampled_from(LANGUAGES))
@settings(max_examples=250, deadline=None, derandomize=True)
def test_any_text_can_be_assessed_in_a_forced_language(text, language):
    assert len(assess(text, language).scores) == len(ASPECTS)


@pytest.mark.parametrize(
    "text",
    ["", "\n\n", "́", "sleep ́ improves", "?", "((((", "[to be defined: x", "'s", "% % %",
     "12", "\u200b", "é", "X", "\ud800"],
)  # fmt: skip
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_odd_text_can_be_assessed_in_a_forced_language(language, text):
    assert assess(text, language).verdict in ("needs_refinement", "rejected")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_text_is_assessed_as_any_other(language):
    text = " ".join(texts(language)) * 3

    assert len(text) > 30_000
    assert assess(text, language).language == language
