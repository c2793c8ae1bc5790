"""The shipped parser finds the subject and the verb of sentences that are easily misread."""

from __future__ import annotations

import re

import pytest

from hypotheses.analyst.syntax.clause import SUBJECTS
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tokens import split
from hypotheses.analyst.syntax.tree import ROOT
from tests.hypotheses.analyst.syntax.garden_paths import ENGLISH, PORTUGUESE


def _read(marked: str) -> tuple[bool, bool]:
    """Whether the root is right, and whether the right subject alone hangs on it."""
    words = re.sub(r"[\[\]<>]", "", marked)
    tree = parsed(split(words))
    subject = len(split(marked[: marked.index("[")]))
    root = len(split(re.sub(r"[\[\]]", "", marked[: marked.index("<")])))
    found = tree.children(root, *SUBJECTS)
    return tree.heads[root] == ROOT, found == (subject,)


# The shares of sentences that have to have their root, and their subject too.
@pytest.mark.parametrize(
    ("marked", "roots", "subjects"),
    [(ENGLISH, 0.7, 0.6), (PORTUGUESE, 0.95, 0.9)],
    ids=["en", "pt"],
)
def test_sentences_that_are_easily_misread(marked: str, roots: float, subjects: float) -> None:
    read = {line: _read(line) for line in marked.strip().splitlines()}
    rooted = [line for line, (root, _) in read.items() if root]
    whole = [line for line in rooted if read[line][1]]
    assert len(rooted) >= roots * len(read), set(read) - set(rooted)
    assert len(whole) >= subjects * len(read), set(read) - set(whole)
