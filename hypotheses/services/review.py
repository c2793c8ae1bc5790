"""A reviewer's acts on a hypothesis: override its decision, or send it back; and whether a
version is complete enough to be frozen or built upon."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from config.desk.decisions import as_seen, put_in_force, take_back
from config.desk.refusals import Conflict, NotAllowed, Refusal
from config.runs.models import Run
from config.text.tokens import SLOT
from hypotheses.domain.claim import Slot
from hypotheses.models import Decision, Gap, GapEvent, Hypothesis, Version
from hypotheses.services.subject import at_rest, locked, start_round, stated_reason
from hypotheses.services.wording import condition_words, slot_name


def unconfirmed_parts(version: Version) -> list[tuple[str, Slot]]:
    """The slots without confirmation: proposed, or read with doubt."""
    claim = version.claim
    names = {name for name, _slot in claim.conditions} | set(claim.unsure)
    return [(name, slot) for name, slot in claim.items() if name in names]


def open_parts(version: Version) -> list[str]:
    """The parts that are missing in a version, in the reader's language.

    These are slots that its design needs and that hold nothing, only a letter (`what varies (“X”)`)
    or a choice that is not made yet, and the marks in its question (`[to be defined: ...]`).
    """
    claim = version.claim
    parts = []
    for name in (*claim.missing, *claim.choices):
        slot = claim.slot(name)
        parts.append(f"{slot_name(name)} (“{slot.text}”)" if slot else slot_name(name))
    return parts + [mark.strip() for mark in SLOT.findall(version.question)]


def require_complete(version: Version) -> None:
    """Raises Conflict while a version has open parts, or unconfirmed words."""
    numbers = {"number": version.number, "id": version.hypothesis_id}
    if unconfirmed := unconfirmed_parts(version):
        raise Conflict(
            _("settle first what hypothesis %(id)s was approved on: %(conditions)s")
            % {
                **numbers,
                "conditions": "; ".join(
                    condition_words(name, slot.text) for name, slot in unconfirmed
                ),
            }
        )
    if parts := open_parts(version):
        raise Conflict(
            _("fill in first what V%(number)s of hypothesis %(id)s leaves open: %(parts)s")
            % {**numbers, "parts": "; ".join(parts)}
        )


_SAME_TRANSACTION = timedelta(seconds=1)


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
    Raises Refusal for no reason, NotAllowed for one's own hypothesis, Conflict while a run is at
    work or when somebody decided meanwhile; then nothing is written.
    """
    if outcome not in (Decision.Outcome.APPROVED, Decision.Outcome.REJECTED):
        raise Refusal(_("%(outcome)s is no decision: approve or reject") % {"outcome": outcome})
    reason = stated_reason(reason, _("a decision needs a reason"))
    with transaction.atomic():
        hypothesis, version = _open_to(user, hypothesis_id, expected)
        if outcome == Decision.Outcome.APPROVED:
            _waive(hypothesis, version)
        return _decide(version, outcome, reason, user, actor)


def one_more_round(
    *,
    hypothesis_id: int,
    guidance: str,
    user: User | None = None,
    actor: str = "",
    expected: int | None = None,
    wake: bool = True,
) -> Run:
    """A reviewer sends a hypothesis back, with guidance for the structurer, on record.

    Raises as `override_decision`, and RunError; then nothing is written.
    """
    guidance = stated_reason(guidance, _("a further round needs a reason: what should it improve?"))
    with transaction.atomic():
        hypothesis, version = _open_to(user, hypothesis_id, expected)
        _decide(version, Decision.Outcome.AGAIN, guidance, user, actor)
        return start_round(hypothesis, version, {"guidance": guidance}, user, wake)


@transaction.atomic
def withdraw_decision(*, hypothesis_id: int, decision_id: int, user: User) -> Decision:
    """A person withdraws at once what they approved or rejected by mistake.

    What was in force before is in force again, and gaps that were waived are open again; the row
    stays, marked. Returns it. Raises as `take_back`, and Conflict for one that was built upon.
    """
    hypothesis = locked(hypothesis_id)
    decision = take_back(
        hypothesis.decisions,
        decision_id=decision_id,
        user=user,
        began=[Decision.Outcome.AGAIN],
    )
    if hypothesis.preregistrations.filter(created_at__gt=decision.created_at).exists():
        raise Conflict(_("it is too late to undo that decision: make a new one"))
    if decision.after == Decision.Outcome.APPROVED:
        _reopen(hypothesis, decision)
    Hypothesis.objects.filter(pk=hypothesis_id).store_standing()
    return decision


def _reopen(hypothesis: Hypothesis, decision: Decision) -> None:
    """Reopen the gaps that a decision waived."""
    for gap in hypothesis.gaps.filter(state=Gap.State.WAIVED):
        events = list(gap.events.order_by("-pk")[:2])
        if decision.created_at - events[0].created_at > _SAME_TRANSACTION:
            continue  # waived by an earlier decision
        gap.state = events[1].state if len(events) > 1 else Gap.State.OPEN
        gap.save(update_fields=["state"])
        GapEvent.objects.create(gap=gap, version=decision.version, state=gap.state)


def _open_to(
    user: User | None, hypothesis_id: int, expected: int | None
) -> tuple[Hypothesis, Version]:
    """The hypothesis without a running run, and its last version, for a person who may decide on
    it."""
    hypothesis = locked(hypothesis_id)
    if user is not None and hypothesis.owner_id == user.pk:
        raise NotAllowed(_("you cannot decide on your own hypothesis"))
    as_seen(hypothesis.decisions, expected)
    return hypothesis, at_rest(hypothesis)


def _decide(version: Version, outcome: str, reason: str, user: User | None, actor: str) -> Decision:
    decision = put_in_force(
        version.hypothesis.decisions,
        version=version,
        source=Decision.Source.HUMAN,
        after=outcome,
        reason=reason,
        user_id=user.pk if user else None,
        actor=actor,
    )
    Hypothesis.objects.filter(pk=version.hypothesis_id).store_standing()
    return decision


def _waive(hypothesis: Hypothesis, version: Version) -> None:
    for gap in hypothesis.gaps.filter(state__in=["open", "reopened"]):
        gap.state = Gap.State.WAIVED
        gap.save(update_fields=["state"])
        GapEvent.objects.create(gap=gap, version=version, state=Gap.State.WAIVED)
