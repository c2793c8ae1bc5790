"""The report's words: how it was measured, with which limits and versions, and how long it took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import median, quantiles
from textwrap import fill
from typing import Any

from tests.lab.benchmarks.machine import Machine
from tests.lab.calibration.carrying import steps
from tests.lab.calibration.lines import Line
from tests.lab.calibration.plan import FIRST_SEED, SOURCES
from tests.lab.calibration.setting import fingerprint
from trading.domain.limits import Limits

_WIDTH = 100
_LONGEST = 120  # characters of an error
_FEW = 20  # runs below which the slowest twentieth says nothing

CURVE = """\
*Achievable*: the annual Sharpe ratio, net of costs, of the best rule that a spec can express, with
its true parameters, over 1,138 simulated years on which it was not chosen. Whoever knew the truth
would earn as much. Of `reversal` the truth is the price to which it returns: a rule that must
learn it earns less."""

LENGTHS = """\
The same effects and the same rules on histories of other lengths. Families of effects share their
noise, so these intervals are somewhat too narrow."""

NOTE = """\
*Examined*: in so many runs some variant passed the cheap gates, those of train and validation, and
was given evidence. *Passed before the holdout*: some variant passed every gate of the profile, so
that the holdout was opened. On noise that is a false pass, and SUCCESS a false discovery; on a
planted effect SUCCESS is a find. *Opened* and *held* are of the holdout, *limit* is MAX_ITERATIONS.
Trials, effective trials and rounds are medians of a run. The intervals are exact (Clopper and
Pearson), two-sided, 95 %. A failed run counts as a false pass and a false SUCCESS on noise, and as
no find on an effect. *All noise* is without `blocks`: that kind and the effect `volatility` were
planted after every choice was made."""

GATES = """\
Of each run in which no variant passed, the best one: the highest gate score of any round. *Judged*:
it came to this gate. *Missed*: it did not pass it. *Missed alone*: it passed all other required
gates that it came to. *Not reached*: an earlier stage had ended it. *Median*: of the figure judged.
A run whose best variant missed several gates is in the row of each."""


def head(of: Mapping[str, Any]) -> str:
    return (
        "# Calibration of the gates\n\n"
        "Written by `manage.py calibrate --report FILE`; an edit is lost with the next. Whole\n"
        "developments, sealed holdout included, on prices of which it is known whether there is\n"
        "anything to find: six kinds of noise (nothing), and six kinds of effects of stated\n"
        "strength. One of each was kept out of every choice.\n\n"
        f"Profile `{of['profile']}`, code `{of['code']}`, setting `{fingerprint(dict(of))}`."
    )


def taken_over(lines: Sequence[Line], carried: Sequence[Line]) -> Iterator[str]:
    """How lines of earlier codes came to be counted; nothing where there are none."""
    if carried:
        codes = Counter(str(line["code"]) for line in lines).most_common()
        said = ", ".join(f"{count:,} by code `{code}`" for code, count in codes)
        yield filled(
            f"Played {said}. A code's hash changes with any change of its source. Lines of an "
            "earlier code count where the later one plays at least 50 of its cases again, of all "
            "sorts in turns, and each ends alike to the last field of its line: "
            + "; ".join(_step(one) for one in steps(carried))
            + "."
        )


def _step(one: Mapping[str, Any]) -> str:
    return (
        f"{one['replayed']} cases of {one['kinds']} sorts were played by `{one['from']}` and by "
        f"`{one['to']}` without a difference, {one['lines']:,} lines were taken over"
    )


def wall_time(lines: Sequence[Line], machine: Machine) -> str:
    seconds = [float(line["seconds"]) for line in lines if not line.get("error")]
    if not seconds:
        return "## Time\n\nNo run came to its end."
    workers = sorted({int(line["workers"]) for line in lines})
    slow = (
        f", 95 % of them at most {quantiles(seconds, n=20)[-1]:.1f} s"
        if len(seconds) >= _FEW
        else ""
    )
    return (
        "## Time\n\n"
        + filled(
            f"{sum(seconds) / 3600:.2f} hours of runs in all, by "
            f"{' or '.join(map(str, workers))} workers side by side: {median(seconds):.1f} s a run "
            f"(median){slow}."
        )
        + f"\n{machine.system}, {machine.cpus} CPUs, {machine.memory_mib:,} MiB of memory."
    )


def method(of: Mapping[str, Any]) -> str:
    return "\n\n".join(["## Method", _prices(of), _runs(of), _gates(of), _versions(of)])


def _prices(of: Mapping[str, Any]) -> str:
    return f"""\
