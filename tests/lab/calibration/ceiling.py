"""How often the test passes somebody who knows the truth: no search can find more.

`python -m tests.lab.calibration.ceiling FILE` plays the best rule of each effect, with its best
values, on histories that it was not chosen on, and writes FILE (`ceiling.json` beside this module,
which the report reads).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tests.lab.calibration.achievable import ACHIEVABLE, STEPS, distance, is_about
from tests.lab.calibration.oracle import best, forms
from tests.lab.calibration.plan import BARS, Case, Sort, frame_for
from trading.backtest import relative
from trading.backtest.grid import evaluate
from trading.domain.gates import CALIBRATED
from trading.evidence.appraisal import combined_p, hedged, luck_p
from trading.evidence.folds import LEAST_SHARE
from trading.evidence.sharpe import moments
from trading.market.data import split
from trading.strategies.spec import StrategySpec

FILE = Path(__file__).with_name("ceiling.json")
TRIES = (1, 4, 7)
"""Independent tries of which the rule counts as the best."""
HISTORIES = 300
PASSING = 3_000_000
"""The first seed: none is a case's, and on none of these the rule was chosen."""
SHARE = 0.8
"""Of the ceiling: what a search that must learn the rule is held to."""

OPENS = next(
    one.threshold for one in CALIBRATED.criteria if (one.name, one.required) == ("luck_p", True)
)


def passed(sort: Sort, *, histories: int = HISTORIES, bars: int = BARS) -> dict[str, Any]:
    """Of how many histories a rule of a sort passes, by the number of tries; plain JSON."""
    known = best(sort, bars=bars)
    spec = next(form for form in forms() if form.name == known.rule)
    found = dict.fromkeys(TRIES, 0)
    for n in range(histories):
        case = Case(sort.kind, sort.strength, PASSING + n)
        for tries in _passes(spec, known.values, case, bars):
            found[tries] += 1
    return {
        "kind": sort.kind, "strength": sort.strength, "rule": known.rule,
        "histories": histories, "passed": {str(tries): hits for tries, hits in found.items()},
    }  # fmt: skip


def _passes(
    spec: StrategySpec, values: Mapping[str, float], case: Case, bars: int
) -> Iterator[int]:
    """The numbers of tries at which both looks pass: the bars of a walk forward, then the sealed
    ones with them."""
    frame = frame_for(case, bars)
    (chunk,) = evaluate(spec, frame, [values], returns=True, fractions=True)
    assert chunk.returns is not None
    own = chunk.returns[0].astype(np.float64)
    market = relative.returns(frame["Close"].to_numpy(np.float64))
    sealed = split(bars).holdout[0]
    walked = slice(round(sealed * LEAST_SHARE), sealed - 1)
    last = slice(sealed, None)
    first, second = (moments(hedged(own[part], market[part])) for part in (walked, last))
    if not own[last].mean() > 0:
        return
    if first is None or second is None:
        return
    for tries in TRIES:
        opened, final = luck_p(first, tries), combined_p(first, second, tries)
        if opened is None or final is None:
            return
        if opened <= OPENS and final <= CALIBRATED.final_error:
            yield tries


def measured() -> list[dict[str, Any]]:
    """What was written last, a row for each effect."""
    rows: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return rows


def section(rows: Sequence[Mapping[str, Any]], edges: Sequence[Mapping[str, Any]]) -> str:
    """The report's part on it; `edges` has what developments found: `sharpe`, `found`, `runs`."""
    from config.runs.console import table  # needs Django's apps, which measuring does without

    histories = min(row["histories"] for row in rows)
    head = ["effect of about", *(_of(tries) for tries in TRIES), "four fifths of the last", "found"]
    each = sorted(rows, key=lambda row: ACHIEVABLE[_sort(row)])
    return "\n\n".join([
        "## The ceiling",
        _NOTE.format(histories=histories),
        table(head, [_step(rows, edge) for edge in edges if edge["sharpe"] in STEPS]),
        table(
            ["achievable", "prices", *(_of(tries) for tries in TRIES)],
            [[f"{ACHIEVABLE[_sort(row)]:.2f}", _sort(row).name, *_shares(row)] for row in each],
        ),
    ])  # fmt: skip


_NOTE = """\
What the test lets pass of whoever knows the rule and its best values, and has nothing to learn: the
rule of *achievable*, on {histories} histories of each effect that it was not chosen on, by the bars
that a walk forward plays (60 % of all) and the sealed ones, at the errors of both looks, above zero
on the sealed ones. A search counts its independent tries against itself; so do the columns. Means
over the six kinds, with their 95 % intervals. Four fifths of the ceiling with seven tries are what
a search that has to learn the rule is held to."""


def _of(tries: int) -> str:
    return f"ceiling, {tries} tries" if tries > 1 else "ceiling, 1 try"


def _step(rows: Sequence[Mapping[str, Any]], edge: Mapping[str, Any]) -> list[str]:
    means = [mean(rows, edge["sharpe"], tries) for tries in TRIES]
    return [
        f"{edge['sharpe']:g}",
        *(f"{100 * one:.1f} % (± {100 * error:.1f})" for one, error in means),
        f"{100 * SHARE * means[-1][0]:.1f} %",
        f"{edge['found']} of {edge['runs']} ({100 * edge['found'] / edge['runs']:.1f} %)",
    ]


def _shares(row: Mapping[str, Any]) -> list[str]:
    return [f"{100 * row['passed'][str(tries)] / row['histories']:.0f} %" for tries in TRIES]


def mean(rows: Sequence[Mapping[str, Any]], step: float, tries: int) -> tuple[float, float]:
    """What passes of effects of about a Sharpe ratio, of each kind the nearest, and half of the
    mean's 95 % interval."""
    nearest: dict[str, Mapping[str, Any]] = {}
    for row in sorted(rows, key=lambda one: distance(_sort(one), step)):
        if is_about(_sort(row), step):
            nearest.setdefault(row["kind"], row)
    counts = [(row["passed"][str(tries)], row["histories"]) for row in nearest.values()]
    shares = [hits / of for hits, of in counts]
    error = (
        sum(one * (1 - one) / of for one, (_hits, of) in zip(shares, counts, strict=True)) ** 0.5
    )
    return sum(shares) / len(shares), 1.96 * error / len(shares)


def _sort(row: Mapping[str, Any]) -> Sort:
    return Sort(row["kind"], row["strength"])


def main(path: Path) -> None:
    sorts = [sort for sort in ACHIEVABLE if any(is_about(sort, step) for step in STEPS)]
    rows = []
    for sort in sorts:
        rows.append(passed(sort))
        print(sort.name, rows[-1]["rule"], rows[-1]["passed"], flush=True)  # noqa: T201
    path.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
