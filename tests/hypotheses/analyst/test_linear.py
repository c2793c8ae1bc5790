"""Every rule on texts takes time in proportion to a text's length, whatever the text."""

from __future__ import annotations

import importlib
import pkgutil
import re
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

import config.text
import hypotheses.analyst
import hypotheses.domain
import trading.analyst
from config.text.language import LanguageError, detect
from config.text.lazy_regex import LazyRegex
from config.text.tokens import split as words_of
from hypotheses.analyst.reader.model import load
from hypotheses.analyst.split import key_terms
from hypotheses.analyst.syntax import tokens
from hypotheses.analyst.syntax.sign import sign
from hypotheses.analyst.writer import extent, focused
from hypotheses.domain.claim import Claim, Slot

CHARACTERS, TIMES = 1_500, 4
GROWTH = 8.0  # of the time, where the text is four times as long: with its square it would be 16
QUICK = 0.01  # seconds: a shorter time says nothing
UNITS = [
    " ",
    "\n",
    "\t",
    "a",
    "A ",
    "\xe9",
    "1",
    "1,",
    "1.",
    ",",
    ", ",
    ".",
    ". ",
    "-",
    "- ",
    "'",
    "n't",
    "(",
    "[",
    "[to be defined:",
    "[a definir:",
    "<a ",
    "</",
    "=",
    "? ",
    "; ",
    "\n- ",
    "\n1. ",
    "and ",
    "e ",
    "do que ",
    "mais do que ",
    "more than ",
    "que ",
    "de ",
    "of the ",
    "a b ",
    " to ",
    " with",
    "do ",
    "from 1 ",
    "10 to ",
    "vs",
    "i think that ",
    "I have seen ",
    "medido ",
    "measured ",
    "compared ",
    "low ",
    "risk ",
    "baixo risco ",
    "2020 to ",
    "e\u0301",
    "X ",
    "\u2014",
]


def seconds(act: Callable[[], object]) -> float:
    start = time.thread_time()
    act()
    return time.thread_time() - start


def assert_linear(
    act: Callable[[str], object], unit: str, tail: str = "", characters: int = CHARACTERS
) -> None:
    text, longer = ((unit * size)[:size] for size in (characters, TIMES * characters))
    for warm in (longer, text):  # what is kept of a text, its tree say, is no time of the rule
        act(warm + tail)
    least = whole = float("inf")
    for _repeat in range(6):  # another process may have had the caches of the processor
        whole = min(whole, seconds(lambda: act(longer + tail)))
        if whole < QUICK:
            return
        least = min(least, seconds(lambda: act(text + tail)))
        if whole <= GROWTH * least:
            return
    raise AssertionError(f"{unit!r} {TIMES} times as often takes more than {GROWTH} times as long")


def patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Every pattern that a module of text rules keeps, by name."""
    for package in (config.text, hypotheses.analyst, hypotheses.domain, trading.analyst):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            for name, value in vars(importlib.import_module(module.name)).items():
                for each in within(value):
                    yield f"{module.name}.{name}", each


def within(value: Any) -> Iterator[re.Pattern[str]]:
    assert not isinstance(value, re.Pattern)  # it would be compiled at each start of a command
    if isinstance(value, LazyRegex):
        yield value.compiled
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from within(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from within(each)


FOUND = {f"{name}: {each.pattern[:40]}": each for name, each in patterns()}


def test_the_patterns_are_found() -> None:
    assert len(FOUND) > 60


@pytest.mark.parametrize("name", FOUND)
def test_a_pattern(name: str) -> None:
    for unit in UNITS:
        for tail in ("", "!"):
            assert_linear(lambda text: list(FOUND[name].finditer(text)), unit, tail)


def language_of(text: str) -> str:
    try:
        return detect(text)
    except LanguageError as error:
        return error.code


_CLAIM = Claim(outcome=Slot("x", "user", 0, 1))
RULES: dict[str, Callable[[str], object]] = {
    "words": words_of.__wrapped__,
    "tokens": tokens.split,
    "pieces": lambda text: load().encoding.pieces.numbers(tokens.split(text)),
    "language": language_of,
    "sign": sign,
    "key terms": lambda text: key_terms(text, "en"),
}


@pytest.mark.parametrize("rule", RULES)
def test_a_rule(rule: str) -> None:
    for unit in UNITS:
        assert_linear(RULES[rule], unit)


def test_rules_on_trees() -> None:
    """Shorter, as the texts are first read: a square still shows."""

    def rules(text: str) -> None:
        focused(f"x {text}", _CLAIM, "en")
        extent(f"x {text}", "en")

    for unit in UNITS:
        assert_linear(rules, unit, characters=500)
