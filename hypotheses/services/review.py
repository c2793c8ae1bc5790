"""What a person does with a hypothesis: answer, override, ask for one more round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from config.runs.models import Run
from config.runs.services import enqueue_run
from hypotheses.domain import gaps as ledger
from hypotheses.domain.text import IdeaError, clean_phrase, clean_words
from hypotheses.models import Clarification, Decision, Gap, GapEvent, Hypothesis, Version
from hypotheses.recorder import put_in_force
from hypotheses.services.submit import KIND

# What may be answered: an aspect's question; each names the part of the question it fills.
ANSWERS = {
    "population": "population",
    "metrics": "metric",
    "variables": "variables",
    "testability": "comparator",
    "comparator": "comparator",
    "window": "window",
}
MAX_ANSWER = 500
MAX_REASON = 5_000


class ReviewError(ValueError):
    """A person's request that cannot be carried out; its text says what and why."""


def answer_clarifications(
    *,
    hypothesis_id: int,
    answers: Mapping[str, str],
    user: User | None = None,
    wake: bool = True,
) -> Run:
    """Take the author's answers and start a further round.

    `answers` maps an aspect (or `comparator`, `window`) to the author's words; empty words confirm
    what was suggested. Raises ReviewError; then nothing is written.
    """
    parts = _checked(answers)
    with transaction.atomic():
        hypothesis, version = _idle(hypothesis_id)
        for name, words in answers.items():
            if not words.strip():
                _require_suggestion(version, name)
        now = timezone.now()
        for name in answers:
            Clarification.objects.filter(
                hypothesis=hypothesis, version=version, aspect=_aspect(name), answered_at=None
            ).update(answer=parts[ANSWERS[name]], answered_by=user, answered_at=now)
        return _round(hypothesis, version, {"answers": parts}, user, wake)


def override_decision(
    *,
    hypothesis_id: int,
    outcome: str,
    reason: str,
    user: User | None = None,
    actor: str = "",
    expected: int | None = None,
) -> Decision:
    """A person approves or rejects, with a reason, whatever was decided before.

    Approving waives the gaps that are open. `expected` is the id of the decision the person saw.
    Raises ReviewError: no reason, own hypothesis, a run at work, or somebody decided meanwhile.
    """
    if outcome not in ("approved", "rejected"):
        raise ReviewError(_("%(outcome)s is no decision: approve or reject") % {"outcome": outcome})
    reason = _said(reason, _("a decision needs a reason"))
    with transaction.atomic():
        hypothesis, version = _idle(hypothesis_id)
        _not_own(hypothesis, user)
        _still(hypothesis, expected)
        if outcome == "approved":
            _waive(hypothesis, version)
        return put_in_force(
            hypothesis_id=hypothesis.pk,
            version=version,
            source=Decision.Source.HUMAN,
            after=outcome,
            reason=reason,
            user_id=user.pk if user else None,
            actor=actor,
        )


def one_more_round(
    *, hypothesis_id: int, guidance: str, user: User | None = None, wake: bool = True
) -> Run:
    """A reviewer's further round, with guidance for the structurer. Raises ReviewError."""
    guidance = _said(guidance, _("a further round needs a reason: what should it mend?"))
    with transaction.atomic():
        hypothesis, version = _idle(hypothesis_id)
        _not_own(hypothesis, user)
        return _round(hypothesis, version, {"guidance": guidance}, user, wake)


def _idle(hypothesis_id: int) -> tuple[Hypothesis, Version]:
    """The hypothesis, locked, and its last version. Raises ReviewError while a run is at work."""
    hypothesis = Hypothesis.objects.select_for_update().filter(pk=hypothesis_id).first()
    if hypothesis is None:
        raise ReviewError(_("there is no hypothesis %(id)s") % {"id": hypothesis_id})
    active = Run.objects.active().filter(kind=KIND, subject_id=hypothesis_id).first()
    if active is not None:
        raise ReviewError(
            _("run %(run)s of hypothesis %(id)s is %(status)s: wait for it or cancel it")
            % {"run": active.pk, "id": hypothesis_id, "status": active.get_status_display()}
        )
    version = hypothesis.versions.order_by("-number").first()
    if version is None:
        raise ReviewError(
            _("hypothesis %(id)s has no version yet: retry its run") % {"id": hypothesis_id}
        )
    return hypothesis, version


def _round(
    hypothesis: Hypothesis, version: Version, params: dict[str, Any], user: User | None, wake: bool
) -> Run:
    gaps = [_as_domain(gap).as_dict() for gap in hypothesis.gaps.order_by("pk")]
    return enqueue_run(
        kind=KIND,
        subject_id=hypothesis.pk,
        params={"round": {"version": version.number, "gaps": gaps, **params}},
        user=user,
        wake=wake,
    )


def _as_domain(gap: Gap) -> ledger.Gap:
    return ledger.Gap(
        **{
            name: getattr(gap, name)
            for name in (
                "aspect code gap suggestion state opened_in closed_in closed_by mark".split()
            )
        }
    )


def _checked(answers: Mapping[str, str]) -> dict[str, str]:
    if not answers:
        raise ReviewError(_("nothing is answered"))
    parts = {}
    for name, words in answers.items():
        if name not in ANSWERS:
            raise ReviewError(
                _("%(name)s cannot be answered; there are: %(known)s")
                % {"name": name, "known": ", ".join(ANSWERS)}
            )
        parts[ANSWERS[name]] = _answer(name, words)
    return parts


def _answer(name: str, words: str) -> str:
    """One line that may stand in a version; empty to confirm."""
    if not words.strip():
        return ""
    try:
        return " ".join(clean_phrase(words, MAX_ANSWER).split())
    except IdeaError as error:
        raise ReviewError(
            _("the answer to %(name)s cannot be taken: %(problem)s")
            % {"name": name, "problem": _(error.template) % error.values}
        ) from error


def _said(words: str, without: str) -> str:
    """A person's reason as it goes on record. Raises ReviewError, for empty words `without`."""
    if not words.strip():
        raise ReviewError(without)
    try:
        return clean_words(words, MAX_REASON)
    except IdeaError as error:
        raise ReviewError(_(error.template) % error.values) from error


def _require_suggestion(version: Version, name: str) -> None:
    suggested = version.elements.filter(kind=ANSWERS[name], origin="suggested")
    if not suggested.exists():
        raise ReviewError(
            _("nothing is suggested for %(name)s: answer it in words") % {"name": name}
        )


def _aspect(name: str) -> str:
    return "testability" if name in ("comparator", "window") else name


def _not_own(hypothesis: Hypothesis, user: User | None) -> None:
    if user is not None and hypothesis.owner_id == user.pk:
        raise ReviewError(_("nobody decides on a hypothesis of their own"))


def _still(hypothesis: Hypothesis, expected: int | None) -> None:
    current = hypothesis.decisions.filter(current=True).first()
    if expected is not None and (current is None or current.pk != expected):
        raise ReviewError(
            _("somebody decided meanwhile: %(decision)s") % {"decision": current or "-"}
        )


def _waive(hypothesis: Hypothesis, version: Version) -> None:
    for gap in hypothesis.gaps.filter(state__in=["open", "reopened"]):
        gap.state = Gap.State.WAIVED
        gap.save(update_fields=["state"])
        GapEvent.objects.create(gap=gap, version=version, state=Gap.State.WAIVED)
