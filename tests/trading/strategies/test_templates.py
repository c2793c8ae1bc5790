"""The templates: each a valid spec that trades, of all families, with its source."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pandas as pd
import pytest

from tests.lab.calibration.series import frame_of
from tests.trading.strategies.bars import goog
from trading.strategies.signals import compute_signals
from trading.strategies.templates import TEMPLATES, Family, Template, template

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


def test_volatility_timing_tells_calm_from_wild_where_there_is_more_of_one():
    """The usual volatility lies between both though three bars of four are calm; a median would lie
    among the calm ones."""
    wild = np.tile(np.repeat([0.0, 1.0], (90, 30)), 12)
    moves = np.random.default_rng(5).normal(0.0, 0.006 + 0.01 * wild)
    signals = compute_signals(template("volatility_regime").make(), frame_of(moves))

    lasting = pd.Series(wild).rolling(21).sum().to_numpy()
    known = np.arange(len(wild)) > 21 + 252
    assert signals.long_entry[known & (lasting == 0)].mean() > 0.95
    assert signals.short_entry[known & (lasting == 21)].all()
