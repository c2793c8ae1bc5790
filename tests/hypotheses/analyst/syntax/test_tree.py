"""The tree of a sentence: the best one, and what hangs on a word."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from hypotheses.analyst.syntax.tokens import split
from hypotheses.analyst.syntax.tree import Tree, spanning


def _is_tree(heads: tuple[int, ...]) -> bool:
    for start in range(1, len(heads)):
        at, steps = start, 0
        while at:
            at, steps = heads[at], steps + 1
            if steps > len(heads):
                return False
    return True


@pytest.mark.parametrize("seed", range(40))
def test_the_tree_is_that_of_the_greatest_sum_with_one_root(seed: int) -> None:
    draw = np.random.RandomState(seed)
    size = 5
    scores = draw.randn(size, size).astype(np.float32)
    found = spanning(scores)
    best = max(
        sum(float(scores[at, heads[at]]) for at in range(1, size))
        for rest in itertools.product(range(size), repeat=size - 1)
        if _is_tree(heads := (0, *rest)) and rest.count(0) == 1
    )
    assert _is_tree(tuple(found))
    assert found[1:].count(0) == 1
    total = sum(float(scores[at, found[at]]) for at in range(1, size))
    assert math.isclose(total, best, abs_tol=1e-5)


def test_what_hangs_on_a_word_is_its_extent() -> None:
    words = split("Old dogs of farmers sleep")
    tree = Tree(
        words, ("J", "NP", "ADP", "NP", "V0"), (1, 4, 3, 1, -1),
        ("amod", "nsubj", "case", "nmod", "root"),
    )  # fmt: skip
    assert tree.extent(1) == (0, 4)
    assert tree.top(0, 3) == 1
    assert tree.children(4, "nsubj") == (1,)
    assert list(tree.above(2)) == [2, 3, 1, 4]
