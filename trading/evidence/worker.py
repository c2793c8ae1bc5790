"""A worker of the pool that knows the evidence of a variant besides what all workers know.

Started as `python -m trading.evidence.worker`; see `trading.backtest.worker`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pandas as pd

from trading.backtest.jobs import HANDLERS as BACKTESTS
from trading.backtest.jobs import Document, options_of, warm_up, window_of
from trading.backtest.worker import Handler, main
from trading.strategies.parse import parse_spec

if TYPE_CHECKING:
    from trading.evidence.walk_forward.past import Setting


def evidence(job: Document, frame: pd.DataFrame | None) -> Document:
    """The evidence of one spec on a window that ends before the holdout."""
    # A third of a second, and compiled code to load: only for those that are examined.
    from trading.evidence.walk_forward.examine import examine

    setting = _setting(job, frame, int(job["seed"]))
    setting = replace(setting, as_written=bool(job.get("as_written")))
    return examine(parse_spec(job["spec"]), setting)


def tuning(job: Document, frame: pd.DataFrame | None) -> Document:
    """What a spec's parameters are tuned to on train."""
    from trading.evidence.walk_forward.past import tune

    return tune(parse_spec(job["spec"]), _setting(job, frame, 0), job["seed"])


def _setting(job: Document, frame: pd.DataFrame | None, seed: int) -> Setting:
    from trading.evidence.walk_forward.past import Setting

    options = options_of(job)
    options.pop("trade_from")
    window, train_bars = window_of(job, frame), int(job["train_bars"])
    return Setting(window, train_bars=train_bars, seed=seed, **options)


HANDLERS: dict[str, Handler] = {**BACKTESTS, "evidence": evidence, "tune": tuning}

if __name__ == "__main__":
    main(HANDLERS, warm_up)
