"""How well questions are written: `python -m tests.lab.question.measure`.

On the eighth of the pairs that nothing is learned from: the share of questions that are the
methodologist's own to the word, and that share nine words in ten with it, by how certain the least
certain word is.
"""

from __future__ import annotations

import sys
from collections import Counter

from hypotheses.analyst.reader.question import put
from hypotheses.analyst.syntax.tokens import split
from tests.lab.question.corpus import pairs

CHANCES = (0.0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
NEAR = 0.9


def shared(one: str, other: str) -> float:
    """Twice the words that two questions share, of all their words (F1)."""
    words = [Counter(split(each).lower) for each in (one, other)]
    both = sum((words[0] & words[1]).values())
    return 2 * both / max(1, sum(words[0].values()) + sum(words[1].values()))


def main() -> None:
    """Write the figures."""
    found = [
        (made.chance, shared(made.text, pair.question))
        for pair in pairs()
        if pair.is_apart and pair.question and (made := put(split(pair.text), pair.language, 0.0))
    ]
    for least in CHANCES:
        kept = [alike for chance, alike in found if chance >= least]
        same, near = (sum(alike >= bound for alike in kept) for bound in (1.0, NEAR))
        size = max(1, len(kept))
        figures = f"{len(kept):5} written, same {same / size:.2f}, near {near / size:.2f}"
        sys.stdout.write(f"from {least:.1f}: {figures}\n")


if __name__ == "__main__":
    main()
