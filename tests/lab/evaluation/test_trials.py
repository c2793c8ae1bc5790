"""The trials: items joined from their parts."""

from __future__ import annotations

import pytest

from tests.lab.evaluation.data import DataError
from tests.lab.evaluation.trials import ITEMS, Trial, joined, read_trials

from .builders import trial, write_lines


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (["One", "two"], "One. two."),
        (["One.", " two. "], "One. two."),
        (["One...", "two"], "One. two."),
        (["One", "", "  ", ".", "two"], "One. two."),
        (["Only"], "Only."),
        (["", " "], ""),
    ],
)
def test_parts_become_sentences(parts, text):
    assert joined(parts) == text


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("full", "S. I. O."),
        ("no_outcome", "S. I."),
        ("no_inclusion", "S. O."),
        ("title_only", "P."),
    ],
)
@pytest.mark.parametrize("language", ["pt", "en"])
def test_an_item_holds_its_parts_and_no_other(kind, text, language):
    parts = {
        "public_title": "P",
        "scientific_title": "S",
        "inclusion_criteria": "I.",
        "primary_outcome": "O",
    }
    assert Trial.model_validate(trial(**parts)).item(kind, language) == text


def test_an_item_is_in_its_language():
    one = Trial.model_validate(trial())
    assert one.item("title_only", "pt") == "Exercício em idosos."
    assert one.item("title_only", "en") == "Exercise in older adults."


def test_every_part_belongs_to_an_item():
    used = {part for parts in ITEMS.values() for part in parts}
    assert used == set(trial()["en"])


def test_trials_are_read_from_the_folder(tmp_path):
    write_lines(tmp_path / "rebec_train.jsonl", [trial(), trial()])
    assert len(read_trials(tmp_path)) == 2


def test_a_folder_without_trials_is_refused_by_the_files_name(tmp_path):
    with pytest.raises(DataError, match="cannot read .*rebec_train.jsonl: No such file"):
        read_trials(tmp_path)


def test_a_bad_line_is_named(tmp_path):
    broken = trial()
    del broken["en"]["primary_outcome"]
    write_lines(tmp_path / "rebec_train.jsonl", [trial(), broken])
    with pytest.raises(DataError, match="rebec_train.jsonl, line 2: en.primary_outcome: "):
        read_trials(tmp_path)
