"""The benchmark for a reader: a table, the whole document, JSON."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import override

from config.runs.console import table
from tests.lab.benchmarks import labels
from tests.lab.benchmarks.figures import Figure
from tests.lab.benchmarks.journal import Entry
from tests.lab.benchmarks.machine import Machine

NOTHING = "–"
Found = Mapping[str, Entry]
HEAD = """\
# What a person waits for, measured

Written by `manage.py benchmark`; an edit is lost at the next run. Each part is measured in
processes of its own, on an empty data folder that is thrown away, with no network. What is
compared is measured in turns in one run, the best of its repeats counts, and what both find must
be the same before either is counted. Processor time and ratios hold on other machines too; seconds
by the clock and requests a second are of a machine as busy as its load says. Products of matrices
use the kernels of the processor itself, whatever the shell prescribes. "Worst" is the other end of
the repeats. A missed target is reported, not an error."""

PARTS = """\
## What is measured

- **Starting**: processor time from start to end of a command, five times in turns with
  `django-admin --help` of a bare project with admin, auth and REST framework (`bare/`).
- **Serving**: `serve` on a free port until its first page, three times in turns with that bare
  project under gunicorn, by the clock and in processor time of all processes. Memory is the sum of
  the proportional set sizes (PSS) of all processes 15 s after the first page, the idle processor
  the time that they take in the 30 s after that. Requests are of the list of 20,000 hypotheses by
  four visitors at once, each on a new connection; the visitors take processor time, too.
- **Pages of 100,000 hypotheses**: 100,000 hypotheses with two versions each, their reviews, gaps,
  decisions and runs, all of one author, in SQLite; each page asked for by the browser of Django's
  tests, in turns, five times over. Milliseconds are processor time, with all that a page does:
  session, rights, queries, template. A plain page is 50 hypotheses and their number by two queries
  of Django, with nothing around.
- **A development**: `develop AAPL` with the default limits, from the start of the process to its
  end, twice in turns: cold, where compiling is in it, and with the engine compiled as the set-up
  does. Memory is the most of all processes (PSS), looked at five times a second.
- **Taking a run up**: from the commit of a run to its claim by an idle worker, on SQLite;
  `manage.py pickup` tells its stages.
- **Refinements**: 40 ideas, no two alike, by one and two supervised workers in turns, after ten
  others. The graph alone is LangGraph's in one process, without
  ledger, rows or workers; saved, with LangGraph's own SQLite saver. PostgreSQL is measured where
  `--database` names a server.
- **A grid with stored trials**: 1,000 pairs of two moving averages on backtesting.py's GOOG, by
  the search of a development (warm workers, the compiled kernel, all figures) and stored as trials
  in the database. `Backtest.optimize` plays a sample of the same pairs with as many processes as
  the machine has CPUs; what it does once a call is not counted. Processes that stay hold the prices
  and play that sample without a start. In one process, without rows: our kernel, one loop of numba
  that trades and counts and does nothing else, and vectorbt, in an environment of its own
  (`requirements-peers.txt`). The number of trades of each pair must be the same in all.
  Processor time is that of all processes; by the clock ours keeps both processors busy.
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
- **What a development asks a model**: `develop` with default limits on made-up prices without a
  pattern, so that no design holds and every round is played, and a server of ours that designs
  three strategies a round. A token is counted as four characters of what is sent."""


def results(found: Found) -> str:
    """Every figure, and whether the target it has is reached."""
    head = [_("measured on"), _("figure"), _("measured"), _("worst"), _("target"), _("result")]
    rows = [_row(part, figure) for part, entry in found.items() for figure in entry.figures]
    return table(head, rows)


def document(found: Found) -> str:
    """docs/benchmarks.md: in English whatever the reader's language, as all documents are."""
    with override("en"):
        parts = [HEAD, results(found), _missed(found), _circumstances(found), PARTS]
        return "\n\n".join(part for part in parts if part) + "\n"


def as_plain(found: Found) -> dict[str, Any]:
    return {"parts": {part: entry.as_plain() for part, entry in found.items()}}


def _missed(found: Found) -> str:
    """Every figure that misses its target, and what its profile showed (`profiles.toml`)."""
    shown = tomllib.loads(Path(__file__).with_name("profiles.toml").read_text(encoding="utf-8"))
    lines = [
        f"- **{labels.part(part)}, {labels.figure(part, figure.name)}** "
        f"({_value(figure.value, figure.unit)}, asked {_bound(figure)}): "
        f"{' '.join(shown.get(part, {}).get(figure.name, 'no profile was taken.').split())}"
        for part, entry in found.items()
        for figure in entry.figures
        if figure.met is False
    ]
    return "\n".join(["## What was not reached", "", *lines]) if lines else ""


def _circumstances(found: Found) -> str:
    """When and on what each part was measured."""
    head = ["part", "at (UTC)", "commit", "load before", "load after"]
    rows = [
        [labels.part(part), entry.at, entry.commit, f"{entry.machine.load:g}",
         f"{entry.load_after:g}"]
        for part, entry in found.items()
    ]  # fmt: skip
    machines = {_of(entry.machine) for entry in found.values()}
    versions = {f"{name} {number}" for entry in found.values()
                for name, number in entry.versions.items()}  # fmt: skip
    parts = ["## When it was measured", table(head, rows), *sorted(machines)]
    return "\n\n".join([*parts, "Versions: " + ", ".join(sorted(versions, key=str.lower)) + "."])


def _row(part: str, figure: Figure) -> list[str]:
    return [
        labels.part(part), labels.figure(part, figure.name), _value(figure.value, figure.unit),
        NOTHING if figure.worst is None else _value(figure.worst, figure.unit), _bound(figure),
        _result(figure.met),
    ]  # fmt: skip


def _bound(figure: Figure) -> str:
    if figure.bound is None:
        return NOTHING
    return f"{'<=' if figure.at_most else '>='} {figure.bound:,g} {figure.unit}".rstrip()


def _value(value: float, unit: str) -> str:
    places = 4 if 0 < abs(value) < 0.1 else 2 if abs(value) < 10 and value % 1 else 0
    return f"{value:,.{places}f} {unit}".rstrip()


def _result(met: bool | None) -> str:
    return NOTHING if met is None else _("reached") if met else _("missed")


def _of(machine: Machine) -> str:
    return (
        f"Machine: {machine.system} with {machine.cpus} CPUs and {machine.memory_mib:,} MiB of "
        f"memory, Python {machine.python}."
    )
