"""Our own pairs: only the recorded files are measured, and every fault is named."""

from __future__ import annotations

import pytest

from tests.lab.evaluation.data import DataError
from tests.lab.evaluation.pairs import FOLDER, read_pair_sets

from .builders import row, write_lines, write_pairs


def test_the_shipped_pairs_are_the_recorded_ones():
    sets = {each.name: each.pairs for each in read_pair_sets(FOLDER)}
    assert {"tuning", "heldout"} <= set(sets)


def test_no_pair_is_in_two_sets():
    ids = [pair.id for each in read_pair_sets(FOLDER) for pair in each.pairs]
    assert len(ids) == len(set(ids))


def test_the_sets_come_in_the_recorded_order(tmp_path):
    write_pairs(tmp_path, heldout=[row()], tuning=[row(), row()])
    assert [(one.name, len(one.pairs)) for one in read_pair_sets(tmp_path)] == [
        ("heldout", 1),
        ("tuning", 2),
    ]


@pytest.mark.parametrize("language", ["pt", "en"])
def test_a_pair_holds_a_text_a_language(tmp_path, language):
    (one,) = read_pair_sets(write_pairs(tmp_path, tuning=[row()]))
    assert one.pairs[0].text(language) == row()[language]


def test_a_changed_file_is_refused_by_name(tmp_path):
    write_pairs(tmp_path, heldout=[row()], tuning=[row()])
    with (tmp_path / "pairs_heldout.jsonl").open("a") as file:
        file.write("\n")
    with pytest.raises(DataError, match="pairs_heldout.jsonl is not the file whose SHA-256"):
        read_pair_sets(tmp_path)


def test_a_file_without_a_recorded_hash_is_refused(tmp_path):
    write_lines(write_pairs(tmp_path, tuning=[row()]) / "pairs_extra.jsonl", [row()])
    with pytest.raises(DataError, match="pairs_extra.jsonl has no SHA-256"):
        read_pair_sets(tmp_path)


def test_a_recorded_file_that_is_missing_is_named(tmp_path):
    (write_pairs(tmp_path, tuning=[row()]) / "pairs_tuning.jsonl").unlink()
    with pytest.raises(DataError, match="cannot read .*pairs_tuning.jsonl: No such file"):
        read_pair_sets(tmp_path)


def test_missing_hashes_are_named(tmp_path):
    with pytest.raises(DataError, match="cannot read .*SHA256SUMS"):
        read_pair_sets(tmp_path)


def test_a_hash_without_a_name_is_refused(tmp_path):
    write_lines(tmp_path / "SHA256SUMS", ["abc"])
    with pytest.raises(DataError, match="SHA256SUMS, line 1: takes a SHA-256"):
        read_pair_sets(tmp_path)


@pytest.mark.parametrize(
    ("bad", "place"),
    [
        ("{", "JSON"),
        (row(verdict="perfect"), "verdict"),
        (row(veto="dislike"), "veto"),
        (row(noise="loud"), "noise"),
        (row(comment="extra"), "comment"),
        ({key: value for key, value in row().items() if key != "pt"}, "pt"),
        (row() | {"scores": {"population": 2}}, "scores"),
        (row(scores=(3, 2, 2, 2)), "scores.population"),
    ],
)
def test_a_bad_line_is_named_with_its_place(tmp_path, bad, place):
    write_pairs(tmp_path, tuning=[row(), bad])
    with pytest.raises(DataError, match=f"pairs_tuning.jsonl, line 2: {place}: "):
        read_pair_sets(tmp_path)


def test_an_empty_file_is_refused(tmp_path):
    write_pairs(tmp_path, tuning=[])
    with pytest.raises(DataError, match="pairs_tuning.jsonl holds no line"):
        read_pair_sets(tmp_path)
