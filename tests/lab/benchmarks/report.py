"""The benchmark for a reader: a table, the whole document, JSON."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import override

from config.runs.console import table
from tests.lab.benchmarks import labels
from tests.lab.benchmarks.figures import Figure
from tests.lab.benchmarks.machine import Machine
from tests.lab.benchmarks.parts import Measured

NOTHING = "–"
HEAD = """\
# Speed and memory of trading, measured

Written by `manage.py benchmark`; an edit is lost at the next run. Each part is measured in
processes of its own, on an empty data folder that is thrown away, with no network. What is
compared is measured in turns in one run, so that the ratios hold on other machines too; seconds
and what else the machine does are another matter. A missed target is reported, not an error."""

PARTS = """\
## What is measured

- **A development**: `develop AAPL` with the default limits, from the start of the process to its
  end, the first on this data folder: compiling is in it. Memory is the sum of the proportional
  set sizes (PSS) of the process and all it starts, looked at five times a second.
- **A grid with stored trials**: 1,000 pairs of two moving averages on backtesting.py's GOOG, by
  the search of a development (warm workers, the compiled kernel, all figures) and stored as trials
  in the database. `Backtest.optimize` plays a sample of the same pairs with as many processes as
  the machine has CPUs; what it does once a call is not counted. The number of trades of each pair
  in the sample must be the same in both.
- **Research that waits**: the graph of the research with fifteen agents that wait 100 ms each,
  then tell what the real ones find on AAPL; every step goes through the ledger, with its rows. The
  critical path is the longest chain of steps alone: one agent, its synthesizer and the leader,
  through the same graph and ledger. The best of some rounds each.
- **Research that asks a model**: the same with a call for each agent, each synthesizer and the
  leader, to a server of ours in a process of its own that answers after 100 ms, by the client of a
  run; every call is a row, reserved and settled, and its answer is kept. The critical path alone
  is three calls, one after the other, through the same graph, ledger and client with nothing
  beside them; the two take turns, the best of some rounds each. The longest chain of its own steps
  is what the slowest agent, the slowest synthesizer and the leader took in the quickest of the
  whole researches, each from its start until it could be stored; storing is not in it.
- **A million bars**: signals of four indicators, the kernel and all metrics.
- **Evidence by resampling**: the probability of overfitting of 1,000 variants on 2,144 bars (16
  blocks, 12,870 combinations), 1,000 resamples of a stationary bootstrap, and the positions of a
  strategy played again at 1,000 random places, one after the other in one warm process. The plain
  way does 24 combinations with numpy, 100 resamples bar by bar and 4 backtests with
  backtesting.py in the same run, counted up to the whole; what both find of the first two must be
  the same.
- **Pages of 100,000 hypotheses**: 100,000 hypotheses with two versions each, their reviews, gaps,
  decisions and runs, all of one author, in SQLite; each page asked for by the browser of Django's
  tests, in turns, five times over. Milliseconds are processor time, the least of the five, with
  all that a page does: session, rights, queries, template. A plain page is 50 hypotheses and
  their number by two queries of Django, with nothing around."""


def results(found: Measured) -> str:
    """Every figure, and whether the target it has is reached."""
    head = [_("measured on"), _("figure"), _("measured"), _("target"), _("result")]
    rows = [_row(part, figure) for part, figures in found.items() for figure in figures]
    return table(head, rows)


def document(found: Measured, machine: Machine) -> str:
    """docs/benchmarks.md: in English whatever the reader's language, as all documents are."""
    with override("en"):
        return "\n\n".join([HEAD, results(found), _of(machine), PARTS]) + "\n"


def as_plain(found: Measured, machine: Machine) -> dict[str, Any]:
    parts = {part: [one.as_plain() for one in figures] for part, figures in found.items()}
    return {"machine": machine.as_plain(), "parts": parts}


def _row(part: str, figure: Figure) -> list[str]:
    return [
        labels.part(part), labels.figure(part, figure.name), _value(figure.value, figure.unit),
        _bound(figure), _result(figure.met),
    ]  # fmt: skip


def _bound(figure: Figure) -> str:
    if figure.bound is None:
        return NOTHING
    return f"{'<=' if figure.at_most else '>='} {figure.bound:g} {figure.unit}".rstrip()


def _value(value: float, unit: str) -> str:
    return f"{value:,.{2 if abs(value) < 10 and value % 1 else 0}f} {unit}".rstrip()


def _result(met: bool | None) -> str:
    return NOTHING if met is None else _("reached") if met else _("missed")


def _of(machine: Machine) -> str:
    return (
        f"Measured on {machine.system} with {machine.cpus} CPUs and {machine.memory_mib:,} MiB of\n"
        f"memory, Python {machine.python}; the load before it began was {machine.load:g}."
    )
