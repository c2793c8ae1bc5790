"""Phrases are found word by word, the longest first."""

from __future__ import annotations

from hypotheses.analyst.lexicon.matcher import Matcher
from hypotheses.analyst.plurals import singular_en
from hypotheses.analyst.text import split


def found(text, *terms, category="units", field="software"):
    matcher = Matcher(singular_en, frozenset({"do", "it"}))
    for term in terms:
        matcher.add(term, category, None, field)
    words = split(text)
    cues = matcher.find(words, [singular_en(fold) for fold in words.folds])
    return [words.quote(cue.start, cue.end) for cue in cues.get(category, [])]


def test_the_longest_phrase_wins():
    assert found("a software team meets", "team", "software team", "software") == ["software team"]


def test_a_phrase_is_found_wherever_it_starts():
    assert found("team by team", "team") == ["team", "team"]


def test_a_phrase_begun_and_not_finished_is_none():
    assert found("software for all", "software team") == []


def test_a_shorter_phrase_inside_an_unfinished_one_is_found():
    assert found("software teams win", "software", "software team lead") == ["software"]


def test_plural_and_accents_do_not_matter():
    assert found("Naïve Teams", "naive team") == ["Naïve Teams"]


def test_a_short_abbreviation_is_meant_in_capitals_only():
    assert found("we do it in IT", "IT") == ["IT"]


def test_an_abbreviation_in_a_text_without_capitals_is_meant():
    assert found("does rmse fall", "RMSE", category="measures") == ["rmse"]


def test_an_abbreviation_in_a_text_with_capitals_is_not_meant_in_small_ones():
    assert found("The led lamp", "LED", category="measures") == []


def test_each_category_has_its_own_longest():
    matcher = Matcher(singular_en, frozenset())
    matcher.add("team", "units")
    matcher.add("team lead", "settings")
    words = split("team lead")

    cues = matcher.find(words, words.folds)

    assert [cue.end for cue in cues["units"]] == [1]
    assert [cue.end for cue in cues["settings"]] == [2]


def test_a_phrase_of_two_fields_keeps_both():
    matcher = Matcher(singular_en, frozenset())
    matcher.add("yield", "constructs", "kg", "agriculture")
    matcher.add("yield", "constructs", "%", "markets")
    words = split("yield")

    (cue,) = matcher.find(words, words.folds)["constructs"]

    assert {entry.field for entry in cue.entries} == {"agriculture", "markets"}
