"""A second look at the sealed holdout: a reviewer's, with a reason, marked wherever it is shown.

It puts an opening on record, plays the variant on the sealed bars and decides nothing.
"""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from config.desk.refusals import Conflict, Missing, NotAllowed, Refusal
from config.desk.roles import is_reviewer
from config.error_texts import TranslatableError
from trading.models import HoldoutOpening, SecondLook, Strategy, Variant
from trading.services.subject import locked, no_run_at_work, stated_reason
from trading.services.terms import money_of
from trading.storage import Opened, OpenedMeanwhile
from trading.strategies.parse import parse_spec

if TYPE_CHECKING:
    from trading.services.variant_replay import PlayedSegment

PURPOSE = "second look"
_PURPOSE_LENGTH = 200


class SecondLookResult(NamedTuple):
    """The result of an opening that is on record; `record_look` stores it."""

    variant: Variant
    opening: HoldoutOpening
    reason: str
    user: User | None
    actor: str
    part: PlayedSegment | None
    error: str


def look_again_at_holdout(*, variant_id: int, reason: str, **details: Any) -> SecondLook:
    """Open the sealed bars once more for a variant and store its result on them. Raises as
    `prepare_look`."""
    return record_look(prepare_look(variant_id=variant_id, reason=reason, **details))


def prepare_look(
    *,
    variant_id: int,
    reason: str,
    user: User | None = None,
    actor: str = "",
    strategy_id: int | None = None,
    expected: int | None = None,
    occasion: str = "",
) -> SecondLookResult:
    """The opening, on record before the bars are seen, and the variant played on them.

    `expected` is how many openings of these bars the person knew of; the same `occasion` opens
    once. Raises Refusal for no reason, NotAllowed for anybody but a reviewer and for one's own
    strategy, Missing, Conflict while a development has not ended or when the bars were opened
    meanwhile, SpecError, MarketError. Not within a transaction.
    """
    reason = stated_reason(
        reason, _("opening the sealed holdout needs a reason: it goes on record")
    )
    with transaction.atomic():
        variant = _open_to(user, variant_id, strategy_id)
    opened = _opened(variant, reason, user, occasion, expected)
    return _looked(variant, opened, reason, user, actor)


def _opened(
    variant: Variant, reason: str, user: User | None, occasion: str, expected: int | None
) -> Opened:
    """The opening on record; the person's right and what they saw are checked as it is made,
    with the strategy locked, so that nothing comes between."""
    # Loads the engine, which most pages do without.
    from trading.services.holdout import look_key, open_once_more

    strategy = variant.strategy
    parse_spec(variant.spec)  # a spec that cannot be read opens nothing
    try:
        return open_once_more(
            strategy,
            variant.spec_hash,
            key=look_key(strategy, variant.spec_hash, occasion or uuid.uuid4().hex),
            purpose=f"{PURPOSE}: {' '.join(reason.split())}"[:_PURPOSE_LENGTH],
            user=user,
            expected=expected,
            check=lambda: _check(user, locked(strategy.pk)),
        )
    except OpenedMeanwhile as error:
        raise Conflict(
            _("the sealed bars were opened meanwhile: %(count)s openings are on record")
            % {"count": error.count}
        ) from error


def _looked(
    variant: Variant, opened: Opened, reason: str, user: User | None, actor: str
) -> SecondLookResult:
    """Play the variant: the opening stays on record, whatever the backtest does."""
    from trading.services.variant_replay import play_part

    spec, money = parse_spec(variant.spec), money_of(variant.strategy)
    part, error = None, ""
    try:
        part = play_part("holdout", spec, opened.frame, opened.trade_from, money)
    except TranslatableError as failure:
        error = str(failure)
    return SecondLookResult(variant, opened.opening, reason, user, actor, part, error)


def record_look(looked: SecondLookResult) -> SecondLook:
    """Store the result of a look; a second call for the same opening finds it."""
    part = looked.part
    row, _new = SecondLook.objects.get_or_create(
        opening=looked.opening,
        defaults={
            "variant": looked.variant,
            "user": looked.user,
            "actor": looked.actor,
            "reason": looked.reason,
            "engine": part.engine if part else "",
            "metrics": part.figures if part else {},
            "error": looked.error,
        },
    )
    return row


def _open_to(user: User | None, variant_id: int, strategy_id: int | None) -> Variant:
    """The variant of a development at its end, for a person who may look; without one, a person
    at the console, who holds the database anyhow."""
    rows = Variant.objects.filter(pk=variant_id)
    of = rows.filter(strategy=strategy_id) if strategy_id is not None else rows
    found = of.values_list("strategy", flat=True).first()
    if found is None:
        raise Missing(_("there is no variant %(id)s") % {"id": variant_id})
    strategy = locked(found)
    _check(user, strategy)
    return strategy.variants.select_related("strategy__dataset").get(pk=variant_id)


def _check(user: Any, strategy: Strategy) -> None:
    if user is not None and not is_reviewer(user):
        raise NotAllowed(_("only a reviewer or an admin opens the sealed holdout"))
    if user is not None and strategy.owner_id == user.pk:
        raise NotAllowed(_("you cannot open the sealed holdout for your own strategy"))
    no_run_at_work(strategy)
    if not strategy.final_status:
        raise Conflict(
            _("strategy %(id)s has not ended: its own verdict comes first") % {"id": strategy.pk}
        )


def may_look(user: Any, strategy: Strategy) -> str:
    """Why a person may not take a second look in the present state; empty where they may."""
    try:
        _check(user, strategy)
    except Refusal as error:
        return str(error)
    return ""


def openings_known(strategy: Strategy) -> int:
    """The number of openings on record of a strategy's ticker."""
    same = {"sha256": strategy.dataset.sha256, "ticker": strategy.ticker}
    return HoldoutOpening.objects.of_market(**same).count()
