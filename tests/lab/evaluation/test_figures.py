"""Which figures there are, and when a target is met."""

from __future__ import annotations

import pytest

from tests.lab.evaluation import figures
from tests.lab.evaluation.figures import Figure, Target
from tests.lab.evaluation.measure import Proportion

from .builders import found, label


@pytest.mark.parametrize(
    ("target", "hits", "met"),
    [
        (Target(0.85), 85, True),
        (Target(0.85), 84, False),
        (Target(0.08, at_most=True), 8, True),
        (Target(0.08, at_most=True), 9, False),
    ],
)
def test_a_bound_itself_meets_the_target(target, hits, met):
    assert Figure("tuning", "gap_recall", "en", Proportion(hits, 100), target).met is met


@pytest.mark.parametrize(
    ("value", "target"), [(Proportion(0, 0), Target(0.85)), (Proportion(1, 2), None)]
)
def test_what_was_not_measured_or_has_no_target_is_neither_met_nor_missed(value, target):
    assert Figure("tuning", "gap_recall", "en", value, target).met is None


def pair_figures() -> dict[tuple[str, str, str], Figure]:
    pairs = [label(), label(field="ecology", noise="typos", verdict="rejected")]
    readings = {"en": [found(), found()], "pt": [found(language="pt"), None]}
    return {
        (one.name, one.language, one.group): one
        for one in figures.of_pairs("tuning", pairs, readings)  # type: ignore[arg-type]
    }


@pytest.mark.parametrize(
    ("key", "hits", "total"),
    [
        (("verdict_agreement", "en", ""), 1, 2),
        (("detection", "pt", ""), 1, 2),
        (("same_verdict", "both", ""), 1, 2),
        (("verdict_agreement", "en", "field:medicine"), 1, 1),
        (("verdict_agreement", "en", "field:ecology"), 0, 1),
        (("verdict_agreement", "pt", "noise:typos"), 0, 1),
        (("verdict_agreement", "pt", "noise:none"), 1, 1),
    ],
)
def test_a_figure_of_the_pairs(key, hits, total):
    assert pair_figures()[key].value == Proportion(hits, total)


def test_the_targets_of_the_pairs():
    with_target = {
        (name, language): one.target.bound
        for (name, language, _group), one in pair_figures().items()
        if one.target
    }
    assert with_target == {
        ("verdict_agreement", "en"): 0.85,
        ("verdict_agreement", "pt"): 0.85,
        ("gap_recall", "en"): 0.85,
        ("gap_recall", "pt"): 0.85,
        ("same_verdict", "both"): 0.90,
    }


def trial_figures(kind: str) -> dict[tuple[str, str], Figure]:
    readings = {
        "en": [found(), found(scores=(2, 1, 2, 2))],
        "pt": [found(), found(verdict="rejected")],
    }
    detected = {"en": Proportion(2, 2), "pt": Proportion(1, 2)}
    return {
        (one.name, one.language): one
        for one in figures.of_trials(kind, readings, detected)  # type: ignore[arg-type]
    }


@pytest.mark.parametrize(
    ("key", "hits"),
    [
        (("covered_population", "en"), 2),
        (("covered_metrics", "en"), 1),
        (("covered_metrics", "pt"), 2),
        (("approved", "pt"), 1),
        (("rejected", "pt"), 1),
        (("detection", "pt"), 1),
        (("same_verdict", "both"), 1),
    ],
)
def test_a_figure_of_the_trials(key, hits):
    assert trial_figures("full")[key].value == Proportion(hits, 2)


@pytest.mark.parametrize(
    ("kind", "targets"),
    [
        ("full", {"covered_population": Target(0.88), "covered_metrics": Target(0.85)}),
        ("no_outcome", {"covered_metrics": Target(0.08, at_most=True)}),
        ("no_inclusion", {}),
        ("title_only", {"covered_metrics": Target(0.02, at_most=True)}),
    ],
)
def test_the_targets_of_an_item(kind, targets):
    found_targets = {
        name: one.target for (name, _language), one in trial_figures(kind).items() if one.target
    }
    assert found_targets == targets


def test_the_same_verdict_has_its_target_over_all_items():
    assert figures.same_verdict("all_items", [(found(), found())]).target == Target(0.90)
