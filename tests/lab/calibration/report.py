"""docs/calibration.md: what was measured, how, and whether it is what was wanted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from config.runs.console import table
from tests.lab.benchmarks.machine import Machine
from tests.lab.calibration import method
from tests.lab.calibration.achievable import ACHIEVABLE
from tests.lab.calibration.figures import (
    ENOUGH_NOISE,
    ENOUGH_OF_A_KIND,
    ENOUGH_PLANTED,
    MET,
    Group,
    Target,
    about,
    all_noise,
    failed,
    gate_counts,
    groups,
    is_noise,
    sort_of,
    success,
    targets,
)
from tests.lab.calibration.intervals import Share
from tests.lab.calibration.lines import Line
from tests.lab.calibration.plan import Sort
from tests.lab.calibration.run import Calibrated

NOTHING = "–"
_BAR = 20  # characters of 100 %
_SHOWN = 20  # failed runs that are listed


def document(found: Calibrated, machine: Machine) -> str:
    """The whole report, in English as all documents are."""
    parts = [
        method.head(found.setting),
        *method.taken_over(found.lines, found.carried),
        *_curve(found.lines),
        *_lengths(found),
        verdict(targets(found.lines)),
        "## What became of the runs",
        table(_HEAD, [_row(one) for one in groups(found.lines)]),
        method.NOTE,
        *_gates(found.lines),
        *_failures(found.lines),
        method.wall_time(found.lines, machine),
        method.method(found.setting),
    ]
    return "\n\n".join(parts) + "\n"


def _curve(lines: Sequence[Line]) -> Iterator[str]:
    """The power curve: what is found of each effect, by what could be achieved with it."""
    sorts = sorted(
        {sort_of(line) for line in lines} & ACHIEVABLE.keys(), key=ACHIEVABLE.__getitem__
    )
    if not sorts:
        return
    yield "## What is found"
    yield method.CURVE
    head = ["achievable", "prices", "found", "95 %", ""]
    yield table(head, [_point(sort, [x for x in lines if sort_of(x) == sort]) for sort in sorts])


def _point(sort: Sort, lines: Sequence[Line]) -> list[str]:
    found = success(lines, failure=False)
    bar = "█" * round(_BAR * (found.rate or 0.0))
    return [
        f"{ACHIEVABLE[sort]:.2f}",
        sort.name,
        f"{found.hits} of {found.of} ({_percent(found.rate)})",
        _interval(found),
        bar.ljust(_BAR, "·"),
    ]


_YEAR = 252  # bars
_STEPS = (1.0, 1.5, 2.0)


def _lengths(found: Calibrated) -> Iterator[str]:
    """What is found on shorter and longer histories, where those were played."""
    if not found.lengths:
        return
    yield "## Shorter and longer histories"
    yield method.LENGTHS
    head = ["years", *(f"found at about {step:g}" for step in _STEPS)]
    rows = dict(sorted({**found.lengths, found.setting["bars"]: found.lines}.items()))
    yield table(head, [
        [f"{bars / _YEAR:.0f}", *(_hits(about(lines, step)) for step in _STEPS)]
        for bars, lines in rows.items()
    ])  # fmt: skip


def _hits(lines: Sequence[Line]) -> str:
    found = success(lines, failure=False)
    return f"{found.hits} of {found.of} ({_percent(found.rate)}; {_interval(found)})"


def verdict(of: Sequence[Target]) -> str:
    """The targets as a table, then in words which are met, and which are not."""
    head = ["measured", "wanted", "share", "95 % interval", "runs", "result"]
    rows = [
        [one.name, one.wanted, _percent(one.share.rate), _interval(one.share), f"{one.share.of}",
         one.result]
        for one in of
    ]  # fmt: skip
    return "\n\n".join(["## Verdict", table(head, rows), _in_words(of)])


def _in_words(of: Sequence[Target]) -> str:
    met = [one.name for one in of if one.result == MET]
    rest = [f"{one.name} ({one.result})" for one in of if one.result != MET]
    said = [f"Met: {'; '.join(met)}."] if met else ["No target is met."]
    said += [f"Not met: {'; '.join(rest)}."] if rest else ["All targets are met."]
    return method.filled(
        " ".join(said)
        + (
            f" A target is called met from {ENOUGH_NOISE:,} runs of noise, {ENOUGH_OF_A_KIND} of a "
            f"kind and {ENOUGH_PLANTED} of an effect on."
        )
    )


_HEAD = [
    "prices", "runs", "failed", "examined", "passed before the holdout", "95 %", "opened", "held",
    "SUCCESS", "95 %", "abandoned", "limit", "trials", "effective", "rounds",
]  # fmt: skip


def _row(one: Group) -> list[str]:
    return [
        one.name, f"{one.runs}", f"{one.failed}", f"{one.examined}",
        _counted(one.passed), _interval(one.passed), f"{one.opened}", f"{one.held}",
        _counted(one.success), _interval(one.success),
        f"{one.statuses.get('ABANDONED', 0)}", f"{one.statuses.get('MAX_ITERATIONS', 0)}",
        _number(one.trials), _number(one.effective), _number(one.rounds),
    ]  # fmt: skip


def _gates(lines: Sequence[Line]) -> Iterator[str]:
    yield "## Which gates decided"
    yield method.GATES
    for name, chosen in _chosen(lines):
        counts = gate_counts(chosen)
        if counts:
            yield f"### {name}"
            head = ["required gate", "judged", "missed", "missed alone", "not reached", "median"]
            yield table(head, [
                [one.gate, f"{one.judged}", f"{one.missed}", f"{one.alone}", f"{one.not_reached}",
                 _figure(one.value)]
                for one in counts
            ])  # fmt: skip


def _chosen(lines: Sequence[Line]) -> Iterator[tuple[str, list[Line]]]:
    noise = all_noise(lines)
    yield f"Noise, of {len(noise)} runs", noise
    for sort in sorted({sort_of(line) for line in lines if not is_noise(line)}):
        rows = [line for line in lines if sort_of(line) == sort]
        yield f"{sort.name}, of {len(rows)} runs", rows


def _failures(lines: Sequence[Line]) -> Iterator[str]:
    broken = [line for line in lines if failed(line)]
    if not broken:
        return
    yield "## Runs that failed"
    yield f"{len(broken)} of {len(lines)}. Each counts against the targets of its kind."
    rows = [
        [sort_of(line).name, f"{line['seed']}", method.plain(str(line["error"]))]
        for line in broken[:_SHOWN]
    ]
    yield table(["prices", "seed", "error"], rows)
    if len(broken) > _SHOWN:
        yield f"And {len(broken) - _SHOWN} more."


def _percent(value: float | None) -> str:
    return NOTHING if value is None else f"{100 * value:.1f} %"


def _interval(of: Share) -> str:
    return f"{100 * of.low:.1f} to {100 * of.high:.1f} %" if of.of else NOTHING


def _counted(of: Share) -> str:
    return f"{of.hits} ({_percent(of.rate)})" if of.of else NOTHING


def _number(value: float | None) -> str:
    return NOTHING if value is None else f"{value:,.0f}"


def _figure(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.3g}"
