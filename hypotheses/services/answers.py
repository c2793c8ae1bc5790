"""The author's answers to a version, their own wording, and which assumptions hold."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from config.desk.refusals import Conflict, Refusal
from config.runs.models import Run
from config.text.validation import TextError, clean_idea, clean_phrase
from hypotheses.analyst import split
from hypotheses.analyst.structurer import verbatim
from hypotheses.domain.claim import ELEMENT_KINDS, Claim, elements_of
from hypotheses.domain.frame import MAX_WORDS
from hypotheses.models import Clarification, Element, Hypothesis, Version, claim_fields
from hypotheses.querysets import UNCONFIRMED
from hypotheses.services import assess
from hypotheses.services.subject import at_rest, locked, same_version, start_round
from hypotheses.services.submit import KIND, read_idea

# What may be answered, by slot; earlier names of the aspects still work.
ANSWERS = {
    **{slot: slot for slot in (
        "population", "exposure", "outcome", "comparator", "measure", "window", "margin",
        "qualifiers", "approach", "participants", "setting", "phenomenon", "design", "direction",
        "leftover",
    )},
    "metrics": "measure",
    "variables": "exposure",
    "testability": "comparator",
}  # fmt: skip
_PARTS = {
    "population": ("unit", "bound"),
    "participants": ("unit",),
    "setting": ("bound",),
    "phenomenon": ("outcome",),
}
# The names under which a part may have been asked for.
_ASKED = {
    "participants": ("participants", "population"),
    "setting": ("setting", "population"),
    "phenomenon": ("phenomenon", "outcome"),
}


def answer_clarifications(
    *,
    hypothesis_id: int,
    answers: Mapping[str, str] | None = None,
    drops: Collection[str] = (),
    user: User | None = None,
    expected: int | None = None,
    wake: bool = True,
) -> Run:
    """Record the author's answers and start a further round.

    `answers` maps a slot to the author's words; empty words confirm what was proposed. `drops`
    names proposals that the author rejects: they are not made again, and asked for instead.
    `expected` is the number of the version that the person saw. Raises Refusal or RunError; then
    nothing is written.
    """
    answers = answers or {}
    parts = _checked(answers, drops)
    declined = {slot for name in drops for slot in _PARTS.get(_part(name), (_part(name),))}
    with transaction.atomic():
        hypothesis = locked(hypothesis_id)
        version = at_rest(hypothesis)
        same_version(version, expected)
        confirmed = [name for name, answer in answers.items() if not answer.strip()]
        for name in (*drops, *confirmed):
            _require_suggestion(version, name)
        for name in confirmed:
            _require_words(version, name)
        _keep(hypothesis, version, answers, parts, user)
        params = {"answers": parts, "declined": sorted(declined)}
        return start_round(hypothesis, version, params, user, wake)


def _keep(
    hypothesis: Hypothesis,
    version: Version,
    answers: Mapping[str, str],
    parts: Mapping[str, str],
    user: User | None,
) -> None:
    now = timezone.now()
    for name in answers:
        slot = ANSWERS[name]
        Clarification.objects.filter(
            hypothesis=hypothesis,
            version=version,
            slot__in=_ASKED.get(slot, (slot,)),
            answered_at=None,
        ).update(answer=parts[slot], answered_by=user, answered_at=now)
    Hypothesis.objects.filter(pk=hypothesis.pk).store_standing()


def _checked(answers: Mapping[str, str], drops: Collection[str]) -> dict[str, str]:
    if not answers and not drops:
        raise Refusal(_("nothing is answered"))
    for name in (*answers, *drops):
        _part(name)
    if both := sorted({_part(name) for name in answers} & {_part(name) for name in drops}):
        raise Refusal(_("%(names)s: answered and dropped at once") % {"names": ", ".join(both)})
    return {_part(name): _answer(name, answer) for name, answer in answers.items()}


def _part(name: str) -> str:
    if name not in ANSWERS:
        raise Refusal(
            _("%(name)s cannot be answered; there are: %(known)s")
            % {"name": name, "known": ", ".join(ANSWERS)}
        )
    return ANSWERS[name]


def _answer(name: str, text: str) -> str:
    """One line that may stand in a version; empty to confirm."""
    if not text.strip():
        return ""
    try:
        return " ".join(clean_phrase(text, MAX_WORDS).split())
    except TextError as error:
        raise Refusal(
            _("the answer to %(name)s cannot be taken: %(problem)s")
            % {"name": name, "problem": _(error.template) % error.values}
        ) from error


def _require_suggestion(version: Version, name: str) -> None:
    slots = _PARTS.get(_part(name), (_part(name),))
    if name in version.claim.doubts:
        return
    kinds = [ELEMENT_KINDS[slot] for slot in slots if slot in ELEMENT_KINDS]
    unconfirmed = Q(origin__in=UNCONFIRMED) | Q(sure=False)
    if not version.elements.filter(unconfirmed, kind__in=kinds).exists():
        raise Refusal(_("nothing is suggested for %(name)s: answer it in words") % {"name": name})


def _require_words(version: Version, name: str) -> None:
    """Raises Refusal for confirming a choice that is not made yet."""
    slots = _PARTS.get(_part(name), (_part(name),))
    if set(slots).isdisjoint(version.claim.choices):
        return
    raise Refusal(_("nothing is suggested for %(name)s: answer it in words") % {"name": name})


# A person's own wording: of the idea before its run, of the question at any time.


def edit_question(
    *,
    hypothesis_id: int,
    question: str,
    user: User | None = None,
    expected: int | None = None,
    wake: bool = True,
) -> Run:
    """A version in a person's own words, assessed as it stands by the run that is returned.

    `expected` is the number of the version the person saw. Raises TextError for a text that
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
    language: Any = known.first() or "en"  # a missing row is reported when it is locked
    with assess.reader_for(user) as read:
        return read(verbatim, question, language).claim


@transaction.atomic
def edit_idea(*, hypothesis_id: int, text: str, language: str = "auto") -> Hypothesis:
    """Change the wording of an idea whose run has not begun; the frame of the first wording is
    dropped.

    Raises TextError, LanguageError; Conflict once a run began.
    """
    idea, recognised = read_idea(text=text, language=language)
    hypothesis = locked(hypothesis_id)
    begun = Run.objects.filter(kind=KIND, subject_id=hypothesis.pk, started_at__isnull=False)
    if begun.exists() or hypothesis.versions.exists():
        raise Conflict(
            _("hypothesis %(id)s is being refined already: edit its question instead")
            % {"id": hypothesis.pk}
        )
    hypothesis.text, hypothesis.language = idea, recognised
    hypothesis.key_terms = split.key_terms(idea, recognised)
    hypothesis.save(update_fields=["text", "language", "key_terms"])
    for run in Run.objects.filter(kind=KIND, subject_id=hypothesis.pk, params__has_key="frame"):
        run.params.pop("frame")
        run.save(update_fields=["params"])
    return hypothesis
