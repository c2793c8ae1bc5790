"""Accepting an idea, or a file of ideas: checked as a whole, with faults by line, and accepted
whole or not at all."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import transaction
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.desk.refusals import Refusal
from config.desk.spreadsheets import BEGINS, WorkbookError, rows_of
from config.llm.provider import priced
from config.runs import providers
from config.runs.errors import REFUSALS, explain
from config.runs.models import Run
from config.runs.services import enqueue_run
from config.text.language import LanguageError, detect
from config.text.validation import as_number, clean_idea
from hypotheses.analyst import split
from hypotheses.analyst.fields import field_of
from hypotheses.domain.frame import check_frame
from hypotheses.domain.refinement import check_limit
from hypotheses.domain.types import DEFAULT_REFINEMENTS, LANGUAGES, Language
from hypotheses.models import Hypothesis
from hypotheses.services import assess
from hypotheses.services.search import follow, similar_hypotheses

KIND = "refinement"
_COMPARED = 2_000  # newest hypotheses that a new one is compared with


@dataclass(frozen=True)
class Submission:
    """A new hypothesis and its run. `ideas` holds the proposal to split, when there is one."""

    hypothesis: Hypothesis
    run: Run
    ideas: tuple[str, ...] = ()


@dataclass(frozen=True)
class IdeaPreview:
    """The independent hypotheses in a text, when there are several, a near-duplicate of it, and
    others that mean much the same."""

    ideas: tuple[str, ...]
    near: Hypothesis | None
    similar: tuple[Hypothesis, ...] = ()


def read_idea(*, text: str, language: str = "auto") -> tuple[str, Language]:
    """A text, cleaned, and its language. Raises TextError, LanguageError; writes nothing."""
    idea = clean_idea(text, settings.MAX_IDEA_CHARACTERS)
    if language not in ("auto", *LANGUAGES):
        raise LanguageError("unsupported", given=language)
    recognised: Language = detect(idea) if language == "auto" else language  # type: ignore[assignment]
    return idea, recognised


def _ideas(idea: str, language: Language, user: User | None) -> list[str]:
    """The independent hypotheses of a text, read when it is the person's turn. Raises TryLater."""
    with assess.reader_for(user) as read:
        return read(split.split_ideas, idea, language)


def submit_hypothesis(
    *,
    text: str,
    language: str = "auto",
    max_refinements: int = DEFAULT_REFINEMENTS,
    user: User | None = None,
    split_from: str = "",
    claim: Any = None,
    wake: bool = True,
) -> Submission:
    """Store an idea as a hypothesis and start its refinement.

    `claim` is the author's frame, or parts of it: these are the author's own words, and the run
    does not read them again. Raises TextError, LanguageError, RefinementLimitError, FrameError,
    TryLater; then nothing is written.
    """
    check_limit(max_refinements)
    frame = {} if claim is None else check_frame(claim)
    idea, recognised = read_idea(text=text, language=language)
    terms = split.key_terms(idea, recognised)
    ideas = _ideas(idea, recognised, user)
    with transaction.atomic():
        hypothesis = Hypothesis.objects.create(
            text=idea,
            language=recognised,
            max_refinements=max_refinements,
            owner=user,
            split_from=split_from,
            near_duplicate_of=_near_duplicate(terms, recognised, user),
            key_terms=terms,
            field=field_of(idea, recognised),
        )
        params = {"frame": frame} if frame else {}
        run = enqueue_run(kind=KIND, subject_id=hypothesis.pk, params=params, user=user, wake=wake)
        follow(hypothesis.pk)
    return Submission(hypothesis, run, tuple(ideas) if len(ideas) > 1 else ())


def submit_split(
    *,
    text: str,
    language: str = "auto",
    max_refinements: int = DEFAULT_REFINEMENTS,
    user: User | None = None,
    wake: bool = True,
) -> list[Submission]:
    """Store each independent hypothesis of a text as a row of its own.

    Raises as `submit_hypothesis`; then none is written.
    """
    check_limit(max_refinements)
    idea, recognised = read_idea(text=text, language=language)
    ideas = _ideas(idea, recognised, user)
    with transaction.atomic():
        return [
            submit_hypothesis(
                text=part,
                language=recognised,
                max_refinements=max_refinements,
                user=user,
                split_from=idea if len(ideas) > 1 else "",
                wake=wake,
            )
            for part in ideas
        ]


