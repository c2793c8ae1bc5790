"""The tagger of words."""

from __future__ import annotations

from hypotheses.analyst.syntax.tagging.tagger import features, tagged


def test_a_tag_depends_on_two_words_on_each_side() -> None:
    words = "Does green tea improve the sleep of adults within 41 days ?".split()
    for at in range(len(words)):
        first = max(0, at - 2)
        around = words[first : at + 3]
        assert features(around, at - first, "N", "J") == features(words, at, "N", "J")


def test_a_word_between_others_is_tagged_anew() -> None:
    tags = {tagged(text, "en")[-1].tag for text in ("they can watch", "she bought a watch")}
    assert len(tags) == 2
