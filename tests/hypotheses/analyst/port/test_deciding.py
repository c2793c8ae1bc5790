"""At the limit an analyst decides."""

from __future__ import annotations

import pytest

from tests.hypotheses.analyst.port.briefs import IDEAS, done, every_idea, review_of


@every_idea
def test_a_decision_is_final_and_keeps_every_gap(analyst, language, text):
    review = review_of(analyst, language, text)
    decision = done(
        analyst.decide({"original": text, "language": language, "question": text,
                        "elements": [], "review": review})
    )  # fmt: skip
    below = [s["aspect"] for s in review["scores"] if s["score"] < 2]

    assert decision["status"] in ("approved", "rejected")
    assert decision["scores"] == review["scores"]
    assert [i["aspect"] for i in decision["improvements"]] == below


@pytest.mark.parametrize(
    ("scores", "vetoes", "status"),
    [
        ((1, 1, 1, 1), [], "approved"),
        ((2, 2, 2, 1), [], "approved"),
        ((2, 2, 2, 0), [], "rejected"),
        ((2, 2, 2, 1), [{"code": "vagueness", "quote": "", "reason": ""}], "rejected"),
    ],
)
def test_it_approves_only_what_is_at_least_half_covered(analyst, scores, vetoes, status):
    language, text = IDEAS["semi_formed"][0]
    review = review_of(analyst, language, text)
    given = [{**s, "score": n} for s, n in zip(review["scores"], scores, strict=True)]
    brief = {"original": text, "language": language, "question": text, "elements": []}
    decision = done(
        analyst.decide({**brief, "review": {**review, "scores": given, "vetoes": vetoes}})
    )

    assert decision["status"] == status
