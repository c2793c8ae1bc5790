"""A person's own wording: of the idea before its run, of the question at any time."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from config.desk.refusals import Conflict, Refusal
from config.runs.models import Run
from hypotheses.analyst import split
from hypotheses.analyst.structurer import verbatim
from hypotheses.domain.claim import Claim, elements_of
from hypotheses.domain.text import clean_idea
from hypotheses.models import Element, Hypothesis, Version, claim_fields
from hypotheses.services import budget
from hypotheses.services.subject import at_rest, locked, same_version, start_round
from hypotheses.services.submit import KIND, read_idea


def edit_question(
    *,
    hypothesis_id: int,
    question: str,
    user: User | None = None,
    expected: int | None = None,
    wake: bool = True,
) -> Run:
    """A version in a person's own words, assessed as it stands by the run that is returned.

    `expected` is the number of the version the person saw. Raises IdeaError for a text that
    cannot be taken, Refusal for one that is the last version's, Conflict, RunError, TryLater; then
    nothing is written.
    """
    question = clean_idea(question, settings.MAX_IDEA_CHARACTERS)
    claim = _claim(hypothesis_id, question, user)
    with transaction.atomic():
        hypothesis = locked(hypothesis_id)
        last = at_rest(hypothesis)
        same_version(last, expected)
        if question == last.question:
            raise Refusal(_("this is V%(number)s word for word") % {"number": last.number})
        version = Version.objects.create(
            hypothesis=hypothesis,
            number=last.number + 1,
            question=question,
            origin=Version.Origin.USER,
            author=user,
            **claim_fields(claim),
        )
        Element.objects.bulk_create(
            Element(version=version, **element) for element in elements_of(claim)
        )
        Hypothesis.objects.filter(pk=hypothesis_id).store_standing()
        run = start_round(hypothesis, version, {"limit": 0}, user, wake)
        version.run_id = run.pk
        version.save(update_fields=["run_id"])
        return run


def _claim(hypothesis_id: int, question: str, user: User | None) -> Claim:
    """The claim of a question, read before any row is locked."""
    known = Hypothesis.objects.filter(pk=hypothesis_id).values_list("language", flat=True)
    language: Any = known.first() or "en"  # the row that is not there is missed when it is locked
    with budget.reader_for(user) as read:
        return read(verbatim, question, language).claim


@transaction.atomic
def edit_idea(*, hypothesis_id: int, text: str, language: str = "auto") -> Hypothesis:
    """Another wording of an idea whose run has not begun; a frame set for the first one is left.

    Raises IdeaError, LanguageError; Conflict once a run began.
    """
    idea, told = read_idea(text=text, language=language)
    hypothesis = locked(hypothesis_id)
    begun = Run.objects.filter(kind=KIND, subject_id=hypothesis.pk, started_at__isnull=False)
    if begun.exists() or hypothesis.versions.exists():
        raise Conflict(
            _("hypothesis %(id)s is being refined already: edit its question instead")
            % {"id": hypothesis.pk}
        )
    hypothesis.text, hypothesis.language = idea, told
    hypothesis.key_terms = split.key_terms(idea, told)
    hypothesis.save(update_fields=["text", "language", "key_terms"])
    for run in Run.objects.filter(kind=KIND, subject_id=hypothesis.pk, params__has_key="frame"):
        run.params.pop("frame")
        run.save(update_fields=["params"])
    return hypothesis
