"""A hypothesis as its page shows it: rows put into reading order, once, without further queries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.desk.diff import Piece, sides, word_diff
from hypotheses.domain.refinement import disagree
from hypotheses.domain.registration import Deviation
from hypotheses.domain.types import ASPECTS
from hypotheses.models import (
    AspectScore,
    Clarification,
    Decision,
    Gap,
    Hypothesis,
    Improvement,
    Note,
    Review,
    Version,
)
from hypotheses.services.preregister import part_name, value_name

STATEMENTS = ("h0", "h1", "refuted", "estimand")
WARNINGS = ("drift", "guidance", "struck", "void", "degraded")


@dataclass(frozen=True, slots=True)
class Stretch:
    """Words of a question, and the aspects for which they are evidence."""

    text: str
    aspects: tuple[str, ...]


@dataclass(frozen=True)
class ScoreLine:
    """One aspect of a review: its score, what earned it, what is missing."""

    row: AspectScore
    gaps: list[Gap]
    improvements: list[Improvement]


@dataclass(frozen=True)
class VersionCard:
    """One version with all that was said of it."""

    version: Version
    stretches: list[Stretch]
    from_previous: list[Piece]
    from_idea: list[Piece]
    reviews: list[Review]
    scores: list[ScoreLine]
    notes: dict[str, list[Note]]
    questions: list[Clarification]
    closed: list[Gap] = field(default_factory=list)

    @property
    def review(self) -> Review | None:
        """The review that stands: the forced one where there is one."""
        return self.reviews[-1] if self.reviews else None

    @property
    def disputed(self) -> bool:
        """Whether its judges disagree."""
        return disagree((review.forced, review.status) for review in self.reviews)

    @property
    def statements(self) -> list[Note]:
        """H0, H1, what would refute it, what is estimated."""
        return [note for kind in STATEMENTS for note in self.notes.get(kind, [])]

    @property
    def warnings(self) -> list[Note]:
        """What a reviewer should look at."""
        return [note for kind in WARNINGS for note in self.notes.get(kind, [])]


def outcome_words(
    hypothesis: Any, current: Decision | None, review: Review | None, *, own: bool
) -> str:
    """How a hypothesis read `with_status` stands, in one sentence for its reader."""
    counts = {"count": hypothesis.conditions}
    if hypothesis.state == "conditional" and own:
        return (
            ngettext(
                "Approved if you confirm %(count)s assumption",
                "Approved if you confirm %(count)s assumptions",
                hypothesis.conditions,
            )
            % counts
        )
    if hypothesis.state == "conditional":
        return (
            ngettext(
                "Approved if its author confirms %(count)s assumption",
                "Approved if its author confirms %(count)s assumptions",
                hypothesis.conditions,
            )
            % counts
        )
    if hypothesis.state == "waiting":
        return _("Waiting for your answer") if own else _("Waiting for its author's answer")
    if hypothesis.state == "rejected":
        by_person = current is not None and current.source == Decision.Source.HUMAN
        vetoed = review is not None and not by_person and bool(review.vetoes.all())
        return _("Rejected: veto") if vetoed else _("Rejected")
    return {
        "approved": _("Approved"),
        "working": _("At work"),
        "cancelled": _("Cancelled"),
    }.get(hypothesis.state, _("Failed"))


def version_cards(hypothesis: Hypothesis) -> list[VersionCard]:
    """The versions of a hypothesis read `with_history`, the newest first."""
    versions = list(hypothesis.versions.all())
    gaps = list(hypothesis.gaps.all())
    asks = list(hypothesis.clarifications.all())
    before = [None, *versions]
    cards = [
        _card(hypothesis, version, previous, gaps, asks)
        for previous, version in zip(before, versions, strict=False)
    ]
    return cards[::-1]


def _card(
    hypothesis: Hypothesis,
    version: Version,
    previous: Version | None,
    gaps: list[Gap],
    asks: list[Clarification],
) -> VersionCard:
    reviews = list(version.reviews.all())
    standing = reviews[-1] if reviews else None
    notes: dict[str, list[Note]] = {}
    for note in version.notes.all():
        notes.setdefault(note.kind, []).append(note)
    return VersionCard(
        version=version,
        stretches=stretches(version.question, _evidence(standing)),
        from_previous=word_diff(previous.question, version.question) if previous else [],
        from_idea=word_diff(hypothesis.text, version.question),
        reviews=reviews,
        scores=list(_scores(standing, gaps)),
        notes=notes,
        questions=[ask for ask in asks if ask.version_id == version.pk],
        closed=[gap for gap in gaps if gap.closed_in == version.number],
    )


def _scores(review: Review | None, gaps: list[Gap]) -> Iterator[ScoreLine]:
    if review is None:
        return
    improvements = list(review.improvements.all())
    scores = {row.aspect: row for row in review.scores.all()}
    for aspect in ASPECTS:
        if aspect in scores:
            yield ScoreLine(
                scores[aspect],
                [gap for gap in gaps if gap.aspect == aspect],
                [row for row in improvements if row.aspect == aspect],
            )


def _evidence(review: Review | None) -> list[tuple[str, str]]:
    return [(row.aspect, row.evidence) for row in review.scores.all()] if review else []


def stretches(text: str, evidence: Iterable[tuple[str, str]]) -> list[Stretch]:
    """The text cut where an aspect's verbatim evidence begins or ends; the pieces joined are it."""
    spans = []
    for aspect, quote in evidence:
        start = text.find(quote) if quote else -1
        if start >= 0:
            spans.append((start, start + len(quote), aspect))
    cuts = sorted({0, len(text), *(s for s, _, _ in spans), *(e for _, e, _ in spans)})
    return [
        Stretch(text[i:j], tuple(a for a in ASPECTS if (a in _at(spans, i, j))))
        for i, j in pairwise(cuts)
    ]


def _at(spans: list[tuple[int, int, str]], start: int, end: int) -> set[str]:
    return {aspect for s, e, aspect in spans if s <= start and end <= e}


# Deviations as pages show them.


@dataclass(frozen=True)
class DeviationLine:
    """A deviation in the reader's language; `words` where its texts are a person's."""

    name: str
    before: str
    after: str
    words: bool
    at: datetime
    version: int | None
    declared: int | None
    removed: list[Piece]
    added: list[Piece]


def deviation_lines(deviations: Iterable[Deviation]) -> list[DeviationLine]:
    """A line each, in their order."""
    return [_line(each) for each in deviations]


def _line(each: Deviation) -> DeviationLine:
    removed, added = sides(word_diff(each.before, each.after))
    return DeviationLine(
        name=part_name(each.part),
        before=value_name(each.part, each.before),
        after=value_name(each.part, each.after),
        words=each.part != "decision" and not each.part.startswith("origin:"),
        at=each.at,
        version=each.version,
        declared=each.declared,
        removed=removed,
        added=added,
    )
