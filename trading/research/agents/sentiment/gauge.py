"""What the five share: the newest level of a score, and whether it told the next bars apart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.research.auxiliary import Source, on_bars, read, recent
from trading.research.bars import Bars
from trading.research.drafts import FindingDraft
from trading.research.inference.evidence import untested
from trading.research.rules import Rule, judge
from trading.research.types import Focus, Material
from trading.research.words import Quantity, Text

FloatArray = NDArray[np.float64]
ENOUGH = 60  # recent rows


@dataclass(frozen=True)
class Gauge:
    """A score of rows (higher: more hopeful) and the days that count as recent."""

    name: str
    source: Source
    score: Callable[[pd.DataFrame], FloatArray]
    days: int

    def look(self, material: Material, focus: Focus) -> list[FindingDraft]:
        """The recent level beside all before, and the test on the next bars."""
        rows = read(material, self.source)
        if isinstance(rows, FindingDraft):
            return [rows]
        scores = self.score(rows)
        known = np.isfinite(scores)
        rows, scores = rows[known], scores[known]
        level = self._level(material, rows, scores)
        return (
            [level] if level.status != "OK" else [level, *self._test(material, focus, rows, scores)]
        )

    def _level(self, material: Material, rows: pd.DataFrame, scores: FloatArray) -> FindingDraft:
        """How far the recent mean is from the usual one, in standard deviations of the rows."""
        late = recent(rows, material, self.days)
        n_new, n_old = int(late.sum()), int((~late).sum())
        spread = float(scores[~late].std()) if n_old else 0.0
        columns, times = self.source.columns, rows["available_at"]
        if min(n_new, n_old) < 3 or not spread > 0.0:
            words = {"n": Quantity(min(n_new, n_old), "integer"), "needed": Quantity(3, "integer")}
            return FindingDraft(self.name, Text("status.few_rows", words), n_obs=len(rows),
                         status="INSUFFICIENT", columns=columns, rows=times)  # fmt: skip
        away = float(scores[late].mean() - scores[~late].mean()) / spread
        side = "good" if away >= 0 else "bad"
        words = {"days": Quantity(self.days, "integer"), "n": Quantity(n_new, "integer"),
                 "away": Quantity(abs(away))}  # fmt: skip
        return FindingDraft(
            self.name, Text(f"measures.{self.name}.{side}", words), value=away,
            unit="standard deviations", n_obs=len(rows), signal=float(np.clip(away, -1.0, 1.0)),
            confidence=untested(n_new, ENOUGH), columns=columns, rows=times,
            params={"days": self.days},
        )  # fmt: skip

    def _test(
        self, material: Material, focus: Focus, rows: pd.DataFrame, scores: FloatArray
    ) -> list[FindingDraft]:
        bars = Bars.of(material.frame, material.bars_per_year)
        on = on_bars(rows["available_at"], scores, bars.index)
        position = np.sign(on - np.nanmedian(on))
        rule = Rule(f"{self.name}_score", position, 0, None, None,
                    columns=("Open", *self.source.columns))  # fmt: skip
        return judge(rule, bars, focus)
