"""What a reviewer does with a development: accept, abandon, send back, give more room."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from config.desk.decisions import put_in_force, take_back
from config.desk.refusals import Conflict, Missing, NotAllowed, Refusal
from config.desk.roles import is_reviewer
from config.runs.models import Run
from trading.domain.limits import check_reason
from trading.models import Decision, Strategy, Variant
from trading.services.extend import extend_development
from trading.services.going_on import one_round_more
from trading.services.subject import as_seen, locked, no_run_at_work


def accept_variant(
    *,
    strategy_id: int,
    variant_id: int,
    reason: str,
    user: User | None = None,
    actor: str = "",
    expected: int | None = None,
) -> Decision:
    """A person takes a variant that was backtested without error, whatever the gates said.

    What the gates said stays as it is; the decision names the variant. `expected` is the id of
    the decision that the person saw (0: none). Raises Refusal for no reason, NotAllowed for
    anybody but a reviewer and for one's own strategy, Missing, Conflict while a run is at work
    or when somebody decided meanwhile; then nothing is written.
    """
    words = _said(reason)
    with transaction.atomic():
        strategy = _open_to(user, strategy_id, expected)
        variant = _acceptable(strategy, variant_id)
        return _decide(strategy, Decision.Outcome.ACCEPTED, words, user, actor, variant)


def abandon_strategy(
    *,
    strategy_id: int,
    reason: str,
    user: User | None = None,
    actor: str = "",
    expected: int | None = None,
) -> Decision:
    """A person gives a development up, whatever was decided before. Raises as `accept_variant`."""
    words = _said(reason)
    with transaction.atomic():
        strategy = _open_to(user, strategy_id, expected)
        return _decide(strategy, Decision.Outcome.ABANDONED, words, user, actor)


def send_back(
    *,
    strategy_id: int,
    guidance: str,
    user: User | None = None,
    actor: str = "",
    expected: int | None = None,
    wake: bool = True,
) -> Run:
    """One further round of design, with guidance that the strategist reads, on record.

    Raises as `accept_variant`; Conflict for a development that has not ended or that has seen its
    sealed holdout; RunError.
    """
    words = _said(guidance, _("a further round needs a reason: what should it try?"))
    with transaction.atomic():
        strategy = _open_to(user, strategy_id, expected)
        _decide(strategy, Decision.Outcome.SENT_BACK, words, user, actor)
        return one_round_more(strategy, words, user=user, wake=wake)


def extend_limits(
    *,
    strategy_id: int,
    limits: Mapping[str, int],
    reason: str,
    user: User | None = None,
    actor: str = "",
    expected: int | None = None,
    wake: bool = True,
) -> Run:
    """Let a development go on under higher limits, on record.

    Raises as `accept_variant` and as `extend_development`.
    """
    words = _said(reason)
    with transaction.atomic():
        strategy = _open_to(user, strategy_id, expected)
        _decide(strategy, Decision.Outcome.EXTENDED, words, user, actor)
        return extend_development(strategy_id=strategy.pk, limits=limits, user=user, wake=wake).run


@transaction.atomic
def withdraw_decision(*, strategy_id: int, decision_id: int, user: User) -> Decision:
    """A person takes back, at once, that they accepted a variant or gave a development up.

    What was in force before is again; the row stays, marked. Raises as `take_back`.
    """
    strategy = locked(strategy_id)
    begun = [Decision.Outcome.SENT_BACK, Decision.Outcome.EXTENDED]
    return take_back(strategy.decisions, decision_id=decision_id, user=user, began=begun)


def _said(words: str, without: str = "") -> str:
    """A person's reason as it goes on record."""
    if not words.strip():
        raise Refusal(without or _("a decision needs a reason"))
    return check_reason(words)


def _open_to(user: User | None, strategy_id: int, expected: int | None) -> Strategy:
    """The strategy at rest, for a person who may decide on it; without one, a person at the
    console, who holds the database anyhow."""
    if user is not None and not is_reviewer(user):
        raise NotAllowed(_("only a reviewer decides on a strategy"))
    strategy = locked(strategy_id)
    if user is not None and strategy.owner_id == user.pk:
        raise NotAllowed(_("you cannot decide on your own strategy"))
    as_seen(strategy, expected)
    no_run_at_work(strategy)
    return strategy


def _acceptable(strategy: Strategy, variant_id: int) -> Variant:
    """The variant. Raises Missing if it is not of this strategy, Conflict if it did not run."""
    variant = strategy.variants.filter(pk=variant_id).first()
    if variant is None:
        raise Missing(
            _("strategy %(id)s has no variant %(variant)s")
            % {"id": strategy.pk, "variant": variant_id}
        )
    if not strategy.variants.acceptable().filter(pk=variant.pk).exists():
        raise Conflict(
            _("%(name)s did not come through its backtests: there is nothing to accept")
            % {"name": variant.name}
        )
    return variant


def _decide(
    strategy: Strategy,
    outcome: str,
    reason: str,
    user: User | None,
    actor: str,
    variant: Variant | None = None,
) -> Decision:
    return put_in_force(
        strategy.decisions,
        source=Decision.Source.HUMAN,
        after=outcome,
        reason=reason,
        variant=variant,
        user_id=user.pk if user else None,
        actor=actor,
    )
