"""How well the reader reads: `python -m tests.lab.reader.measure [FOLDER]`.

Only claims that never train are measured (`is_held_out`). FOLDER may hold outside sets, a JSON
object a line: `text`, `lang`, `source`, `spans` of `{tag, start, end}`, `direction`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from hypotheses.analyst.reader.model import CORE, PARTS, SENTENCE, load
from hypotheses.analyst.reader.spans import Span, spans
from hypotheses.analyst.syntax.tokens import Words, split
from hypotheses.domain.types import LANGUAGES
from tests.lab.evaluation.pairs import is_held_out
from tests.lab.reader.annotation import Span as Characters
from tests.lab.reader.annotation import tags as tagged
from tests.lab.reader.corpus import FILES, Example, all_claims, claims
from tests.lab.reader.export import calibrate

MERGED = {"quantity": "outcome"}
PRECISION = {True: 0.95, False: 0.91}  # of slots shown as read: those of `CORE`, and the others


@dataclass
class Measured:
    """Counts over texts."""

    texts: int = 0
    both: int = 0
    signs: int = 0
    signs_right: int = 0
    right: Counter[str] = field(default_factory=Counter)
    spans: Counter[str] = field(default_factory=Counter)


def merged(found: Iterable[Span]) -> dict[str, set[int]]:
    """The words of the first span of each tag; a counted outcome is an outcome."""
    made: dict[str, set[int]] = {}
    for span in found:
        made.setdefault(MERGED.get(span.tag, span.tag), set(range(span.first, span.end)))
    return made


def overlap(one: set[int], other: set[int]) -> float:
    """The harmonic mean of precision and recall of words."""
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 1.0


def both_right(found: dict[str, set[int]], gold: dict[str, set[int]]) -> bool:
    """Whether exposure and outcome are read: at least half of their words agree."""
    return all(
        overlap(found.get(tag, set()), gold.get(tag, set())) >= 0.5
        for tag in ("exposure", "outcome")
        if tag in gold
    )


def measure(examples: Iterable[Example]) -> Measured:
    """Reads each example."""
    model, made = load(), Measured()
    for each in examples:
        seen = model.read(each.words)
        found, gold = list(spans(seen.tags)), list(spans(each.tags))
        made.texts += 1
        made.both += both_right(merged(found), merged(gold))
        made.spans["found"] += len(found)
        made.spans["gold"] += len(gold)
        made.spans["same"] += len(set(found) & set(gold))
        if each.direction in ("increase", "decrease", "none"):
            made.signs += 1
            made.signs_right += seen.classes["direction"][0] == each.direction
        for name in ("design", "direction", "veto"):
            made.right[name] += seen.classes[name][0] == getattr(each, name)
    return made


def outside(path: Path) -> Iterator[tuple[Words, dict[str, set[int]], str | None]]:
    """The claims of an outside set."""
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        words = split(row["text"])
        marks = [Characters(s["tag"], s["start"], s["end"]) for s in row["spans"]]
        yield words, merged(spans(tagged(words, marks))), row["direction"]


NO_SLOTS = frozenset(("relation", "veto", "hedge"))


Rows = list[tuple[float, bool]]


def slots_read(examples: Iterable[Example]) -> dict[str, Rows]:
    """Of each part, and of `others`: its mean probability and whether it is right.

    Right: at least half of its words are marked with the same part of the claim.
    """
    model, rows = load(), {name: Rows() for name in (*CORE, "others")}
    for each in examples:
        seen, gold, first = model.read(each.words), list(spans(each.tags)), set()
        for span in spans(seen.tags):
            part = PARTS.get(span.tag, span.tag)
            if span.tag in NO_SLOTS or span.tag in first:
                continue
            first.add(span.tag)
            own = set(range(span.first, span.end))
            marked = [g for g in gold if PARTS.get(g.tag, g.tag) == part]
            right = any(overlap(own, set(range(g.first, g.end))) >= 0.5 for g in marked)
            rows[part if part in CORE else "others"].append((seen.mean(span), right))
    return rows


def threshold(rows: Rows, precision: float) -> float:
    """The least probability from which on, and above, that share of slots is right."""
    ordered = sorted(rows, reverse=True)
    shares = np.cumsum([right for _, right in ordered]) / np.arange(1, len(ordered) + 1)
    enough = np.flatnonzero(shares >= precision)
    return round(ordered[int(enough[-1])][0], 4) if len(enough) else 1.0


def reliability(rows: Rows) -> str:
    """How often slots are right, by tenths of their probability."""
    cells = []
    for low in range(10):
        inside = [right for sure, right in rows if low <= min(sure * 10, 9.99) < low + 1]
        if inside:
            cells.append(f".{low}-: {sum(inside) / len(inside):.2f} of {len(inside)}")
    return "; ".join(cells)


def report(name: str, made: Measured) -> str:
    """One line."""
    found, gold, same = (made.spans[key] for key in ("found", "gold", "same"))
    parts = [
        f"both {made.both / made.texts:.2f}",
        f"sign {made.signs_right / max(1, made.signs):.2f}",
        f"exact F1 {2 * same / max(1, found + gold):.2f}",
    ]
    parts += [
        f"{key} {made.right[key] / made.texts:.2f}" for key in ("design", "direction", "veto")
    ]
    return f"{name} ({made.texts}): " + ", ".join(parts)


def outside_report(path: Path) -> str:
    """One line on an outside set."""
    model, count, both, signs, right = load(), 0, 0, 0, 0
    for words, gold, direction in outside(path):
        seen = model.read(words)
        count += 1
        both += both_right(merged(spans(seen.tags)), gold)
        if direction in ("increase", "decrease", "none"):
            signs += 1
            right += seen.classes["direction"][0] == direction
    return f"{path.stem} ({count}): both {both / count:.2f}, sign {right / max(1, signs):.2f}"


def main() -> None:
    """Print the figures, and store the thresholds if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--calibrate", action="store_true", help="store when a slot is sure")
    options = parser.parse_args()
    held_out = [each for each in all_claims() if is_held_out(each.id)]
    lines = []
    for path in FILES:
        for language in LANGUAGES:
            own = [e for e in claims(path) if is_held_out(e.id) and e.language == language]
            lines.append(report(f"kept apart, {path.stem}, {language}", measure(own)))
    least = []
    for name, is_message in (("sentences", False), ("messages", True)):
        part = (e for e in held_out if (len(e.words) > SENTENCE) == is_message)
        row = []
        for slot, rows in slots_read(e for e in part if e.veto == "none").items():
            row.append(threshold(rows, PRECISION[slot in CORE]))
            shown = sum(sure >= row[-1] for sure, _ in rows) / len(rows)
            lines.append(f"{name}, {slot}: right, by probability: {reliability(rows)}")
            lines.append(f"{name}, {slot}: sure from {row[-1]} on: {shown:.2f} of {len(rows)}")
        least.append(row)
    lines += [outside_report(path) for path in sorted((options.folder or Path()).glob("*.jsonl"))]
    sys.stdout.write("\n".join([*lines, ""]))
    if options.calibrate:
        calibrate(least)


if __name__ == "__main__":
    main()