- `walk`: {of["bars"]:,} daily bars whose log returns are white noise (normal, 1.2 % a day, without
  drift).
- `permuted`: the last {of["bars"]:,} bars (or all there are) of {", ".join(SOURCES)} in turns, as
  bundled, in random order. Each bar keeps its move from the previous close to its open, high, low
  and close, and its volume: the distribution and the drift stay, the order goes. A rule that is
  nearly always in the market can earn that drift, which is no order: such a pass counts as false
  all the same.
- `garch`: volatility in clusters and fat tails, without an expected return (GARCH(1, 1) with .08
  and .9, shocks of Student's t with 5 degrees of freedom).
- `jumps`: as `walk`, with a jump of 4 % up or down on one bar of a hundred.
- `bounce`: a walk seen at bid or ask, .2 % apart (Roll 1984): closes turn back by less than it
  costs.
- `blocks`: the bars of `permuted` in blocks of 21 whose order is random, without their mean
  move. Kept out of every choice.
- `planted=phi`: as `walk`, but each return carries on phi of the one before (AR(1), the same
  standard deviation).
- `trend=d`: a trend up or down of d standard deviations a bar, which turns on one bar of 80.
- `reversal=k`: a log price drawn back to its level by the part k of its distance (Ornstein and
  Uhlenbeck).
- `month=d`: d standard deviations a bar on the last and the first three bars of a month.
- `volatility=d`: calm and wild spells that turn on one bar of 60, of .5 and 1.32 times the standard
  deviation; d standard deviations a bar up in calm ones, as much down in wild ones. Kept out of
  every choice.

The seed of a case (from {FIRST_SEED} on, unless told otherwise) makes its prices and is the seed of
its development. Walks and effects of one seed are made of the same shocks, so that strengths differ
by nothing else."""


def _runs(of: Mapping[str, Any]) -> str:
    limits = of["limits"]
    normal = Limits()._asdict()
    reduced = any(value != normal[name] for name, value in limits.items())
    said = ", ".join(
        f"{name} {value}" + ("" if value == normal[name] else f" (by default {normal[name]})")
        for name, value in limits.items()
    )
    said += "" if reduced else "; they are the defaults, none is reduced"
    costs = of["costs"]
    return filled(
        "A run is `start_development` and the execution of its run, as every command and page has "
        "them: research, design, backtests in worker processes, gates, holdout. Nothing is left "
        "out and nothing stands in. The database is empty for each run and thrown away, nothing is "
        "recalled, no language model is asked, no network is used."
    ) + filled(
        f"\n\nLimits: {said}. Costs: {costs['commission']:g} of the value a side, "
        f"{costs['cash']:,.0f} to begin with."
    )


def _gates(of: Mapping[str, Any]) -> str:
    rows = [
        f"{one['name']} of {one['segment']} {one['operator']} {one['threshold']:g}"
        + (" (required)" if one["required"] else "")
        for one in of["gates"]["criteria"]
    ]
    said = "; ".join(rows)
    return filled(f"Gates, as they ship: {said}; score at least {of['gates']['pass_score']:g}.")


def _versions(of: Mapping[str, Any]) -> str:
    said = ", ".join(f"{name} {version}" for name, version in of["versions"].items())
    return filled(
        f"Versions: {said}. *Code* is a hash over the source that decides how a run ends; lines of "
        "another code, profile, length, limits, costs or version are never counted with these."
    )


def filled(text: str) -> str:
    """The text in lines of the report's width; empty lines before it stay."""
    start = len(text) - len(text.lstrip("\n"))
    return text[:start] + fill(text, _WIDTH, break_long_words=False, break_on_hyphens=False)


def plain(text: str) -> str:
    """Any text as part of a table's cell: one line, no cell marks, not too long."""
    line = " ".join(text.split()).replace("|", "/").replace("<", "‹").replace("`", "'")
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
