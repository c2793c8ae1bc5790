"""The analyst over small data folders."""

from __future__ import annotations

import pytest

from tests.lab.evaluation.data import DataError
from tests.lab.evaluation.run import Evaluation, evaluate

from .builders import row, trial, write_lines, write_pairs


def evaluated(tmp_path, rows, trials=None) -> Evaluation:
    (tmp_path / "own").mkdir()
    write_pairs(tmp_path / "own", tuning=rows)
    if trials is not None:
        write_lines(tmp_path / "rebec_train.jsonl", trials)
    return evaluate(
        trials_in=None if trials is None else tmp_path,
        progress=lambda line: None,
        own=tmp_path / "own",
    )


def value(evaluation: Evaluation, part: str, name: str, language: str) -> tuple[int, int]:
    (one,) = [
        one.value
        for one in evaluation.figures
        if (one.part, one.name, one.language, one.group) == (part, name, language, "")
    ]
    return one.hits, one.total


def test_the_language_of_a_pair_is_recognised_from_its_text(tmp_path):
    swapped = row(pt=row()["en"])
    evaluation = evaluated(tmp_path, [row(), swapped])
    assert value(evaluation, "tuning", "detection", "pt") == (1, 2)


def test_a_text_in_another_language_counts_as_wrong(tmp_path):
    foreign = row(
        en="El ejercicio reduce el dolor de los ancianos en las clínicas y los hospitales"
    )
    evaluation = evaluated(tmp_path, [foreign])
    assert value(evaluation, "tuning", "verdict_agreement", "en") == (0, 1)
    assert evaluation.confusions["tuning", "en"] == {("approved", "unread"): 1}


def test_without_outside_data_only_the_pairs_are_measured(tmp_path):
    evaluation = evaluated(tmp_path, [row()])
    assert evaluation.trials is None
    assert {figure.part for figure in evaluation.figures} == {"tuning"}


def test_the_language_of_a_trial_is_given(tmp_path):
    """Names without a telling word: nothing to recognise, yet each is read."""
    bare = trial(public_title="Omeprazol")
    evaluation = evaluated(tmp_path, [row()], [bare, trial()])
    assert value(evaluation, "title_only", "covered_metrics", "pt")[1] == 2


def test_all_items_are_judged_alike_or_not_together(tmp_path):
    evaluation = evaluated(tmp_path, [row()], [trial(), trial()])
    assert value(evaluation, "all_items", "same_verdict", "both")[1] == 2 * 4


def test_an_item_without_text_is_left_out(tmp_path):
    evaluation = evaluated(tmp_path, [row()], [trial(), trial(public_title=" ")])
    assert value(evaluation, "title_only", "same_verdict", "both")[1] == 1
    assert value(evaluation, "full", "same_verdict", "both")[1] == 2


def test_bad_outside_data_is_told_before_anything_is_measured(tmp_path):
    write_pairs(tmp_path, tuning=[row()])
    said: list[str] = []
    with pytest.raises(DataError):
        evaluate(trials_in=tmp_path / "absent", progress=said.append, own=tmp_path)
    assert said == []
