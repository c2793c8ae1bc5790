"""How well questions are written: `python -m tests.lab.question.measure`.

On the eighth of the pairs that nothing is learned from, and on those of further hands: the share of
questions that are the methodologist's own to the word, and that share nine words in ten with it, by
how certain the least certain word is.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator

from hypotheses.analyst.reader.question import put
from hypotheses.analyst.syntax.tokens import split
from tests.lab.question.corpus import Pair, pairs, unseen

CHANCES = (0.0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
NEAR = 0.9


def shared(one: str, other: str) -> float:
    """Twice the words that two questions share, of all their words (F1)."""
    words = [Counter(split(each).lower) for each in (one, other)]
    both = sum((words[0] & words[1]).values())
    return 2 * both / max(1, sum(words[0].values()) + sum(words[1].values()))


def figures(found: Iterable[Pair]) -> Iterator[str]:
    """The figures of some pairs, a line for each least chance."""
    made = [
        (each.chance, shared(each.text, pair.question))
        for pair in found
        if pair.question and (each := put(split(pair.text), pair.language, 0.0))
    ]
    for least in CHANCES:
        kept = [alike for chance, alike in made if chance >= least]
        same, near = (sum(alike >= bound for alike in kept) for bound in (1.0, NEAR))
        size = max(1, len(kept))
        shares = f"same {same / size:.2f}, near {near / size:.2f}"
        yield f"from {least:.1f}: {len(kept):5} written, {shares}"


def main() -> None:
    """Write the figures."""
    apart = [pair for pair in pairs() if pair.is_apart]
    for name, found in (("kept apart", apart), ("of other hands", list(unseen()))):
        sys.stdout.write(f"{name}: {len(found)} texts\n")
        for line in figures(found):
            sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
