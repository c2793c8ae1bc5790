"""A price history in three parts, in time order: train, validation, sealed holdout."""

from __future__ import annotations

from typing import NamedTuple

from trading.market.errors import MarketError

TRAIN, VALIDATION = 0.6, 0.2  # shares of the bars; the rest is the holdout
MINIMUM = 3  # bars below which a segment would be empty

Span = tuple[int, int]


class Segments(NamedTuple):
    """Half-open bar indexes `(from, to)` on the full history; together they cover it."""

    train: Span
    validation: Span
    holdout: Span

    @property
    def bars(self) -> int:
        """The length of the full history."""
        return self.holdout[1]


def split(
    n_bars: int,
    train: float = TRAIN,
    validation: float = VALIDATION,
    sealed_from: int | None = None,
) -> Segments:
    """The segments of a history of `n_bars`; each cut is rounded down.

    What is sealed stays so: the holdout begins at bar `sealed_from` at the latest, and train and
    validation share what lies before it in their proportion. Raises MarketError `too_few_bars`,
    and ValueError for shares that leave no holdout.
    """
    if not (train > 0 and validation > 0 and train + validation < 1):
        raise ValueError(f"shares {train} and {validation} do not leave three segments")
    # Rounded first: 0.6 * 5 is 3 although the product of the floats may lie below it.
    first = int(round(n_bars * train, 6))
    second = int(round(n_bars * (train + validation), 6))
    if sealed_from is not None and sealed_from < second:
        second = sealed_from
        first = int(round(second * train / (train + validation), 6))
    if not 0 < first < second < n_bars:
        bars = n_bars if sealed_from is None else max(0, second)
        raise MarketError("too_few_bars", bars=bars, minimum=MINIMUM)
    return Segments((0, first), (first, second), (second, n_bars))
