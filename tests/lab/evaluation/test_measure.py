"""The counts, on labels and assessments whose figures are worked out by hand."""

from __future__ import annotations

import math

import pytest

from tests.lab.evaluation import measure
from tests.lab.evaluation.measure import Proportion

from .builders import found, label

REFUSED = (label(scores=(1, 1, 2, 2), verdict="needs_refinement"), None)


def counts(value: Proportion) -> tuple[int, int]:
    return value.hits, value.total


@pytest.mark.parametrize(
    ("hits", "total", "low", "high"),
    [
        (8, 10, 0.490162, 0.943318),
        (0, 10, 0.0, 0.277533),
        (10, 10, 0.722467, 1.0),
        (1, 1, 0.206549, 1.0),
        (50, 100, 0.403832, 0.596168),
    ],
)
def test_the_wilson_interval_of_known_cases(hits, total, low, high):
    interval = Proportion(hits, total).interval
    assert interval == pytest.approx((low, high), abs=1e-6)


def test_a_wilson_bound_is_as_far_off_as_its_own_error_allows():
    p, n, z = 96 / 110, 110, 1.959964
    for bound in Proportion(96, 110).interval or ():
        assert abs(p - bound) == pytest.approx(z * math.sqrt(bound * (1 - bound) / n), rel=1e-5)


def test_nothing_to_count_has_neither_share_nor_interval():
    none = measure.proportion([])
    assert (none.share, none.interval) == (None, None)


def test_a_share_is_hits_out_of_all():
    assert measure.proportion([True, False, True, True]).share == 0.75


def test_a_verdict_agrees_when_it_is_the_labelled_one():
    judged = [
        (label(), found()),
        (label(verdict="rejected"), found()),
        (label(verdict="rejected"), found(verdict="rejected")),
    ]
    assert counts(measure.verdict_agreement(judged)) == (2, 3)


def test_a_refused_text_agrees_with_no_label():
    assert counts(measure.verdict_agreement([REFUSED])) == (0, 1)


def test_the_same_verdict_in_both_languages():
    pairs = [(found(), found()), (found(), found(verdict="rejected"))]
    assert counts(measure.same_verdict(pairs)) == (1, 2)


@pytest.mark.parametrize("pair", [(None, None), (found(), None), (None, found())])
def test_a_refused_text_is_not_judged_alike(pair):
    assert counts(measure.same_verdict([pair])) == (0, 1)


class TestGaps:
    JUDGED = (
        (label(scores=(1, 2, 0, 2)), found(scores=(0, 1, 2, 2))),
        (label(scores=(2, 2, 2, 1)), found(scores=(2, 2, 2, 0))),
    )

    def test_recall_is_of_the_labelled_gaps(self):
        assert counts(measure.gap_recall(self.JUDGED)) == (2, 3)

    def test_precision_is_of_the_gaps_found(self):
        assert counts(measure.gap_precision(self.JUDGED)) == (2, 3)

    def test_a_vetoed_idea_has_no_gaps_to_find(self):
        judged = [(label(scores=(0, 0, 0, 0), veto="tautology"), found(scores=(0, 0, 0, 0)))]
        assert counts(measure.gap_recall(judged)) == (0, 0)
        assert counts(measure.gap_precision(judged)) == (0, 0)

    def test_the_gaps_of_a_refused_text_are_missed(self):
        assert counts(measure.gap_recall([REFUSED])) == (0, 2)

    def test_a_refused_text_has_no_wrong_gaps(self):
        assert counts(measure.gap_precision([REFUSED])) == (0, 0)


class TestAspects:
    JUDGED = (
        (label(scores=(2, 0, 2, 2)), found(scores=(2, 1, 2, 2))),
        (label(scores=(2, 2, 2, 2)), found(scores=(1, 2, 2, 2))),
    )

    @pytest.mark.parametrize(("aspect", "hits"), [("population", 1), ("metrics", 2)])
    def test_covered_tells_two_from_less(self, aspect, hits):
        assert counts(measure.covered_agreement(self.JUDGED, aspect)) == (hits, 2)

    @pytest.mark.parametrize(("aspect", "hits"), [("population", 1), ("metrics", 1)])
    def test_exact_tells_every_score(self, aspect, hits):
        assert counts(measure.exact_agreement(self.JUDGED, aspect)) == (hits, 2)

    def test_a_refused_text_agrees_in_no_aspect(self):
        assert counts(measure.covered_agreement([REFUSED], "population")) == (0, 1)
        assert counts(measure.exact_agreement([REFUSED], "population")) == (0, 1)


class TestVetoes:
    JUDGED = (
        (label(veto="tautology"), found(veto="tautology")),
        (label(veto="tautology"), found(veto="metaphysics")),
        (label(veto="vagueness"), found()),
        (label(), found(veto="vagueness")),
        (label(), found()),
        (label(veto="vagueness"), None),
    )

    def test_recall_is_of_the_labelled_vetoes(self):
        assert counts(measure.veto_recall(self.JUDGED)) == (2, 4)

    def test_precision_is_of_the_vetoes_found(self):
        assert counts(measure.veto_precision(self.JUDGED)) == (2, 3)

    def test_the_reason_is_compared_where_both_have_one(self):
        assert counts(measure.veto_kind(self.JUDGED)) == (1, 2)


def test_detection_counts_the_language_the_text_is_in():
    assert counts(measure.detection([found(), found(language="pt"), None], "en")) == (1, 3)


def test_confusion_counts_each_meeting_of_verdicts():
    judged = [(label(), found()), (label(), found(verdict="rejected")), (label(), found()), REFUSED]
    assert measure.confusion(judged) == {
        ("approved", "approved"): 2,
        ("approved", "rejected"): 1,
        ("needs_refinement", "unread"): 1,
    }
