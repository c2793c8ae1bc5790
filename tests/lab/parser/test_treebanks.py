"""Sentences that are changed keep a right tree."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from hypotheses.analyst.syntax.tokens import split
from hypotheses.analyst.syntax.tree import ROOT
from tests.lab.parser.treebanks import Parsed, bared, fronted, graftable, grafted, unparted


def _parsed(text: str, tree: str) -> Parsed:
    """A sentence with, of each word, its tag, the number of its head and its relation."""
    cells = [each.split("/") for each in tree.split()]
    tags, heads, relations = zip(*cells, strict=True)
    return Parsed("en", split(text), tags, tuple(int(head) for head in heads), relations)


_RAIN = _parsed(
    "The drivers stop when it rains.",
    "DET/1/det NP/2/nsubj V0/-1/root WH/5/advmod PRON/5/nsubj V3/2/advcl PUNCT/2/punct",
)
_SEATED = _parsed(
    "Guests seated close laugh.", "NP/3/nsubj VN/0/acl RB/1/advmod V0/-1/root PUNCT/3/punct"
)
_SPRING = _parsed(
    "In spring, hens lay more.",
    "IN/1/case NS/4/obl PUNCT/1/punct NP/4/nsubj V0/-1/root RC/4/advmod PUNCT/4/punct",
)


def _said(each: Parsed) -> list[str]:
    """Each word with the word that it hangs on."""
    lower = each.words.lower
    return [
        f"{word} {'-' if head == ROOT else lower[head]}"
        for word, head in zip(lower, each.heads, strict=True)
    ]


def test_a_clause_at_the_end_goes_to_the_front() -> None:
    made = fronted(_RAIN)
    assert made.words.text == "When it rains the drivers stop."
    assert sorted(_said(made)) == sorted(_said(_RAIN))


def test_the_comma_in_front_goes() -> None:
    made = unparted(_SPRING)
    assert made.words.text == "In spring hens lay more."
    assert sorted(_said(made)) == sorted(set(_said(_SPRING)) - {", spring"})


def test_the_first_article_goes() -> None:
    made = bared(_RAIN)
    assert made.words.text == "Drivers stop when it rains."
    assert _said(made) == _said(_RAIN)[1:]


def test_a_clause_follows_the_noun_of_another_sentence() -> None:
    given = graftable([_SEATED])
    made = grafted(_SPRING, given, random.Random(0))  # noqa: S311 - no secret
    assert made.words.text == "In spring, hens seated close lay more."
    assert {"seated hens", "close seated", "hens lay", "lay -"} < set(_said(made))


@pytest.mark.parametrize("change", [fronted, unparted, bared])
def test_what_has_nothing_to_change_stays(change: Callable[[Parsed], Parsed]) -> None:
    assert change(_SEATED) is _SEATED
