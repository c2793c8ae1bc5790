"""What is told of calls to come."""

from __future__ import annotations

from collections import Counter

import pytest

from hypotheses.domain.types import LANGUAGES
from hypotheses.model_analyst.analyst import calls


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_counts_the_longest_way(language) -> None:
    told = Counter(call.agent for call in calls("TDD reduces bugs", language, 2))
    assert told == {"orchestrator": 1, "structurer": 3, "methodologist": 16}


def test_a_longer_idea_takes_more() -> None:
    short, long = (sum(c.sent for c in calls("x" * size, "en", 2)) for size in (100, 4000))
    assert long > short
