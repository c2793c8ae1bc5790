"""The analyst's sentences: the same in both languages, each with the same variables."""

from __future__ import annotations

import re

from hypotheses.analyst.messages import messages_for


def sentences(tree, path=""):
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from sentences(value, f"{path}{key}.")
        else:
            yield f"{path}{key}", value


def variables(language):
    tree = messages_for(language).tree
    return {path: set(re.findall(r"\{(\w+)\}", text)) for path, text in sentences(tree)}


def test_both_languages_say_the_same_things_with_the_same_variables():
    assert variables("en") == variables("pt")


def test_no_sentence_invents_a_number():
    """Only the count of one assumption is a digit."""
    allowed = {"justifications.condition"}
    digits = {
        path
        for language in ("en", "pt")
        for path, text in sentences(messages_for(language).tree)
        if re.search(r"\d", text)
    }

    assert digits <= allowed
