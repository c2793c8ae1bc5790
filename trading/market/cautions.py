"""What is odd about prices that can be used all the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.market.data import split
from trading.market.frequency import Frequency
from trading.market.prices import Caution

JUMP = 0.35  # a close this much above or below the one before
CONSTANT = 10  # closes in a row that do not move
FORETELLS = 0.25
"""A rank correlation of a volume, or of its change, with the next bar's return beyond this: in the
bundled prices it is below .06, and noise on 252 bars reaches .25 once in ten thousand times."""
TRADED = 0.4
"""A rank correlation of a bar's move with what is earned from the next open on beyond this: in the
bundled prices it is below .12, and no market carries on so much of its moves."""
SAME = 0.75
"""The same with the move to the next close: a bounce between bid and ask reaches .71 by itself."""
_LEAST = 252  # bars, below which nothing is said of it


def cautions_of(frame: pd.DataFrame, frequency: Frequency) -> Iterator[Caution]:
    """Gaps, jumps and constant prices, the worst of each; a volume that tells nothing; and a column
    that foretells the next bar."""
    times, close = pd.DatetimeIndex(frame.index), frame["Close"].to_numpy()
    if len(frequency.gaps):
        yield _gaps(times, frequency.gaps)
    change = close[1:] / close[:-1]
    jumps = np.flatnonzero((change > 1 + JUMP) | (change < 1 / (1 + JUMP)))
    if len(jumps):
        worst = jumps[np.maximum(change[jumps], 1 / change[jumps]).argmax()]
        size = f"{(change[worst] - 1) * 100:+.1f}"
        yield Caution("jumps", {"count": len(jumps), "percent": size, "at": _at(times, worst + 1)})
    longest, begin = _longest_run(np.diff(close) == 0)
    if longest + 1 >= CONSTANT:
        yield Caution("constant", {"bars": longest + 1, "at": _at(times, begin)})
    if frame["Volume"].isna().all():
        yield Caution("no_volume", {})
    elif without := int(frame["Volume"].isna().sum()):
        yield Caution("some_volume", {"count": without})
    if idle := int((frame["Volume"] == 0).sum()):
        yield Caution("idle", {"count": idle})
    foretold = _foretold(frame)
    if abs(foretold) > FORETELLS:
        yield Caution("foretells", {"correlation": f"{foretold:+.2f}"})
    column, foretold = _foretold_by_prices(frame)
    if column:
        yield Caution("foretells_price", {"column": column, "correlation": f"{foretold:+.2f}"})


def _foretold(frame: pd.DataFrame) -> float:
    """The rank correlation, the larger in size, of the volume and of its change with the return of
    the next bar, before the sealed bars; 0 where there is too little to say."""
    known = frame.iloc[: split(len(frame)).holdout[0]]
    volume = known["Volume"]
    if len(known) < _LEAST or volume.isna().all() or volume.nunique() < 3:
        return 0.0
    later = known["Close"].pct_change().shift(-1).rank()
    pair = [one.rank().corr(later) for one in (volume, volume.diff())]
    found: float = max((float(one) for one in pair if np.isfinite(one)), key=abs, default=0.0)
    return found


def _foretold_by_prices(frame: pd.DataFrame) -> tuple[str, float]:
    """The column that foretells most and its rank correlation, before the sealed bars; "" where
    none does, or where there is too little to say.

    A high that holds tomorrow's close foretells what is earned from the next open on; so does a
    close that was moved to the bar before its own, as the next open is older than it.
    """
    known = frame.iloc[: split(len(frame)).holdout[0]]
    if len(known) < _LEAST:
        return "", 0.0
    open_, close = known["Open"], known["Close"]
    entered = open_.shift(-1)
    places = {
        "Open": (open_ / close, TRADED),
        "High": (known["High"] / np.maximum(open_, close), FORETELLS),
        "Low": (known["Low"] / np.minimum(open_, close), FORETELLS),
        "Close": (close / close.shift(1), TRADED),
    }
    later = {  # what is earned
        "to the close": close.shift(-1) / entered,
        "to the open": entered.shift(-1) / entered,
        "from the close": close.shift(-1) / close,
    }
    columns = {name: place for name, (place, _least) in places.items()}
    sizes: NDArray[np.float64] = (
        pd.DataFrame(columns | later).dropna().rank().corr().to_numpy(np.float64)
    )[: len(places), len(places) :]
    found = [
        (name, float(size))
        for (name, (_place, least)), row in zip(places.items(), sizes, strict=True)
        for size, enough in zip(row, (least, least, SAME), strict=True)
        if abs(size) > enough
    ]
    return max(found, key=lambda one: abs(one[1]), default=("", 0.0))


def unsealed(
    cautions: Iterable[Caution], times: pd.DatetimeIndex, sealed: int
) -> Iterator[Caution]:
    """The same of a whole history, with nothing said of a price from bar `sealed` on."""
    for caution in cautions:
        if caution.code in ("jumps", "constant"):
            at = pd.Timestamp(str(caution.params["at"]))
            # Of an hour that comes twice the later one: nothing sealed is told of.
            known = at.tz_localize(times.tz, ambiguous=False) if times.tz is not None else at
            begin = int(times.searchsorted(known))
            longer = int(str(caution.params.get("bars", 1))) - 1
            if begin + longer >= sealed:
                count = {"count": caution.params["count"]} if caution.code == "jumps" else {}
                yield Caution(f"{caution.code}_sealed", count)
                continue
        yield caution


def _gaps(times: pd.DatetimeIndex, gaps: NDArray[np.intp]) -> Caution:
    lengths = times[gaps + 1] - times[gaps]
    worst = int(gaps[lengths.argmax()])
    return Caution(
        "gaps",
        {"count": len(gaps), "first": _at(times, worst), "last": _at(times, worst + 1)},
    )


def _longest_run(flags: NDArray[np.bool_]) -> tuple[int, int]:
    """The length and beginning of the longest run of true."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], flags.astype(int), [0]))))
    if not len(edges):
        return 0, 0
    lengths = edges[1::2] - edges[::2]
    longest = int(lengths.argmax())
    return int(lengths[longest]), int(edges[::2][longest])


def _at(times: pd.DatetimeIndex, bar: int) -> str:
    time = times[bar]
    return time.strftime("%Y-%m-%d" if time == time.normalize() else "%Y-%m-%d %H:%M")
