"""One act on many hypotheses: each by itself, so that what is refused stops no other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from config.desk.refusals import NotAllowed, Refusal
from config.desk.roles import is_admin, is_reviewer
from config.runs.refusals import REFUSALS, explain
from hypotheses.models import Decision, Hypothesis
from hypotheses.services.archive import archive_hypothesis
from hypotheses.services.review import override_decision
from hypotheses.services.subject import said

Act = Literal["approve", "reject", "archive"]
OUTCOMES: dict[str, str] = {
    "approve": Decision.Outcome.APPROVED,
    "reject": Decision.Outcome.REJECTED,
}
MOST = 100
"""Hypotheses of one request."""


@dataclass(frozen=True)
class Done:
    """Which were acted on, and why not the others."""

    done: list[int] = field(default_factory=list)
    refused: dict[int, str] = field(default_factory=dict)


def obstacle(act: Act, hypothesis: Any, user: Any) -> str:
    """Why a hypothesis read `with_status` would be left out; empty where nothing is known of."""
    if hypothesis.archived_at:
        return _("archived")
    if hypothesis.status == "working":
        return _("a run is at work")
    if act == "archive":
        own = hypothesis.owner_id == user.pk or is_admin(user)
        return "" if own else _("not yours")
    if hypothesis.owner_id == user.pk:
        return _("your own")
    return "" if hypothesis.decided else _("nothing to decide on")


def act_on_many(*, act: Act, seen: Mapping[int, int | None], reason: str, user: User) -> Done:
    """Carry out an act on each of the hypotheses that `user` may see.

    `seen` maps their ids to the decisions that the person saw. Raises NotAllowed for who may not
    decide at all, Refusal for more than MOST or a decision without a reason.
    """
    if act in OUTCOMES:
        if not is_reviewer(user):
            raise NotAllowed(_("only a reviewer overrides a decision"))
        reason = said(reason, _("a decision needs a reason"))
    if len(seen) > MOST:
        raise Refusal(_("at most %(most)s at a time") % {"most": MOST})
    result = Done()
    visible: Any = Hypothesis.objects.visible_to(user)
    there = set(visible.filter(pk__in=seen).values_list("pk", flat=True))
    for pk in (each for each in seen if each in there):
        try:
            if act == "archive":
                archive_hypothesis(hypothesis_id=pk, user=user)
            else:
                override_decision(
                    hypothesis_id=pk,
                    outcome=OUTCOMES[act],
                    reason=reason,
                    user=user,
                    expected=seen[pk],
                )
        except REFUSALS as error:
            result.refused[pk] = explain(error)
        else:
            result.done.append(pk)
    return result
