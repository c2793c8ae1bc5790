"""The same grid by vectorbt, in an environment of its own: a line in, a line out, until the end.

It imports nothing of ours: `.venv-peers/bin/python vectorbt_peer.py` (`make .venv-peers/.ready`).
The first line is the work, `{close, open, pairs, cash, commission}`; each further one asks for a
round and is answered with `{cpu, trades, version}`.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any


def main() -> None:
    import pandas as pd
    import vectorbt as vbt

    work = json.loads(sys.stdin.readline())
    opens, closes = pd.Series(work["open"]), pd.Series(work["close"])
    fast, slow = ([pair[at] for pair in work["pairs"]] for at in (0, 1))
    for _line in sys.stdin:
        begun = time.process_time()
        quick, late = (vbt.MA.run(closes, window=lengths) for lengths in (fast, slow))
        above, below = (_next_bar(crossed(late)) for crossed in
                        (quick.ma_crossed_above, quick.ma_crossed_below))  # fmt: skip
        played = vbt.Portfolio.from_signals(
            closes, entries=above, short_entries=below, price=opens, freq="1D",
            init_cash=work["cash"], fees=work["commission"],
        )  # fmt: skip
        trades = played.trades.count().tolist()
        for figure in (played.total_return, played.sharpe_ratio, played.max_drawdown):
            figure()
        cpu = time.process_time() - begun
        told = {"cpu": cpu, "trades": trades, "version": vbt.__version__}
        print(json.dumps(told), flush=True)  # noqa: T201


def _next_bar(signals: Any) -> Any:
    return signals.shift(1, fill_value=False).to_numpy()


if __name__ == "__main__":
    main()
