"""A worker of the pool that knows the evidence of a variant besides what all workers know.

Started as `python -m trading.evidence.worker`; see `trading.backtest.worker`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.backtest import grid
from trading.backtest.jobs import HANDLERS as BACKTESTS
from trading.backtest.jobs import Document, forget_windows, options_of, warm_up, window_of
from trading.backtest.machine_code import compiled_now
from trading.backtest.worker import Handler, give_back_memory, main
from trading.evidence.series import blocks
from trading.strategies.parse import parse_spec
from trading.strategies.table import IndicatorCache

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


def count(job: Document, frame: pd.DataFrame | None) -> Document:
    """What `trading.evidence.tally` says of trials, each played anew.

    Here and not where the development runs, as their returns are its largest arrays by far.
    """
    try:
        return _counted(job, frame)
    finally:
        give_back_memory()


def _counted(job: Document, frame: pd.DataFrame | None) -> Document:
    from trading.evidence.tally import Tried, tally

    window, step = window_of(job, frame), int(job["step"])
    forget_windows(but=window)  # the memory is needed here
    close = window.frame["Close"].to_numpy(dtype=np.float64)
    hold = close[1:] / close[:-1] - 1
    most = sum(len(part["trials"]) for part in job["parts"])
    returns = np.empty((most, len(blocks(hold, step))), dtype=np.float32)
    played: list[Document] = []
    for part in job["parts"]:
        for trial, row in _played(part, window, options_of(job)):
            returns[len(played)] = blocks(row, step)
            played.append(trial)
    tried = Tried(
        returns[: len(played)],
        [trial["kinds"] for trial in played],
        int(job["distinct"]),
        hold,
        float(job["bars_per_year"]),
        [trial["candidate"] for trial in played],
        step,
    )
    return tally(tried, job["judged"], np.random.default_rng(job["seed"]))


def _played(
    part: Document, window: IndicatorCache, options: Document
) -> Iterator[tuple[Document, NDArray[np.float32]]]:
    """The trials of a part that can be played, with their returns a bar; none of a part amid which
    the engine fails: each then counts as its own."""
    trials = part["trials"]
    sets = [trial["parameters"] for trial in trials]
    try:
        spec = parse_spec(part["spec"])
        chunks = list(
            grid.evaluate(spec, window.frame, sets, returns=True, cache=window, **options)
        )
    except MemoryError:  # of no part, but of the worker
        raise
    except Exception:  # noqa: BLE001  # whatever it is, the other trials can be counted
        return
    for number, chunk in enumerate(chunks):
        assert chunk.returns is not None  # noqa: S101  # they were asked for
        for row in np.flatnonzero(np.all(np.isfinite(chunk.returns), axis=1)).tolist():
            if row not in chunk.errors:
                yield trials[number * grid.CHUNK + row], chunk.returns[row]


def _setting(job: Document, frame: pd.DataFrame | None, seed: int) -> Setting:
    from trading.evidence.walk_forward.past import Setting

    options = options_of(job)
    options.pop("trade_from")
    window, train_bars = window_of(job, frame), int(job["train_bars"])
    return Setting(window, train_bars=train_bars, seed=seed, **options)


HANDLERS: dict[str, Handler] = {
    **BACKTESTS, "evidence": evidence, "tune": tuning, "count": count,
}  # fmt: skip


def compiled() -> bool:
    """Whether all that a development calls was compiled just now: once, before the other workers
    start, none of which compiles anything."""

    def compile_all() -> None:
        from trading.evidence.compilation import compile_engine  # more than a worker needs else

        compile_engine()

    return compiled_now(compile_all)


if __name__ == "__main__":
    main(HANDLERS, warm_up, compiled)