def preview_idea(*, text: str, language: str = "auto", user: User | None = None) -> IdeaPreview:
    """What a person should know before submitting an idea. Raises as `read_idea`; TryLater."""
    idea, recognised = read_idea(text=text, language=language)
    ideas = _ideas(idea, recognised, user)
    terms = split.key_terms(idea, recognised)
    near = _near_duplicate(terms, recognised, user)
    similar = similar_hypotheses(text=idea, user=user, but=[near.pk] if near else [])
    return IdeaPreview(tuple(ideas) if len(ideas) > 1 else (), near, similar)


def _near_duplicate(terms: list[str], language: str, user: User | None) -> Hypothesis | None:
    """The newest hypothesis that the user may see and that says nearly the same."""
    seen = Hypothesis.objects.filter(language=language, erased_at=None)
    if user is not None:
        seen = seen.visible_to(user)
    newest: list[Hypothesis] = list(seen.order_by("-pk")[:_COMPARED])
    return next((other for other in newest if split.near(terms, other.key_terms)), None)


# The expected cost of a refinement, estimated before it starts.

_TYPICAL = "x" * 200  # characters of an idea that is still to be written
_FRESH = 60  # seconds for which a page reuses the list of models


@dataclass(frozen=True)
class IdeaEstimate:
    """The most that one idea usually takes of the models, each question answered at once."""

    calls: int
    tokens: int
    cost_usd: Decimal

    def __str__(self) -> str:
        message = ngettext("%(count)s call", "%(count)s calls", self.calls) % {"count": self.calls}
        return _("up to about %(calls)s to the models, %(cost)s USD") % {
            "calls": message,
            "cost": number_format(self.cost_usd.quantize(Decimal("0.0001")), 4),
        }


def estimate_refinement(
    *, text: str, language: Language, max_refinements: int = DEFAULT_REFINEMENTS
) -> IdeaEstimate | None:
    """The expected calls, tokens and cost; None where no model is asked."""
    configured = providers.configured()
    if not configured:
        return None
    from hypotheses.model_analyst.analyst import calls  # most starts are without a model

    most = priced(calls(text, language, max_refinements), configured)
    return IdeaEstimate(*most) if most.calls else None


def estimate_typical(*, language: Language) -> IdeaEstimate | None:
    """The estimate for an idea of common length, with the models of the last minute."""
    key = f"refinement-estimate-{language}"
    known: list[IdeaEstimate | None] | None = cache.get(key)
    if known is None:
        known = [estimate_refinement(text=_TYPICAL, language=language)]
        cache.set(key, known, _FRESH)
    return known[0]


MOST = 100
"""The most ideas of one file."""
MOST_BYTES = 1_000_000
_NAMES = {
    "text": ("text", "idea", "hypothesis", "texto", "ideia", "hipótese", "hipotese"),
    "language": ("language", "idioma", "língua", "lingua"),
    "max_refinements": ("max_refinements", "refinements", "refinamentos"),
}
_FIELD_OF = {name: field for field, names in _NAMES.items() for name in names}


@dataclass(frozen=True)
class IdeaRow:
    """An idea as the file has it, ready to be submitted."""

    line: int
    text: str
    language: str = "auto"
    max_refinements: int = DEFAULT_REFINEMENTS


@dataclass(frozen=True)
class IdeasFileFault:
    """A fault of a line; line 0 is the whole file."""

    line: int
    message: str


@dataclass(frozen=True)
class Contents:
    """A file's ideas in order, and its faults."""

    rows: tuple[IdeaRow, ...]
    faults: tuple[IdeasFileFault, ...]


class _Wrong(Exception):
    """A line that cannot be read."""


def read_file(data: bytes) -> Contents:
    """The ideas of a file: the first sheet of a workbook; JSON lines where the first begins with
    a brace; a table where its header names `text` or `idea`; else an idea per line. Writes
    nothing."""
    if len(data) > MOST_BYTES:
        return _only(_("the file is larger than %(most)s bytes") % {"most": MOST_BYTES})
    try:
        lines = list(_sheet(data)) if data.startswith(BEGINS) else list(_lines(_decoded(data)))
    except WorkbookError:
        return _only(_("the file is no workbook (XLSX) that can be read"))
    except UnicodeDecodeError:
        return _only(_("the file is not text in UTF-8: save it as “CSV UTF-8”"))
    rows: list[IdeaRow] = []
    faults: list[IdeasFileFault] = []
    for line, content in lines:
        try:
            rows.append(_row(line, content))
        except _Wrong as error:
            faults.append(IdeasFileFault(line, str(error)))
        if len(rows) + len(faults) > MOST:
            return _only(_("the file holds more than %(most)s ideas: cut it") % {"most": MOST})
    if not rows and not faults:
        return _only(_("the file holds no idea"))
    return Contents(tuple(rows), tuple(faults))


