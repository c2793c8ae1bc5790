"""A hypothesis as its page and its exports show it: rows in reading order, without further queries.

The question, H0, H1 and the words of people stay in the hypothesis's language.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.desk.diff import Piece, sides, word_diff
from config.desk.documents import FORMATS, Block, Document, Grid
from hypotheses.domain import osf
from hypotheses.domain.analysis import plan
from hypotheses.domain.refinement import disagree
from hypotheses.domain.registration import Deviation
from hypotheses.domain.types import ASPECTS
from hypotheses.frame_table import FrameRow, FrameTable, frame_table
from hypotheses.models import (
    AspectScore,
    Clarification,
    Decision,
    Element,
    Gap,
    Hypothesis,
    Improvement,
    Note,
    Review,
    Version,
)
from hypotheses.services.preregister import part_name, value_name
from hypotheses.services.report import hypothesis_report
from hypotheses.services.wording import reader_language, slot_name, wording

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
    if hypothesis.state == "conditional":
        return ngettext(
            "Approved on %(count)s condition",
            "Approved on %(count)s conditions",
            hypothesis.conditions,
        ) % {"count": hypothesis.conditions}
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
    review = reviews[-1] if reviews else None
    notes: dict[str, list[Note]] = {}
    for note in version.notes.all():
        notes.setdefault(note.kind, []).append(note)
    return VersionCard(
        version=version,
        stretches=stretches(version.question, _evidence(review)),
        from_previous=word_diff(previous.question, version.question) if previous else [],
        from_idea=word_diff(hypothesis.text, version.question),
        reviews=reviews,
        scores=list(_scores(review, gaps)),
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


_ENDINGS = ("md", "docx", "tex")


def package_of(hypothesis: Any) -> dict[str, bytes]:
    """By path: the document in each format, all rows as JSON, each pre-registration, and a README
    that says what is what. For a hypothesis read `with_status` and `with_history`."""
    document = document_of(hypothesis)
    name = f"hypothesis-{hypothesis.pk}"
    files = {f"{name}.{ending}": FORMATS[ending].write(document) for ending in _ENDINGS}
    files["report.json"] = _json(hypothesis_report(hypothesis_id=hypothesis.pk))
    for row in hypothesis.preregistrations.order_by("number"):
        folder = f"preregistration-{row.number}"
        files[f"{folder}.md"] = osf.markdown(row.content, row.sha256).encode()
        files[f"{folder}.json"] = _json(osf.as_json(row.content, row.sha256))
    return {"README.md": _readme(hypothesis, list(files)).encode(), **files}


def _readme(hypothesis: Any, paths: list[str]) -> str:
    contents = {
        "report.json": _("all versions, reviews, gaps, questions and decisions, as rows"),
        "md": _("the question, its parts, what would be tested, gaps and decisions"),
        "preregistration": _("what was frozen, with the hash over it"),
    }
    lines = [f"# Crivo: {_('Hypothesis %(id)s') % {'id': hypothesis.pk}}", ""]
    for path in paths:
        kind = "preregistration" if path.startswith("preregistration") else path
        lines.append(f"- `{path}`: {contents.get(kind, contents['md'])}")
    refine_again = _("To refine the same idea again:")
    idea = shlex.quote(hypothesis.text)
    lines += ["", refine_again, "", f"    crivo refine {idea} --language {hypothesis.language}", ""]
    return "\n".join(lines)


def _json(document: Any) -> bytes:
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


MAX_DECISIONS = 50
"""The latest of them that are exported."""


def document_of(hypothesis: Any) -> Document:
    """The export of a hypothesis read `with_status` and `with_history`; it names no person."""
    decisions = list(hypothesis.decisions.all())
    versions = list(hypothesis.versions.all())
    made = max(row.created_at for row in (hypothesis, *versions[-1:], *decisions[-1:]))
    blocks = list(_blocks(hypothesis, versions[-1] if versions else None, decisions))
    title = _("Hypothesis %(id)s") % {"id": hypothesis.pk}
    shown = tuple(each for each in blocks if each.paragraphs or each.points or each.grid)
    return Document(title, reader_language(), made, shown)


def _blocks(hypothesis: Any, version: Version | None, decisions: list[Decision]) -> Iterator[Block]:
    own = hypothesis.language
    current = next((row for row in decisions if row.current), None)
    reviews = list(version.reviews.all()) if version else []
    outcome = outcome_words(hypothesis, current, reviews[-1] if reviews else None, own=False)
    yield Block(_("Decision"), (outcome,))
    yield Block(_("Idea"), (hypothesis.text,))
    if version is not None:
        yield from _claim(hypothesis, version, current)
    yield Block(_("Gaps"), points=tuple(_gap(row, own) for row in hypothesis.gaps.all()))
    latest = decisions[-MAX_DECISIONS:]
    yield Block(_("Decisions"), points=tuple(_decision(row, own) for row in latest))


def _claim(hypothesis: Any, version: Version, current: Decision | None) -> Iterator[Block]:
    asks = [ask for ask in hypothesis.clarifications.all() if ask.version_id == version.pk]
    approved = current is not None and current.after == Decision.Outcome.APPROVED
    table = frame_table(version, asks, approved=approved)
    yield Block(_("The current question (V%(n)s)") % {"n": version.number}, (version.question,))
    yield Block(_frame_title(table), grid=_frame(table))
    notes = {note.kind: note for note in version.notes.all()}
    stated = [notes[kind] for kind in STATEMENTS if kind in notes]
    yield Block(
        _("What would be tested"),
        tuple(f"{capfirst(note.get_kind_display())}: {note.text}" for note in stated),
    )
    yield from _analysis(version)
    yield Block(
        _("Assumptions to confirm"),
        points=tuple(f"{row.label}: {row.words}" for row in table.proposed),
    )
    yield Block(
        _("Choices to name"),
        points=tuple(f"{row.label}: {row.ask}" for row in table.unnamed),
    )
    yield Block(_("Questions to the author"), points=tuple(_questions(table, hypothesis.language)))


def _frame_title(table: FrameTable) -> str:
    if table.spider:
        return _("The parts of the question (SPIDER)")
    return _("The parts of the question (PICO)")


def _frame(table: FrameTable) -> Grid:
    picked = tuple((each.label, each.present, "") for each in table.selections)
    rows = tuple((row.label, row.words or "–", _whose(row)) for row in table.rows)
    author = str(Element.Origin.USER.label)
    remarks = tuple((each.label, "; ".join(each.texts), author) for each in table.remarks)
    return Grid((_("Part"), _("Words"), _("Whose")), picked + rows + remarks)


def _whose(row: FrameRow) -> str:
    states = {"proposed": _("proposed"), "unnamed": _("to name"), "open": _("open")}
    return states.get(row.state, row.origin)


def _analysis(version: Version) -> Iterator[Block]:
    idea = version.hypothesis.text
    made = plan(version.claim, language=reader_language(), text=idea)
    texts = (made.family, *made.warnings, made.confounders_question)
    yield Block(_("Analysis"), tuple(each for each in texts if each), made.assumptions)


def _questions(table: FrameTable, own: str) -> Iterator[str]:
    for row in table.questions:
        yield f"{row.label}: {wording(row.question, own).text}"
    for ask in table.others:
        yield f"{capfirst(slot_name(ask.slot))}: {wording(ask.question, own).text}"


def _gap(row: Any, own: str) -> str:
    state = _("closed on condition") if row.conditional else row.get_state_display()
    closed = f" → “{row.closed_by}”" if row.closed_by else ""
    return f"{capfirst(slot_name(row.slot))} ({state}): {wording(row.gap, own).text}{closed}"


def _decision(row: Decision, own: str) -> str:
    when = date_format(timezone.localtime(row.created_at), "SHORT_DATETIME_FORMAT")
    source = row.get_source_display()
    human = row.source == Decision.Source.HUMAN
    reason = row.reason if human else wording(row.reason, own).text
    return f"V{row.version.number}, {when}: {row.get_after_display()} ({source}). {reason}"
