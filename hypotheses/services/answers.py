"""What the author says to a version: answers, and which assumptions hold."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from config.desk.refusals import Refusal
from config.runs.models import Run
from hypotheses.domain.claim import ELEMENT_KINDS
from hypotheses.domain.frame import MAX_WORDS
from hypotheses.domain.text import IdeaError, clean_phrase
from hypotheses.models import Clarification, Hypothesis, Version
from hypotheses.querysets import UNCONFIRMED
from hypotheses.services.subject import at_rest, locked, same_version, start_round

# What may be answered, by slot; earlier names of the aspects go on working.
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
# Under which names a part may have been asked for.
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
    """Take the author's answers and start a further round.

    `answers` maps a slot to the author's words; empty words confirm what was proposed. `drops`
    names proposals that the author wants out: they are not made again, and asked for instead.
    `expected` is the number of the version the person saw. Raises Refusal or RunError; then nothing
    is written.
    """
    answers = answers or {}
    parts = _checked(answers, drops)
    declined = {slot for name in drops for slot in _PARTS.get(_part(name), (_part(name),))}
    with transaction.atomic():
        hypothesis = locked(hypothesis_id)
        version = at_rest(hypothesis)
        same_version(version, expected)
        confirmed = [name for name, words in answers.items() if not words.strip()]
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
    return {_part(name): _answer(name, words) for name, words in answers.items()}


def _part(name: str) -> str:
    if name not in ANSWERS:
        raise Refusal(
            _("%(name)s cannot be answered; there are: %(known)s")
            % {"name": name, "known": ", ".join(ANSWERS)}
        )
    return ANSWERS[name]


def _answer(name: str, words: str) -> str:
    """One line that may stand in a version; empty to confirm."""
    if not words.strip():
        return ""
    try:
        return " ".join(clean_phrase(words, MAX_WORDS).split())
    except IdeaError as error:
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
    """Refuse to confirm a choice that is yet to be made."""
    slots = _PARTS.get(_part(name), (_part(name),))
    if set(slots).isdisjoint(version.claim.choices):
        return
    raise Refusal(_("nothing is suggested for %(name)s: answer it in words") % {"name": name})
