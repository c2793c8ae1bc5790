"""A variant's series, recomputed from its spec, and what they are compared with: its own market,
cash, or another ticker. None are stored, so that each can be checked.

`replay_variant` gives prices, equity, buy-and-hold and trades of train and validation, and of the
holdout only where this variant's own opening is on record; it never makes one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pandas as pd
from django.utils.translation import gettext as _
from numpy.typing import NDArray

from config.desk.refusals import Missing, Refusal
from trading.backtest.relative import Relative, relative
from trading.market.clock import all_in_utc
from trading.market.data import split
from trading.market.tickers import TICKERS
from trading.models import Backtest, Dataset, HoldoutOpening, Strategy, Variant
from trading.services.opening_marks import openings_before
from trading.services.terms import money_of
from trading.storage import find_dataset, load
from trading.strategies.parse import parse_spec
from trading.strategies.spec import StrategySpec, spec_hash

if TYPE_CHECKING:
    from trading.services.variant_replay import PlayedSegment, PlayedVariant, Shelf

RELATIVE, ABSOLUTE = 1e-9, 1e-12
"""How far a recomputed figure may differ from the recorded one: as the engines from each other; and
from a recorded zero."""

_COLUMNS = (
    "sharpe_ratio", "annual_return", "volatility", "total_return", "max_drawdown", "win_rate",
    "profit_factor", "total_trades", "final_equity",
)  # fmt: skip

_OF_ALL_BARS = frozenset({"combined_p"})
"""Stored beside a segment's figures and no figure of it: the certificate recomputes it."""


class FigureDifference(NamedTuple):
    """A figure whose recorded and recomputed values differ."""

    segment: str
    name: str
    recorded: Any
    recomputed: Any


def verify(rows: Sequence[Backtest], played: PlayedVariant) -> tuple[int, list[FigureDifference]]:
    """How many recorded figures were compared, and those that differ from the recomputed ones.

    A segment that was recorded and cannot be played any more is a difference, too; a holdout whose
    bars stay sealed is not compared.
    """
    parts = {part.segment: part for part in played.parts}
    compared, differences = 0, []
    for row in rows:
        recorded = _recorded(row)
        if row.segment in parts:
            found = parts[row.segment].figures
            compared += len(recorded)
            differences += [
                FigureDifference(row.segment, name, value, found.get(name))
                for name, value in recorded.items()
                if not same(value, found.get(name))
            ]
        elif recorded and row.segment in played.errors:
            differences.append(
                FigureDifference(row.segment, "error", None, str(played.errors[row.segment]))
            )
    return compared, differences


def _recorded(row: Backtest) -> dict[str, Any]:
    """The recorded figures of a backtest; empty for one that failed."""
    columns = {name: getattr(row, name) for name in _COLUMNS}
    known = any(value is not None for value in columns.values())
    own = {name: value for name, value in row.metrics.items() if name not in _OF_ALL_BARS}
    return {**own, **columns} if known or own else {}


def same(recorded: Any, found: Any) -> bool:
    """Whether two figures, or lists of them, are equal up to the last digits."""
    if isinstance(recorded, list) and isinstance(found, list):
        pairs = zip(recorded, found, strict=False)
        return len(recorded) == len(found) and all(same(a, b) for a, b in pairs)
    if isinstance(recorded, int | float) and isinstance(found, int | float):
        return math.isclose(recorded, found, rel_tol=RELATIVE, abs_tol=ABSOLUTE)
    return bool(recorded == found)


@cache
def shelf() -> Shelf:
    """The latest replays of this process."""
    # A replay loads the engine, a quarter of a web process: most pages do without.
    from trading.services.variant_replay import Shelf

    return Shelf()


class Sealed(NamedTuple):
    """The sealed bars: how many, and the date of the last."""

    bars: int
    until: date


@dataclass(frozen=True, eq=False)
class Replay:
    """A variant's series and whether they are what was recorded.

    `compared` counts the recorded figures that were held against the recomputed ones. `reopened`
    says whether the holdout is among the parts, by its recorded opening. `openings_before` are the
    looks at its bars that were on record before that one.
    """

    played: PlayedVariant
    money: dict[str, float]
    daily: bool
    sealed: Sealed | None
    compared: int
    differences: tuple[FigureDifference, ...]
    openings_before: int | None = None

    @property
    def verified(self) -> bool | None:
        """Whether all recorded figures are as recomputed; None where nothing was recorded."""
        return not self.differences if self.compared or self.differences else None

    @property
    def parts(self) -> tuple[PlayedSegment, ...]:
        return self.played.parts

    @property
    def times(self) -> pd.DatetimeIndex:
        return pd.DatetimeIndex(self.played.frame.index)


