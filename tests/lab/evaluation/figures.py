"""Which figures the report holds, and the targets some of them have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from hypotheses.domain.types import ASPECTS, LANGUAGES, Assessment, Language

from . import measure
from .measure import Judged, Proportion
from .pairs import Pair

By = Literal["pt", "en", "both"]


@dataclass(frozen=True, slots=True)
class Target:
    """The least a share must be, or the most it may be."""

    bound: float
    at_most: bool = False

    def met(self, value: float) -> bool:
        return value <= self.bound if self.at_most else value >= self.bound


@dataclass(frozen=True, slots=True)
class Figure:
    """One share: of a part (a set of pairs, a kind of item), in a language, of a group or of all.

    `group` is `field:...` or `noise:...`, or empty.
    """

    part: str
    name: str
    language: By
    value: Proportion
    target: Target | None = None
    group: str = ""

    @property
    def met(self) -> bool | None:
        """None without a target, and where there was nothing to measure."""
        share = self.value.share
        return None if self.target is None or share is None else self.target.met(share)


PAIR_TARGETS = {
    "verdict_agreement": Target(0.85),
    "same_verdict": Target(0.90),
    "gap_recall": Target(0.85),
}
TRIAL_TARGETS = {
    ("full", "covered_population"): Target(0.88),
    ("full", "covered_metrics"): Target(0.85),
    ("no_outcome", "covered_metrics"): Target(0.08, at_most=True),
    ("title_only", "covered_metrics"): Target(0.02, at_most=True),
    ("all_items", "same_verdict"): Target(0.90),
}
ALL_ITEMS = "all_items"

Readings = Mapping[Language, Sequence[Assessment | None]]


def of_pairs(part: str, pairs: Sequence[Pair], readings: Readings) -> Iterator[Figure]:
    """The figures of one set of pairs; readings run parallel to the pairs."""
    for language in LANGUAGES:
        judged = list(zip(pairs, readings[language], strict=True))
        for name, value in _of_language(judged, language):
            yield Figure(part, name, language, value, PAIR_TARGETS.get(name))
        yield from _grouped(part, judged, language, "field", lambda pair: pair.field)
        yield from _grouped(part, judged, language, "noise", lambda pair: pair.noise or "none")
    alike = measure.same_verdict(zip(readings["pt"], readings["en"], strict=True))
    yield Figure(part, "same_verdict", "both", alike, PAIR_TARGETS["same_verdict"])


def _of_language(judged: list[Judged], language: Language) -> Iterator[tuple[str, Proportion]]:
    yield "verdict_agreement", measure.verdict_agreement(judged)
    yield "gap_recall", measure.gap_recall(judged)
    yield "gap_precision", measure.gap_precision(judged)
    for aspect in ASPECTS:
        yield f"covered_{aspect}", measure.covered_agreement(judged, aspect)
    for aspect in ASPECTS:
        yield f"exact_{aspect}", measure.exact_agreement(judged, aspect)
    yield "veto_recall", measure.veto_recall(judged)
    yield "veto_precision", measure.veto_precision(judged)
    yield "veto_kind", measure.veto_kind(judged)
    yield "detection", measure.detection((found for _, found in judged), language)


def _grouped(
    part: str, judged: list[Judged], language: Language, kind: str, key: Callable[[Pair], str]
) -> Iterator[Figure]:
    for group in sorted({key(label) for label, _ in judged}):
        members = [one for one in judged if key(one[0]) == group]
        value = measure.verdict_agreement(members)
        yield Figure(part, "verdict_agreement", language, value, group=f"{kind}:{group}")


def of_trials(
    kind: str,
    readings: Mapping[Language, Sequence[Assessment]],
    detected: Mapping[Language, Proportion],
) -> Iterator[Figure]:
    """The figures of one kind of item. The items carry no label: what they lack is known."""
    for language in LANGUAGES:
        found = readings[language]
        for name, value in _of_items(found):
            yield Figure(kind, name, language, value, TRIAL_TARGETS.get((kind, name)))
        yield Figure(kind, "detection", language, detected[language])
    yield same_verdict(kind, zip(readings["pt"], readings["en"], strict=True))


def _of_items(found: Sequence[Assessment]) -> Iterator[tuple[str, Proportion]]:
    for aspect in ASPECTS:
        value = measure.proportion(one.score(aspect).score == 2 for one in found)
        yield f"covered_{aspect}", value
    yield "approved", measure.proportion(one.verdict == "approved" for one in found)
    yield "rejected", measure.proportion(one.verdict == "rejected" for one in found)


def same_verdict(part: str, pairs: Iterable[tuple[Assessment, Assessment]]) -> Figure:
    """The figure of an item kind, or of all items together."""
    value = measure.same_verdict(pairs)
    target = TRIAL_TARGETS.get((part, "same_verdict"))
    return Figure(part, "same_verdict", "both", value, target)
