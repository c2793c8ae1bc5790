"""What somebody is likelier to do is what shows a claim's effect."""

from __future__ import annotations

import pytest

from hypotheses.analyst.reader import read


@pytest.mark.parametrize(
    ("language", "text", "outcome", "comparator"),
    [
        ("en", "We expect that nurses will be more likely than porters to report a fall.",
         "report a fall", "porters"),
        ("en", "Are goalkeepers more likely than strikers to retire within two years?",
         "retire", "strikers"),
        ("pt", "Taxistas são mais propensos a cochilar ao volante do que motoboys?",
         "cochilar ao volante", "motoboys"),
        ("en", "Cyclists are less willing to stop at night", "stop", None),
    ],
)  # fmt: skip
def test_the_outcome_is_what_is_done(language, text, outcome, comparator):
    claim = read(text, language).claim
    assert claim.outcome is not None
    assert claim.outcome.text == outcome
    assert claim.outcome.sure
    assert (claim.comparator.text if claim.comparator else None) == comparator


def test_when_it_is_done_more_is_what_varies():
    claim = read("Are guards less likely to smile when the boss walks by?", "en").claim
    assert claim.exposure is not None
    assert claim.exposure.text == "when the boss walks by"


def test_what_was_read_whole_stays():
    text = "Students who commute are more likely to skip breakfast than students who do not"
    claim = read(text, "en").claim
    assert claim.exposure is not None
    assert claim.outcome is not None
    assert claim.exposure.text.endswith("who commute")
    assert claim.outcome.text == "skip breakfast"
