"""A draft of a development's request from an approved hypothesis."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from config.desk.refusals import Conflict, Missing
from hypotheses.domain.claim import SlotName
from hypotheses.models import Decision, Hypothesis, Version
from hypotheses.models.hypothesis import Field
from hypotheses.services.review import require_complete
from trading.analyst.objective import Told, dates_in, read_objective, ticker_in
from trading.domain.limits import MAX_OBJECTIVE_CHARACTERS
from trading.storage import known_tickers

# The slots of a claim that can name what is traded.
_TRADED: tuple[SlotName, ...] = ("unit", "exposure", "outcome")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class DraftSource:
    """A field's value, and the words that it was taken from."""

    field: str
    value: str | date
    words: str


@dataclass(frozen=True)
class DevelopmentDraft:
    """What a development from a hypothesis may ask for. A person confirms or changes all of it.

    `version` is the approved one, whose words are the objective. `shortened` if the words were too
    many.
    """

    hypothesis: Hypothesis
    version: int
    objective: str
    language: str
    ticker: str | None = None
    constraints: dict[str, Any] = field(default_factory=dict)
    sources: tuple[DraftSource, ...] = ()
    shortened: bool = False


def draft_from_hypothesis(*, hypothesis_id: int, user: User | None = None) -> DevelopmentDraft:
    """A draft from the approved version of a hypothesis; writes nothing.

    Ticker, dates and "long only" are taken from its words where they say so, and left to the
    person where they don't. Raises as `approved_hypothesis`.
    """
    hypothesis = approved_hypothesis(hypothesis_id=hypothesis_id, user=user)
    version = _approved_version(hypothesis)
    question = " ".join(version.question.split())
    ticker = ticker_in(question, known_tickers())
    start, end = dates_in(question)
    drawn = {"ticker": ticker, "start": start, "end": end}
    constraints: dict[str, Any] = {n: t.value for n, t in drawn.items() if t and n != "ticker"}
    if read_objective(question).long_only:
        constraints["long_only"] = True
    objective = _shortened(question)
    return DevelopmentDraft(
        hypothesis=hypothesis,
        version=version.number,
        objective=objective,
        language=hypothesis.language if hypothesis.language in ("en", "pt") else "en",
        ticker=ticker.value if ticker else None,
        constraints=constraints,
        sources=_sources(drawn),
        shortened=objective != question,
    )


def approved_hypothesis(*, hypothesis_id: int, user: User | None = None) -> Hypothesis:
    """A hypothesis that a development may start from.

    Raises Missing for one that `user` (None: who holds the database) may not see, Conflict for one
    that is not approved, leaves something open or rests on unconfirmed words, or is archived.
    """
    seen = Hypothesis.objects.all() if user is None else Hypothesis.objects.visible_to(user)
    found: Any = seen.with_status().filter(pk=hypothesis_id).first()
    if found is None:
        raise Missing(_("there is no hypothesis %(id)s") % {"id": hypothesis_id})
    if found.archived_at:
        raise Conflict(_("hypothesis %(id)s is archived: restore it first") % {"id": found.pk})
    if found.status != Decision.Outcome.APPROVED:
        raise Conflict(
            _("hypothesis %(id)s is not approved: a strategy is developed from an approved one")
            % {"id": found.pk}
        )
    hypothesis: Hypothesis = found
    require_complete(_approved_version(hypothesis))
    return hypothesis


def about_markets(hypothesis: Hypothesis) -> bool:
    """Whether a strategy can follow from a hypothesis: its field is markets, or a slot of its
    last version is a ticker with prices here."""
    if hypothesis.field == Field.MARKETS:
        return True
    last = max(hypothesis.versions.all(), key=lambda version: version.number, default=None)
    parts = [last.claim.slot(name) for name in _TRADED] if last else []
    tickers = set(known_tickers())
    return any(tickers & set(_WORD.findall(part.text)) for part in parts if part)


def _approved_version(hypothesis: Hypothesis) -> Version:
    return Version.objects.get(decisions__hypothesis=hypothesis, decisions__current=True)


def _sources(drawn: dict[str, Told | None]) -> tuple[DraftSource, ...]:
    return tuple(
        DraftSource(
            name,
            source.value if name == "ticker" else date.fromisoformat(source.value),
            source.words,
        )
        for name, source in drawn.items()
        if source
    )


def objective_of(question: str) -> str:
    """The objective drafted from a question."""
    return _shortened(" ".join(question.split()))


def _shortened(text: str) -> str:
    """As many whole words as an objective may have."""
    if len(text) <= MAX_OBJECTIVE_CHARACTERS:
        return text
    return text[:MAX_OBJECTIVE_CHARACTERS].rpartition(" ")[0]
