"""How far labels and assessments agree: pure counts, each as hits out of a total."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

from hypotheses.domain.types import ASPECTS, Aspect, Assessment, Language, Verdict

from .pairs import Pair

CONFIDENCE = 0.95
_Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)

# An assessment is None where the analyst refused the text (it could not tell its language).
Judged = tuple[Pair, Assessment | None]
Found = Verdict | Literal["unread"]


@dataclass(frozen=True, slots=True)
class Proportion:
    """`hits` out of `total`; without a total there is no share."""

    hits: int
    total: int

    @property
    def share(self) -> float | None:
        return self.hits / self.total if self.total else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % Wilson score interval of the share."""
        if self.share is None:
            return None
        n, z2 = self.total, _Z * _Z
        middle = (self.hits + z2 / 2) / (n + z2)
        half = _Z / (n + z2) * math.sqrt(self.hits * (n - self.hits) / n + z2 / 4)
        # At 0 and n hits the bound is exact, whatever the last bit of the root says.
        low = 0.0 if self.hits == 0 else middle - half
        high = 1.0 if self.hits == n else middle + half
        return low, high


def proportion(truths: Iterable[bool]) -> Proportion:
    counted = Counter(truths)
    return Proportion(counted[True], counted.total())


def verdict_agreement(judged: Iterable[Judged]) -> Proportion:
    return proportion(
        found is not None and found.verdict == label.verdict for label, found in judged
    )


def same_verdict(pairs: Iterable[tuple[Assessment | None, Assessment | None]]) -> Proportion:
    """Texts judged alike in both languages; one that was refused is not judged alike."""
    return proportion(
        one is not None and other is not None and one.verdict == other.verdict
        for one, other in pairs
    )


def gap_recall(judged: Iterable[Judged]) -> Proportion:
    """Of the labelled gaps (aspects below 2) of ideas without a veto, those found."""
    return proportion(
        found is not None and found.score(aspect).score < 2
        for label, found in judged
        if label.veto is None
        for aspect in ASPECTS
        if label.scores[aspect] < 2
    )


def gap_precision(judged: Iterable[Judged]) -> Proportion:
    """Of the gaps found in ideas without a labelled veto, those that are labelled."""
    return proportion(
        label.scores[score.aspect] < 2
        for label, found in judged
        if label.veto is None and found is not None
        for score in found.gaps
    )


def covered_agreement(judged: Iterable[Judged], aspect: Aspect) -> Proportion:
    """Agreement on whether an aspect is fully covered (2) or not."""
    return proportion(
        found is not None and (found.score(aspect).score == 2) == (label.scores[aspect] == 2)
        for label, found in judged
    )


def exact_agreement(judged: Iterable[Judged], aspect: Aspect) -> Proportion:
    return proportion(
        found is not None and found.score(aspect).score == label.scores[aspect]
        for label, found in judged
    )


def veto_recall(judged: Iterable[Judged]) -> Proportion:
    return proportion(
        found is not None and bool(found.vetoes) for label, found in judged if label.veto
    )


def veto_precision(judged: Iterable[Judged]) -> Proportion:
    return proportion(label.veto is not None for label, found in judged if found and found.vetoes)


def veto_kind(judged: Iterable[Judged]) -> Proportion:
    """Of the labelled vetoes that were found, those found for the labelled reason."""
    return proportion(
        label.veto in {veto.code for veto in found.vetoes}
        for label, found in judged
        if label.veto and found and found.vetoes
    )


def detection(found: Iterable[Assessment | None], language: Language) -> Proportion:
    return proportion(one is not None and one.language == language for one in found)


def confusion(judged: Sequence[Judged]) -> Counter[tuple[Verdict, Found]]:
    """How often each labelled verdict met each verdict found."""
    return Counter((label.verdict, found.verdict if found else "unread") for label, found in judged)
