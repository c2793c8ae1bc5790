"""What an export of a hypothesis holds, whatever the format: in its reader's language, as its page.

The question, H0, H1 and the words of people stay in the hypothesis's language.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from config.desk.documents import FORMATS, Block, Document, Grid
from hypotheses.domain import osf
from hypotheses.domain.analysis import plan
from hypotheses.frame_table import FrameRow, FrameTable, frame_table
from hypotheses.models import Decision, Version
from hypotheses.presentation import STATEMENTS, outcome_words
from hypotheses.services.report import hypothesis_report
from hypotheses.services.wording import reader_language, wording
from hypotheses.slots import slot_name

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
    said = {
        "report.json": _("all versions, reviews, gaps, questions and decisions, as rows"),
        "md": _("the question, its parts, what would be tested, gaps and decisions"),
        "preregistration": _("what was frozen, with the hash over it"),
    }
    lines = [f"# Crivo: {_('Hypothesis %(id)s') % {'id': hypothesis.pk}}", ""]
    for path in paths:
        kind = "preregistration" if path.startswith("preregistration") else path
        lines.append(f"- `{path}`: {said.get(kind, said['md'])}")
    again = _("The same idea is refined anew by:")
    idea = shlex.quote(hypothesis.text)
    lines += ["", again, "", f"    crivo refine {idea} --language {hypothesis.language}", ""]
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
    yield Block(
        _("The question as it stands (V%(n)s)") % {"n": version.number}, (version.question,)
    )
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
    yield Block(_("Questions to the author"), points=tuple(_questions(table, hypothesis.language)))


def _frame_title(table: FrameTable) -> str:
    if table.spider:
        return _("The parts of the question (SPIDER)")
    return _("The parts of the question (PICO)")


def _frame(table: FrameTable) -> Grid:
    picked = tuple((each.label, each.present, "") for each in table.selections)
    rows = tuple((row.label, row.words or "–", _whose(row)) for row in table.rows)
    return Grid((_("Part"), _("Words"), _("Whose")), picked + rows)


def _whose(row: FrameRow) -> str:
    if row.state == "proposed":
        return _("proposed")
    return _("open") if row.state == "open" else row.origin


def _analysis(version: Version) -> Iterator[Block]:
    made = plan(version.claim, language=reader_language())
    words = (made.family, *made.warnings, made.confounders_question)
    yield Block(_("Analysis"), tuple(each for each in words if each), made.assumptions)


def _questions(table: FrameTable, own: str) -> Iterator[str]:
    for row in table.asked:
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