@transaction.atomic
def submit_file(*, rows: tuple[IdeaRow, ...], user: User | None = None) -> list[Submission]:
    """Submit every idea of a file, or none. Raises Refusal with the line; QuotaExceeded."""
    made = []
    for row in rows:
        values = {"language": row.language, "max_refinements": row.max_refinements}
        try:
            made.append(submit_hypothesis(text=row.text, user=user, **values))  # type: ignore[arg-type]
        except REFUSALS as error:
            message = _("line %(line)s: %(why)s; nothing was taken in")
            raise Refusal(message % {"line": row.line, "why": explain(error)}) from error
    return made


def _only(message: str) -> Contents:
    return Contents((), (IdeasFileFault(0, message),))


def _decoded(data: bytes) -> str:
    return data.decode("utf-8-sig")


def _sheet(data: bytes) -> Iterator[tuple[int, Any]]:
    """The rows of a workbook's first sheet: under a header that names its columns, or an idea in
    the first cell of each."""
    fields: list[str] | None = None
    for number, cells in rows_of(data):
        if not any(cell.strip() for cell in cells):
            continue
        named = [_FIELD_OF.get(cell.strip().lower(), "") for cell in cells]
        if fields is None and "text" in named:
            fields = named
            continue
        fields = fields or ["text"]
        yield number, dict(zip(fields, cells, strict=False))


def _lines(content: str) -> Iterator[tuple[int, Any]]:
    """Each line with its number: its fields, or a text that is wrong."""
    first = next((line for line in content.splitlines() if line.strip()), "")
    if first.lstrip().startswith("{"):
        for number, line in enumerate(content.splitlines(), 1):
            if line.strip():
                yield number, line
        return
    sign = next((sign for sign in (";", "\t", ",") if _names_text(first, sign)), "")
    if not sign:
        for number, line in enumerate(content.splitlines(), 1):
            if line.strip():
                yield number, {"text": line}
        return
    yield from _table(content, sign)


def _names_text(line: str, sign: str) -> bool:
    """Whether a line is a header with a column of ideas."""
    names = (name.strip().strip('"').lower() for name in line.split(sign))
    return any(_FIELD_OF.get(name) == "text" for name in names)


def _table(content: str, sign: str) -> Iterator[tuple[int, Any]]:
    reader = csv.reader(io.StringIO(content), delimiter=sign)
    fields: list[str] = []
    line = 1
    try:
        for cells in reader:
            if not fields and any(cell.strip() for cell in cells):
                fields = [_FIELD_OF.get(cell.strip().lower(), "") for cell in cells]
            elif any(cell.strip() for cell in cells):
                yield line, dict(zip(fields, cells, strict=False))
            line = reader.line_num + 1
    except csv.Error as error:
        yield line, _Wrong(str(error))


def _row(line: int, content: Any) -> IdeaRow:
    """A line as an idea. Raises _Wrong."""
    if isinstance(content, _Wrong):
        raise content
    if isinstance(content, str):
        content = _object(content)
    text = content.get("text")
    if not isinstance(text, str) or not text.strip():
        raise _Wrong(_("there is no text"))
    language = str(content.get("language") or "auto").strip().lower()
    limit = _limit(content)
    try:
        check_limit(limit)
        read_idea(text=text, language=language)
    except REFUSALS as error:
        raise _Wrong(explain(error)) from error
    return IdeaRow(line, text, language, limit)


def _object(line: str) -> Mapping[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _Wrong(_("this is not JSON")) from error
    if not isinstance(found, dict):
        raise _Wrong(_("this is not a JSON object"))
    return {_FIELD_OF.get(str(name).lower(), ""): value for name, value in found.items()}


def _limit(content: Mapping[str, Any]) -> int:
    given = content.get("max_refinements")
    if given is None or str(given).strip() == "":
        return DEFAULT_REFINEMENTS
    text = str(given).strip()
    number = as_number(text, 3)
    if number is None:
        raise _Wrong(_("%(given)s is no number of refinements") % {"given": text[:40]})
    return number
