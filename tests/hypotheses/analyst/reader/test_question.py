"""The question that a text puts is copied from it, word by word."""

from __future__ import annotations

import json

from hypotheses.analyst.reader import read
from hypotheses.analyst.reader.question import formed, load, put
from hypotheses.analyst.syntax.tokens import bare, split
from tests.lab.reader.corpus import KEPT

TEXTS = [json.loads(line) for line in KEPT.read_text(encoding="utf-8").splitlines()]


def test_each_word_is_the_authors_or_of_the_list():
    listed = {bare(each) for word in load().words for each in split(word).lower}
    listed |= {"do", "does", "is", "are", "was", "were", "has", "have", "?"}
    written = 0
    for row in TEXTS[::4]:
        words = split(row["text"])
        asked = put(words, row["lang"], 0.0)
        if asked is None:
            continue
        written += 1
        own = {bare(word) for word in words.lower}
        own |= {bare(formed(word, form)) for word in words.lower for form in load().forms}
        assert {bare(word) for word in split(asked.text).lower} <= own | listed
        for at, origin in enumerate(asked.origins):
            if origin is not None:
                assert bare(split(asked.text).lower[at]) == bare(words.lower[origin])
    assert written > 20


def test_a_quote_has_its_place_in_the_text():
    text = "We got a second till. I'd like to know if the queue is shorter on market days."
    asked = put(split(text), "en", 0.0)
    assert asked is not None
    start = asked.text.index("on market days")
    assert asked.place(split(text), start, start + len("on market days")) == (
        text.index("on market"),
        text.rindex("."),
    )
    assert asked.place(split(text), 0, len(asked.text)) is None


def test_the_parts_of_a_reading_are_quotes_of_the_text():
    for row in TEXTS[1::6]:
        found = read(row["text"], row["lang"])
        for name, slot in found.claim.items():
            if slot.start is not None:
                assert row["text"][slot.start : slot.end].lower() == slot.text.lower(), (row, name)


def test_a_text_that_is_too_long_to_be_read_at_once_puts_none():
    assert put(split("The hens lay less when it rains. " * 60), "en", 0.0) is None


def test_a_question_with_an_unlikely_word_is_none():
    text = "We moved the desks last May, all of them. I wonder whether people talk less since then."
    words = split(text)
    asked = put(words, "en", 0.0)
    assert asked is not None
    assert put(words, "en", asked.chance) == asked
    assert put(words, "en", asked.chance + 0.01) is None


def test_a_short_text_is_read_in_its_own_words():
    text = "Do nurses who nap make fewer errors than those who do not?"
    assert put(split(text), "en") is None
    assert put(split(text), "en", 0.0) is not None


def test_hypotheses_of_an_expected_equality_are_those_of_an_equality():
    text = (
        "We have two physiotherapists. I believe there is no difference in recovery time between"
        " patients seen at home and patients who come to the clinic."
    )
    found = read(text, "en")
    assert found.own.direction == found.claim.direction == "none"
