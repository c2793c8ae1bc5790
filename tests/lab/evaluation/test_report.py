"""What a reader gets: tables, the document, JSON."""

from __future__ import annotations

import json

import pytest
from django.utils.translation import override

from config.runs.console import table
from tests.lab.evaluation import figures, labels, report
from tests.lab.evaluation.measure import Proportion
from tests.lab.evaluation.pairs import FOLDER, PREFIX, SUFFIX, PairSet, read_pair_sets
from tests.lab.evaluation.run import Evaluation, evaluate
from tests.lab.evaluation.serial import as_plain
from tests.lab.evaluation.speed import Speed, Timing
from tests.lab.evaluation.tables import counted, interval
from tests.lab.evaluation.trials import ITEMS

from .builders import row, trial, write_lines, write_pairs

SPEED = Speed(
    Timing(2, 1.5, 1.4, 100), Timing(10, 2.0, 1.9, 200), Timing(110, 3.0, 2.7, 210), (100.0,)
)


@pytest.fixture(scope="module")
def evaluation(tmp_path_factory) -> Evaluation:
    folder = tmp_path_factory.mktemp("data")
    write_pairs(folder, heldout=[row(), row(field="ecology", noise="typos")])
    write_lines(folder / "rebec_train.jsonl", [trial()])
    return evaluate(trials_in=folder, progress=lambda line: None, own=folder)


def test_columns_are_as_wide_as_their_widest_cell():
    assert table(["a", "bb"], [["ccc", "d"]]).splitlines() == [
        "| a   | bb |",
        "| --- | -- |",
        "| ccc | d  |",
    ]


def test_a_share_is_shown_with_what_it_counts():
    assert counted(Proportion(96, 110)) == "0.873 (96/110)"
    assert interval(Proportion(8, 10)) == "0.490 to 0.943"


def test_nothing_measured_is_a_dash():
    assert (counted(Proportion(0, 0)), interval(Proportion(0, 0))) == ("–", "–")


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


@pytest.mark.parametrize(("hits", "result"), [(90, "met"), (80, "missed")])
def test_a_target_is_met_or_missed(hits, result):
    figure = figures.Figure(
        "heldout", "gap_recall", "en", Proportion(hits, 100), figures.PAIR_TARGETS["gap_recall"]
    )
    (line,) = report.targets_table(Evaluation([], figures=[figure])).splitlines()[2:]
    assert cells(line)[2:6] == ["en", ">= 0.85", f"{hits / 100:.3f}", f"{hits}/100"]
    assert cells(line)[-1] == result


def test_every_target_is_listed(evaluation):
    rows = report.targets_table(evaluation).splitlines()[2:]
    assert len(rows) == 5 + 4 * 2 + 1


def test_the_document_says_that_the_hash_was_checked(evaluation):
    text = report.document(evaluation, None)
    (pairs,) = evaluation.sets
    assert f"2 pairs kept apart in `{pairs.file}`, unchanged: its SHA-256 is" in text
    assert pairs.sha256 in text


@pytest.mark.parametrize("kind", [*ITEMS, "all_items"])
def test_the_document_has_a_part_for_every_item(evaluation, kind):
    heading = "### " + labels.part(kind).capitalize()
    assert heading in report.document(evaluation, None).splitlines()


def test_the_document_shows_fields_and_noise(evaluation):
    first_cells = [cells(line)[0] for line in report.document(evaluation, None).splitlines()]
    assert {"ecology", "medicine", "typos", "none"} <= set(first_cells)


def test_the_document_holds_no_text_of_a_pair(evaluation):
    text = report.document(evaluation, None)
    assert row()["en"] not in text
    assert row()["pt"] not in text


def test_the_document_is_in_english_whatever_the_readers_language(evaluation):
    english = report.document(evaluation, SPEED)
    with override("pt-br"):
        assert report.document(evaluation, SPEED) == english


def test_the_document_says_that_outside_data_was_not_measured():
    assert "Not measured: no outside data" in report.document(Evaluation([]), None)


def test_speed_is_a_part_of_its_own_at_the_end(evaluation):
    without, with_speed = report.document(evaluation, None), report.document(evaluation, SPEED)
    assert "## Speed" not in without
    assert with_speed.startswith(without.rstrip("\n") + "\n\n## Speed")


def test_the_rate_is_that_between_the_long_files():
    assert SPEED.texts_a_second == pytest.approx(100)
    assert SPEED.texts_a_cpu_second == pytest.approx(125)


def test_the_startup_is_what_the_texts_do_not_explain():
    assert SPEED.startup == pytest.approx(2.0 - 10 / 100)


def test_memory_is_flat_when_more_lines_take_no_more():
    rows = {cells(line)[0]: cells(line)[1:] for line in report.speed_table(SPEED).splitlines()}
    assert rows["peak memory, ratio"] == ["1.05", "<= 1.1", "met"]
    assert rows["texts a second"] == ["100", ">= 40", "met"]


def test_the_json_is_plain_and_whole(evaluation):
    plain = json.loads(json.dumps(as_plain(evaluation, SPEED)))
    assert set(plain) == {"pairs", "trials", "figures", "confusion", "speed"}
    assert len(plain["figures"]) == len(evaluation.figures)
    assert plain["speed"]["texts_a_second"] == pytest.approx(100)


def test_the_json_of_a_figure(evaluation):
    first = as_plain(evaluation, None)["figures"][0]
    assert set(first) == {
        "part", "name", "language", "group", "hits", "total", "share", "interval", "target", "met",
    }  # fmt: skip


def test_the_json_leaves_speed_out_when_it_was_not_measured(evaluation):
    assert "speed" not in as_plain(evaluation, None)


def test_every_figure_and_part_has_a_name(evaluation):
    assert all(labels.name(figure.name) for figure in evaluation.figures)
    assert {figure.part for figure in evaluation.figures} <= set(labels.PARTS)


def test_a_set_without_a_name_shows_its_files():
    assert labels.part("new") == "new"


def test_the_shipped_sets_have_names():
    names = {path.name for path in FOLDER.glob(f"{PREFIX}*{SUFFIX}")}
    assert {one.file for one in read_pair_sets()} == names
    assert all(isinstance(one, PairSet) for one in read_pair_sets())
