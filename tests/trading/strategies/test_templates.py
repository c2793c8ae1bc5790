"""The templates: each a valid spec that trades, of all families, with its source."""

from __future__ import annotations

from typing import get_args

import pytest

from tests.trading.strategies.bars import goog
from trading.strategies.signals import compute_signals
from trading.strategies.templates import TEMPLATES, Family, Template

each = pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.kind)


def test_there_are_at_least_twelve_of_all_families():
    assert len({template.kind for template in TEMPLATES}) == len(TEMPLATES) >= 12
    assert {template.family for template in TEMPLATES} == set(get_args(Family))


@each
def test_a_template_enters_and_can_leave(template: Template):
    signals = compute_signals(template.make(), goog())

    assert signals.long_entry.any()
    assert signals.long_exit.any() or signals.short_entry.any()


@each
def test_a_template_names_its_literature_and_its_words_in_both_languages(template: Template):
    assert any(character.isdigit() for character in template.source)
    assert template.words["en"]
    assert template.words["pt"]
    assert all(word == word.lower() for words in template.words.values() for word in words)
