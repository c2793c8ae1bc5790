"""Makes config/text/language_evidence.txt: `python -m tests.lab.language_evidence FILE...`.

Each file holds claims in both languages, a JSON object a line with `en` and `pt`; marks
`{tag|words}` are left out. A weight is ten times the logarithm of how much more often a word, or
three letters of it, stand in English than in Portuguese texts (naive Bayes; Cavnar & Trenkle
1994 for the letters), rounded, so that sums are the same on any machine.
"""

from __future__ import annotations

import json
import math
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from config.text.language import EVIDENCE, LANGUAGES, Language, letter_groups, spoken
from tests.lab.reader.annotation import unmarked

FEWEST_WORDS, FEWEST_GROUPS, LEAST = 2, 4, 3


def weights(texts: dict[Language, list[str]]) -> dict[str, int]:
    """The weight of each word and of each group of letters (`~` before it)."""
    words: dict[Language, Counter[str]] = {language: Counter() for language in LANGUAGES}
    groups: dict[Language, Counter[str]] = {language: Counter() for language in LANGUAGES}
    for language, rows in texts.items():
        for text in rows:
            found = set(spoken(text))
            words[language].update(found)
            for word in found:
                groups[language].update(set(letter_groups(word)))
    tilde = {
        language: Counter({f"~{g}": n for g, n in groups[language].items()})
        for language in LANGUAGES
    }
    return {**_ratios(words, 0.3, FEWEST_WORDS, 0), **_ratios(tilde, 0.5, FEWEST_GROUPS, LEAST)}


def _ratios(
    counts: dict[Language, Counter[str]], smoothing: float, fewest: int, least: int
) -> dict[str, int]:
    english, portuguese = counts["en"], counts["pt"]
    totals = english.total(), portuguese.total()
    made = {}
    for key in sorted({*english, *portuguese}):
        if english[key] + portuguese[key] < fewest:
            continue
        first = (english[key] + smoothing) / totals[0]
        second = (portuguese[key] + smoothing) / totals[1]
        weight = round(10 * math.log(first / second))
        if abs(weight) >= least:
            made[key] = weight
    return made


def texts_of(paths: Iterable[Path]) -> dict[Language, list[str]]:
    """The texts of all files by language, without their marks."""
    found: dict[Language, list[str]] = {language: [] for language in LANGUAGES}
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            for language in LANGUAGES:
                found[language].append(unmarked(row[language])[0])
    return found


def main(arguments: Sequence[str]) -> None:
    """Write the table."""
    made = weights(texts_of(map(Path, arguments)))
    lines = [f"{key} {weight}\n" for key, weight in sorted(made.items())]
    EVIDENCE.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
