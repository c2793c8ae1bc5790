"""The holdout of a development: opened once for a variant, on record, judged at once."""

from __future__ import annotations

from typing import Any

from asgiref.sync import sync_to_async
from django.contrib.auth.models import User

from config.runs.models import Run
from trading.backtest.pool import Pool
from trading.backtest.wire import array_of
from trading.domain.calculation import FIRST
from trading.domain.gates import holds
from trading.evidence.sharpe import probabilistic_sharpe_ratio
from trading.graph.context import Document
from trading.models import HoldoutOpening, Strategy
from trading.services.bench import beyond_market, moments_of
from trading.storage import Opened, open_holdout

PURPOSE = "final check of a development"
_LOOK = " look "
_ALL = 10**9  # bars of the past: all there are


class HoldoutNotPlayed(RuntimeError):
    """The sealed bars were opened but the variant could not be played on them."""


class RecordedHoldout:
    """Opens the sealed bars of one strategy's data for one variant at a time."""

    def __init__(self, strategy: Strategy, run: Run, pool: Pool, money: Document) -> None:
        self._strategy = strategy
        self._run = run
        self._pool = pool
        self._money = money

    async def open(self, variant: Document, iteration: int) -> Document:
        """`{metrics, psr, holds, openings_before, opening, engine}`; since the second calculation
        `dropped`, the entries that the cash could not pay for; since the third `hedged`, the
        moments of what was earned beyond the market.

        Opening comes first and stays on record, whatever becomes of the backtest. The same variant
        opens once, however often its step is run. Raises HoldoutNotPlayed.
        """
        opened = await sync_to_async(self._open)(variant)
        prices = f"holdout {opened.opening.pk}"
        self._pool.offer(prices, opened.frame)
        window = {
            "prices": prices,
            "bars": [0, len(opened.frame)],
            "trade_from": opened.trade_from,
        }
        job = {"id": "holdout", "kind": "finalist", "spec": variant["spec"], "window": window}
        found = (await self._pool.run([job | self._money]))[0]
        self._pool.forget(prices)
        if found.result is None:
            raise HoldoutNotPlayed(found.error["message"] if found.error else "")
        return _judged(found.result, opened, self._money["calculation"])

    def _open(self, variant: Document) -> Opened:
        strategy = self._strategy
        owner: User | None = strategy.owner
        return open_holdout(
            dataset=strategy.dataset,
            purpose=PURPOSE,
            warmup=_ALL,
            start=strategy.date_from,
            end=strategy.date_to,
            run=self._run,
            user=owner,
            spec_hash=variant["spec_hash"],
            key=key_of(strategy, variant["spec_hash"]),
        )


def key_of(strategy: Strategy, spec_hash: str) -> str:
    """The occasion on which a development looks at sealed bars for one variant."""
    return f"strategy {strategy.pk} {spec_hash}"


def look_again(strategy: Strategy, spec_hash: str, opening: HoldoutOpening) -> Opened | None:
    """The bars of an opening that is on record, for the variant it was made for: no new one.

    None for an opening of another occasion, whose bars stay sealed. Raises MarketError.
    """
    first = key_of(strategy, spec_hash)
    ours = opening.key == first or opening.key.startswith(f"{first}{_LOOK}")
    if not ours or opening.dataset_id != strategy.dataset_id:
        return None
    return _opened(strategy, spec_hash, opening.key, opening.purpose)


def look_key(strategy: Strategy, spec_hash: str, occasion: str) -> str:
    """The occasion on which a person opens sealed bars once more for a variant."""
    return f"{key_of(strategy, spec_hash)}{_LOOK}{occasion}"


def open_once_more(
    strategy: Strategy, spec_hash: str, *, key: str, purpose: str, user: User | None, **guard: Any
) -> Opened:
    """The sealed bars, by an opening of a person's own: on record first. `guard` is `expected` and
    `check` of `open_holdout`. Raises MarketError, OpenedMeanwhile."""
    return _opened(strategy, spec_hash, key, purpose, user, **guard)


def _opened(
    strategy: Strategy,
    spec_hash: str,
    key: str,
    purpose: str,
    user: User | None = None,
    **guard: Any,
) -> Opened:
    return open_holdout(
        dataset=strategy.dataset,
        purpose=purpose,
        warmup=_ALL,
        start=strategy.date_from,
        end=strategy.date_to,
        user=user,
        spec_hash=spec_hash,
        key=key,
        **guard,
    )


def _judged(result: dict[str, Any], opened: Opened, calculation: int) -> Document:
    psr = probabilistic_sharpe_ratio(moments_of(result, calculation))
    sharpe = result["metrics"]["sharpe_ratio"]
    told: Document = {
        "metrics": result["metrics"],
        "engine": result["engine"],
        "psr": psr,
        "holds": holds(sharpe, psr),
        "openings_before": opened.earlier,
        "opening": opened.opening.pk,
    }
    if calculation > FIRST:
        told["dropped"] = result["dropped"]
    equity, close = array_of(result["equity"]), opened.frame["Close"].to_numpy(float)
    return told | beyond_market(equity, close, result["trade_from"], calculation)
