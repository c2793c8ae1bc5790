"""Taking an idea in."""

from __future__ import annotations

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

from config.llm.provider import priced
from config.runs import providers
from config.runs.models import Run
from config.runs.services import enqueue_run
from config.text.language import LanguageError, detect
from config.text.validation import clean_idea
from hypotheses.analyst import split
from hypotheses.analyst.fields import field_of
from hypotheses.domain.frame import check_frame
from hypotheses.domain.refinement import check_limit
from hypotheses.domain.types import DEFAULT_REFINEMENTS, LANGUAGES, Language
from hypotheses.model_analyst.analyst import calls
from hypotheses.models import Hypothesis
from hypotheses.services import assess
from hypotheses.services.search import follow, similar_hypotheses

KIND = "refinement"
_COMPARED = 2_000  # the newest hypotheses that a new one is compared with


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
    """A text made clean, and its language. Raises TextError, LanguageError; writes nothing."""
    idea = clean_idea(text, settings.MAX_IDEA_CHARACTERS)
    if language not in ("auto", *LANGUAGES):
        raise LanguageError("unsupported", given=language)
    recognised: Language = detect(idea) if language == "auto" else language  # type: ignore[assignment]
    return idea, recognised


def _ideas(idea: str, language: Language, user: User | None) -> list[str]:
    """The independent hypotheses of a text, read in the person's turn. Raises TryLater."""
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
    """Keep an idea as a hypothesis and start its refinement.

    `claim` is the frame as its author sets it, or parts of it: that is the author's own word, and
    the run does not read it again. Raises TextError, LanguageError, RefinementLimitError,
    FrameError, TryLater; then nothing is written.
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
    """Keep each independent hypothesis of a text as a record of its own.

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
    """What a person should know before an idea is taken in. Raises as `read_idea`; TryLater."""
    idea, recognised = read_idea(text=text, language=language)
    ideas = _ideas(idea, recognised, user)
    terms = split.key_terms(idea, recognised)
    near = _near_duplicate(terms, recognised, user)
    similar = similar_hypotheses(text=idea, user=user, but=[near.pk] if near else [])
    return IdeaPreview(tuple(ideas) if len(ideas) > 1 else (), near, similar)


def _near_duplicate(terms: list[str], language: str, user: User | None) -> Hypothesis | None:
    """The newest hypothesis, of those the user may see, that says nearly the same."""
    seen = Hypothesis.objects.filter(language=language, erased_at=None)
    if user is not None:
        seen = seen.visible_to(user)
    newest: list[Hypothesis] = list(seen.order_by("-pk")[:_COMPARED])
    return next((other for other in newest if split.near(terms, other.key_terms)), None)


# What a refinement will about cost, told before it is started.

_TYPICAL = "x" * 200  # an idea that is still to be written
_FRESH = 60  # seconds for which a page need not ask again which models there are


@dataclass(frozen=True)
class IdeaEstimate:
    """About the most that one idea takes of the models, where each answers at once."""

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
    """The calls, tokens and cost to come; None where no model is asked."""
    configured = providers.configured()
    if not configured:
        return None
    most = priced(calls(text, language, max_refinements), configured)
    return IdeaEstimate(*most) if most.calls else None


def estimate_typical(*, language: Language) -> IdeaEstimate | None:
    """Of an idea of common length; as the models were within the last minute."""
    key = f"refinement-estimate-{language}"
    known: list[IdeaEstimate | None] | None = cache.get(key)
    if known is None:
        known = [estimate_refinement(text=_TYPICAL, language=language)]
        cache.set(key, known, _FRESH)
    return known[0]
