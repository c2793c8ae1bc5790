"""A lexicon file is checked: what is wrong is named by file, key and value."""

from __future__ import annotations

from pathlib import Path

import pytest

from hypotheses.analyst.lexicon.schema import LexiconError, read_field

HEAD = 'field = "tea"\nlanguage = "en"\ntitle = "Tea"\n'
CONSTRUCT = """
[[constructs]]
id = "{name}"
terms = {terms}
measure = "{measure}"
"""


def written(folder: Path, body: str, head: str = HEAD) -> Path:
    path = folder / "en" / "tea.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(head + body, encoding="utf-8")
    return path


def construct(name="taste", terms='["taste"]', measure="the score on a scale"):
    return CONSTRUCT.format(name=name, terms=terms, measure=measure)


def refusal(folder: Path, body: str, head: str = HEAD) -> str:
    with pytest.raises(LexiconError) as caught:
        read_field(written(folder, body, head))
    return str(caught.value)


def test_a_good_file_is_read(tmp_path):
    lexicon = read_field(written(tmp_path, 'units = ["tea drinker"]\n' + construct()))

    assert lexicon.units == ("tea drinker",)
    assert lexicon.constructs[0].measure == "the score on a scale"


@pytest.mark.parametrize(
    ("body", "key", "value"),
    [
        ('unitz = ["cup"]\n', "unitz", "['cup']"),
        ('units = "cup"\n', "units", "'cup'"),
        ('units = [" cup"]\n', "units.0", "' cup'"),
        ('units = ["pot", ""]\n', "units.1", "''"),
        ('units = ["one\\ntwo"]\n', "units.0", "'one\\ntwo'"),
        (f'units = ["{"x" * 81}"]\n', "units.0", "x" * 81),
        ("units = [3]\n", "units.0", "3"),
        (construct(name="No Id"), "constructs.0.id", "'No Id'"),
        (construct(terms="[]"), "constructs.0.terms", "[]"),
        (construct(measure="the score out of 10"), "constructs.0.measure", "out of 10"),
        (construct(measure="the score."), "constructs.0.measure", "'the score.'"),
        (construct(measure=""), "constructs.0.measure", "''"),
        ('comparators = ["20 cups"]\n', "comparators.0", "'20 cups'"),
        ('[[populations]]\ntext = "3 teams of a firm"\n', "populations.0.text", "'3 teams"),
        ('[[populations]]\nunits = ["team"]\n', "populations.0.text", "['team']"),
        ('[[factors]]\nid = "milk"\nterms = ["milk"]\n', "factors.0.comparator", "milk"),
    ],
)
def test_an_error_names_file_key_and_value(tmp_path, body, key, value):
    said = refusal(tmp_path, body)

    assert said.startswith(f"en/tea.toml: {key}: ")
    assert value in said


def test_a_long_suggestion_is_checked_for_blanks_too(tmp_path):
    assert "constructs.0.measure" in refusal(tmp_path, construct(measure=" the" + " score" * 15))


@pytest.mark.parametrize(
    ("head", "named"),
    [
        (HEAD.replace('"en"', '"pt"'), "'pt'"),
        (HEAD.replace('"tea"', '"coffee"'), "'coffee'"),
        (HEAD.replace('"en"', '"fr"'), "language"),
    ],
)
def test_a_file_in_the_wrong_place_is_refused(tmp_path, head, named):
    said = refusal(tmp_path, "", head)

    assert said.startswith("en/tea.toml: ")
    assert named in said


def test_what_is_no_toml_is_refused(tmp_path):
    assert refusal(tmp_path, "units = [").startswith("tea.toml: not valid TOML")


def test_what_is_no_utf8_is_refused(tmp_path):
    path = written(tmp_path, "")
    path.write_bytes(b'title = "caf\xe9"')

    with pytest.raises(LexiconError, match="tea.toml: not valid TOML in UTF-8"):
        read_field(path)
