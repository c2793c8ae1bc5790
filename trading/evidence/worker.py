"""A worker of the pool that knows the evidence of a variant besides what all workers know.

Started as `python -m trading.evidence.worker`; see `trading.backtest.worker`.
"""

from __future__ import annotations

import pandas as pd

from trading.backtest.jobs import HANDLERS as BACKTESTS
from trading.backtest.jobs import Document, options_of, warm_up, window_of
from trading.backtest.worker import Handler, main
from trading.strategies.parse import parse_spec


def evidence(job: Document, frame: pd.DataFrame | None) -> Document:
    """The evidence of one spec on a window that ends before the holdout."""
    # A third of a second, and compiled code to load: only for those that are examined.
    from trading.evidence.walk_forward.examine import examine
    from trading.evidence.walk_forward.setting import Setting

    options = options_of(job)
    options.pop("trade_from")
    setting = Setting(
        window_of(job, frame), train_bars=int(job["train_bars"]), seed=int(job["seed"]), **options
    )
    return examine(parse_spec(job["spec"]), setting)


HANDLERS: dict[str, Handler] = {**BACKTESTS, "evidence": evidence}

if __name__ == "__main__":
    main(HANDLERS, warm_up)
