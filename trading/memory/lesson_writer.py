"""What a development leaves behind when it has ended: written once."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from trading.market.clock import moment
from trading.market.storage import load
from trading.memory.drafts import LessonDraft, drafts
from trading.memory.meaning import follow
from trading.memory.sentences import LANGUAGES, search_words, sentence, sentences
from trading.memory.wording import said_of_finding
from trading.models import Lesson, Strategy


@transaction.atomic
def remember(*, strategy: Strategy, state: Mapping[str, Any]) -> list[Lesson]:
    """Write the lessons of a development that ended; those written before are left alone.

    Findings that are significant, the best variant of each approach with its performance, and
    each cause of failure. Everything comes from the rows of the run, on train and validation
    alone. Returns the new lessons. Raises ValueError for one that has not ended.
    """
    if not (state.get("final_status") or strategy.final_status):
        raise ValueError(f"strategy {strategy.pk} has not ended: there is nothing to remember yet")
    until = evidence_end(strategy)
    written = [_write(strategy, draft, until) for draft in drafts(strategy)]
    lessons = [lesson for lesson in written if lesson is not None]
    for lesson in lessons:
        follow(lesson)
    return lessons


def evidence_end(strategy: Strategy) -> datetime:
    """The time of the last bar before a strategy's holdout."""
    frame = load(strategy.dataset, strategy.date_from, strategy.date_to, auxiliary=()).frame
    return moment(frame.index[-1])


def _write(strategy: Strategy, draft: LessonDraft, until: datetime) -> Lesson | None:
    said = {language: _say(strategy, draft, language) for language in LANGUAGES}
    lesson, made = Lesson.objects.get_or_create(
        strategy=strategy,
        kind=draft.kind,
        key=draft.key,
        defaults={
            "ticker": strategy.ticker,
            "frequency": strategy.dataset.frequency,
            "approach": draft.approach,
            "code": draft.code,
            "values": dict(draft.values),
            "text": said[strategy.language],
            "language": strategy.language,
            "words": _words(draft, said),
            "evidence_until": until,
            "variant": draft.variant,
        },
    )
    if not made:
        return None
    lesson.findings.set(draft.findings)
    return lesson


def _say(strategy: Strategy, draft: LessonDraft, language: str) -> str:
    where = {"ticker": strategy.ticker, "frequency": strategy.dataset.frequency}
    if draft.said and language == strategy.language:
        return sentences(language).said(draft.said, **where)
    if draft.sentence:
        return said_of_finding(draft.sentence, language, **where)
    return sentence(
        language, code=draft.code, approach=draft.approach, values=draft.values, **where
    )


def _words(draft: LessonDraft, said: Mapping[str, str]) -> str:
    named = [draft.approach, str(draft.values.get("template", ""))]
    names = [name for name in named if name]
    return search_words(code=draft.code, names=names, said=list(said.values()))