def replay_variant(*, variant: Variant) -> Replay:
    """The series of a variant, on the data, dates, cash and costs of its development.

    Writes nothing, and no new opening. Raises SpecError, MarketError, and Refusal where the
    development names no costs.
    """
    strategy = variant.strategy
    spec = parse_spec(variant.spec)
    rows = list(variant.backtests.select_related("opening").order_by("id"))
    opening = next((row.opening for row in rows if row.segment == "holdout"), None)
    money = money_of(strategy)
    played = _played(strategy, spec, opening, money)
    compared, differences = verify(rows, played)
    if spec_hash(spec) != variant.spec_hash:
        hashes = variant.spec_hash[:12], spec_hash(spec)[:12]
        differences = [FigureDifference("", "spec_hash", *hashes), *differences]
    index = pd.DatetimeIndex(played.frame.index)
    return Replay(
        played=played,
        money=money,
        daily=bool((index == index.normalize()).all()),
        sealed=_sealed(strategy, played),
        compared=compared,
        differences=tuple(differences),
        openings_before=openings_before(opening) if opening else None,
    )


def _played(
    strategy: Strategy, spec: StrategySpec, opening: HoldoutOpening | None, money: dict[str, float]
) -> PlayedVariant:
    from trading.services.variant_replay import play_again

    data = (strategy.dataset.sha256, strategy.date_from, strategy.date_to)
    seen = (strategy.pk, opening.pk) if opening else None
    key = (spec_hash(spec), data, tuple(sorted(money.items())), seen)
    if (cached := shelf().get(key)) is not None:
        return cached
    frame, segments = _bars(strategy, spec, opening)
    played = play_again(spec, frame, segments, money)
    shelf().put(key, played)
    return played


def _bars(strategy: Strategy, spec: StrategySpec, opening: HoldoutOpening | None) -> Any:
    """The visible bars, and the segments of the whole history."""
    from trading.services.holdout import look_again

    opened = look_again(strategy, spec_hash(spec), opening) if opening else None
    if opened is not None:
        return opened.frame, split(len(opened.frame), sealed_from=opened.trade_from)
    data = load(strategy.dataset, strategy.date_from, strategy.date_to, [])
    return data.frame, data.segments


def _sealed(strategy: Strategy, played: PlayedVariant) -> Sealed | None:
    begin, end = played.segments.holdout
    if len(played.frame) >= end:
        return None
    last = strategy.dataset.last_at.date()
    until = min(last, strategy.date_to) if strategy.date_to else last
    return Sealed(end - begin, until)


Floats = NDArray[np.float64]
HOLD, CASH = "hold", "cash"
_BUNDLED = "1d"  # the frequency of all bundled prices


@dataclass(frozen=True, eq=False)
class Benchmark:
    """A benchmark's value at each bar that a replay shows, NaN where it has none.

    `key` is how it is asked for: HOLD, CASH or a ticker; `ticker` is whose prices these are.
    """

    key: str
    ticker: str
    values: Floats = field(repr=False)

    def within(self, begin: int, end: int) -> Floats:
        """Its values on some bars."""
        return self.values[begin:end]

    def drawn(self) -> Floats:
        """Its values with the last known one where a bar is missing between two."""
        values = pd.Series(self.values)
        return np.asarray(values.ffill().where(values.bfill().notna()), dtype=np.float64)


def market(replay: Replay) -> Benchmark:
    """The benchmark of holding what the variant trades."""
    return Benchmark(HOLD, "", replay.played.frame["Close"].to_numpy(np.float64))


def benchmark_of(*, strategy: Strategy, replay: Replay, against: str = "") -> Benchmark:
    """The benchmark that an address asks for; without one, holding the variant's own market.

    Raises Missing for what is neither HOLD, CASH nor among `choices`, Refusal where none of its
    bars lies within the replay, and MarketError.
    """
    if against in ("", HOLD):
        return market(replay)
    if against == CASH:
        return Benchmark(CASH, "", np.ones(len(replay.played.frame)))
    if against not in choices(strategy):
        raise Missing(_("there is no such benchmark"))
    return Benchmark(against, against, _aligned(find_dataset(against), replay))


def choices(strategy: Strategy) -> list[str]:
    """The other tickers with prices of the same frequency, shipped ones included."""
    frequency = strategy.dataset.frequency
    stored = Dataset.objects.newest().filter(frequency=frequency).values_list("ticker", flat=True)
    shipped = TICKERS if frequency == _BUNDLED else ()
    return sorted({*stored, *shipped} - {strategy.ticker})


def by_segment(replay: Replay, benchmark: Benchmark) -> list[tuple[str, Relative]]:
    """Alpha, beta and correlation on each segment that was played."""
    year = replay.money["bars_per_year"]
    return [
        (part.segment, relative(part.equity, benchmark.within(part.begin, part.end), year))
        for part in replay.parts
    ]


def _aligned(dataset: Dataset, replay: Replay) -> Floats:
    """The dataset's closes at the times of the replay's bars."""
    frame = load(dataset, auxiliary=[]).frame
    closes = frame["Close"].set_axis(all_in_utc(pd.DatetimeIndex(frame.index)))
    found: Floats = closes.reindex(all_in_utc(replay.times)).to_numpy(np.float64)
    if not np.isfinite(found).any():
        raise Refusal(
            _("%(ticker)s has no bars that may be seen on the days of this history")
            % {"ticker": dataset.ticker}
        )
    return found
