"""What a file would become, before anything of it is stored; no bar of its holdout is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from trading.market.storage.looking import SegmentExtent, parts
from trading.models import AuxiliaryDataset, Dataset

from .. import canonical
from ..auxiliary import KINDS, encode_rows, read_rows_file
from ..cautions import unsealed
from ..csv_reader import Layout, Options, read_file
from ..prices import Caution, known_form
from ..segments import TRAIN, split
from .importing import limited
from .own_process import read_large

SHOWN = 10  # rows of a preview, the first ones


@dataclass(frozen=True)
class Preview:
    """`first` are the first rows as they were read; `same` is the version that holds them already.

    `size` counts all rows. Rows of other kinds have no segments, frequency or warnings.
    """

    layout: Layout
    size: int
    begin: pd.Timestamp
    end: pd.Timestamp
    first: pd.DataFrame = field(repr=False)
    same: Dataset | AuxiliaryDataset | None
    frequency: str = ""
    bars_per_year: float = 0.0
    calendar: Mapping[str, Any] = field(default_factory=dict)
    timezone: str = ""
    adjusted: bool = False
    parts: tuple[SegmentExtent, ...] = ()
    cautions: tuple[Caution, ...] = ()


def preview_prices(*, data: bytes, ticker: str, options: Options | None = None) -> Preview:
    """What `import_prices` would make of a file. Raises as it does."""
    name = known_form(ticker)
    prices, layout = read_large(read_file, data, limited(options))
    times = pd.DatetimeIndex(prices.frame.index)
    segments = split(len(times))
    sealed = segments.holdout[0]
    digest = canonical.sha256(canonical.encode(prices.frame))
    return Preview(
        layout=layout,
        size=len(times),
        begin=times[0],
        end=times[-1],
        first=prices.frame.iloc[: min(SHOWN, sealed)].copy(),
        same=Dataset.objects.of(name)
        .filter(sha256=digest, bars_per_year=prices.bars_per_year, timezone=prices.timezone)
        .first(),
        frequency=prices.frequency,
        bars_per_year=prices.bars_per_year,
        calendar=prices.calendar,
        timezone=prices.timezone,
        adjusted=prices.adjusted,
        parts=parts(times, segments),
        cautions=tuple(unsealed(prices.cautions, times, sealed)),
    )


def preview_rows(*, data: bytes, ticker: str, kind: str, options: Options | None = None) -> Preview:
    """What `import_rows` would make of a file. Raises as it does."""
    name = known_form(ticker)
    rows, layout = read_large(read_rows_file, data, KINDS[kind], limited(options))
    digest = canonical.sha256(encode_rows(rows, KINDS[kind]))
    own = AuxiliaryDataset.objects.of(name).filter(kind=kind)
    return Preview(
        layout=layout,
        size=len(rows),
        begin=rows["available_at"].iloc[0],
        end=rows["available_at"].iloc[-1],
        first=rows.iloc[: max(1, min(SHOWN, int(len(rows) * TRAIN)))].copy(),
        same=own.filter(sha256=digest).first(),
    )
