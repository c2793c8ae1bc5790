"""Fits how likely a slot is right: `python -m tests.lab.reader.confidence [--kept FILE] --store`.

Only claims that never trained the reader are read, each in the words that state it: the eighth that
is kept apart, and the ideas of other writers (`corpus.KEPT`). FILE may hold more texts that were
kept apart (`corpus.statements`). Ideas and texts of FILE count `REAL` times, since what people
write differs from claims that were written for this. What is printed was measured on fifths of all
whose model saw the other four, both languages of a pair together; the last line of a slot is of
ideas and texts alone.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hypotheses.analyst.reader.agreement import EMPTY
from hypotheses.analyst.reader.model import PARTS, Found, load
from hypotheses.analyst.reader.parts import LEAST, PATH, SCORED_SLOTS, parts_of, slot_of
from hypotheses.analyst.reader.spans import Span, spans
from hypotheses.analyst.syntax.statement import cut, statement
from hypotheses.analyst.syntax.tokens import Words, split
from tests.lab.evaluation.pairs import is_held_out
from tests.lab.reader.corpus import KEPT, STATEMENTS, Example, all_claims, statements
from tests.lab.reader.measure import overlap

REAL = 1.5
_STEM = 5  # letters that two forms of a word share
_FOLDS = 5
_PENALTY = 3.0  # of the weights' squares: few slots are wrong
_STEPS = 30

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SlotRow:
    """A slot that was read: its claim, what speaks for it, and whether it is right."""

    source: str
    slot: str
    features: tuple[float, ...]
    sure: bool
    right: bool
    weight: float = 1.0


def untrained() -> Iterator[Example]:
    """The claims that never trained the reader."""
    return (each for each in all_claims() if each.veto == "none" and is_held_out(each.id))


def ideas(further: Path | None) -> Iterator[Example]:
    """The ideas, and the further texts, that never trained the reader."""
    for path in STATEMENTS:
        yield from (each for each in statements(path) if is_held_out(each.id))
    for path in (KEPT,) if further is None else (KEPT, further):
        yield from statements(path)


def stating(each: Example) -> tuple[Example, Found]:
    """An example in the words that state its claim, and what is read of them in their text."""
    words = split(cut(each.words, statement(each.words)))
    tags = dict(zip(each.words.starts, each.tags, strict=True))
    told = replace(each, words=words, tags=tuple(tags.get(start, "O") for start in words.starts))
    return told, load().read(each.words).among(each.words, words)


def slot_rows(examples: Iterable[Example], weight: float = 1.0) -> Iterator[SlotRow]:
    """The slots that are read in texts, the first of each."""
    for each, found in map(stating, examples):
        parts, seen = parts_of(each.words, each.language, found), set[str]()
        for span in parts.put.spans:
            slot = slot_of(span.tag)
            if slot in SCORED_SLOTS and slot not in seen:
                seen.add(slot)
                right = is_right(each, span)
                sure = parts.is_sure(span)
                yield SlotRow(each.id, slot, parts.features(span), sure, right, weight)


def is_right(each: Example, span: Span) -> bool:
    """Whether words are those of their part: half of them agree, or all that say something are
    marked; who is observed may also be named within what varies or shows it."""
    part, own = PARTS.get(span.tag, span.tag), set(range(span.first, span.end))
    marked: dict[str, list[set[int]]] = defaultdict(list)
    for gold in spans(each.tags):
        marked[PARTS.get(gold.tag, gold.tag)].append(set(range(gold.first, gold.end)))
    wanted = marked[part]
    if wanted:
        wanted = [*wanted, set().union(*wanted)]
    said = _said(each.words, own)
    if any(overlap(own, gold) >= 0.5 for gold in wanted):
        return True
    if said and any(said <= _said(each.words, gold) for gold in wanted):
        return True
    within = [*marked["exposure"], *marked["outcome"]]
    return part == "unit" and not wanted and any(own <= gold for gold in within)


def _said(words: Words, places: set[int]) -> set[str]:
    return {words.lower[at][:_STEM] for at in places if words.lower[at] not in EMPTY}


def fitted(rows: list[SlotRow]) -> list[float]:
    """A logistic model's weights, the last one by itself (Newton's method)."""
    found = np.array([(*row.features, 1.0) for row in rows])
    right = np.array([float(row.right) for row in rows])
    counts = np.array([row.weight for row in rows])
    held = np.full(found.shape[1], _PENALTY)
    held[-1] = 0.0
    weights: Numbers = np.zeros(found.shape[1])
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-found @ weights))
        slope = found.T @ (counts * (right - chance)) - held * weights
        bend = (found * (counts * chance * (1 - chance))[:, None]).T @ found + np.diag(held)
        weights = weights + np.linalg.solve(bend + 1e-9 * np.eye(len(weights)), slope)
    return [round(float(each), 4) for each in weights]


def chances(rows: list[SlotRow]) -> Numbers:
    """The chance of each slot by a model that did not see its claim."""
    sources = sorted({row.source for row in rows})
    fold = {source: at % _FOLDS for at, source in enumerate(sources)}
    made = np.zeros(len(rows))
    for held in range(_FOLDS):
        weights = np.array(fitted([row for row in rows if fold[row.source] != held]))
        for at, row in enumerate(rows):
            if fold[row.source] == held:
                made[at] = 1 / (1 + np.exp(-np.dot((*row.features, 1.0), weights)))
    return made


def main() -> None:
    """Print the figures, and store the weights if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", action="store_true", help="write what was fitted")
    parser.add_argument("--kept", type=Path, help="further texts that were kept apart")
    options = parser.parse_args()
    told = (each for each in ideas(options.kept) if not each.partial and each.veto == "none")
    rows, weights = [*slot_rows(untrained()), *slot_rows(told, REAL)], {}
    for slot in SCORED_SLOTS:
        own = [row for row in rows if row.slot == slot]
        right = np.array([row.right for row in own])
        shown = chances(own) >= LEAST
        now = np.array([row.sure for row in own])
        weights[slot] = fitted(own)
        sys.stdout.write(
            f"{slot} ({len(own)}, {right.mean():.2f} right): shown {shown.mean():.2f}, of which"
            f" {right[shown].mean():.3f} right; right but asked {(right & ~shown).sum()}, wrong but"
            f" shown {(~right & shown).sum()} (as stored: {(right & ~now).sum()},"
            f" {(~right & now).sum()})\n"
        )
        real = np.array([row.weight > 1 for row in own])
        if real.any():
            sys.stdout.write(
                f"  real ({real.sum()}, {right[real].mean():.2f} right): shown"
                f" {shown[real].mean():.2f}, of which {right[real & shown].mean():.3f} right\n"
            )
    if options.store:
        PATH.write_text(json.dumps(weights, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
