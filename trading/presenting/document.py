"""A development as a download: a document in the reader's language, and a zip."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from config.desk.documents import FORMATS, Block, Document, Grid
from config.desk.spreadsheets import harmless
from trading.models import Backtest, GateOutcome, Strategy, StrategyDecision, Variant
from trading.presenting.code_names import ADVICE, parameter_word, word
from trading.presenting.gates import GateLine, Stage, stages
from trading.presenting.numbers import NONE, figure, number, p_value, parameter_value
from trading.presenting.series import dated, gained, months
from trading.presenting.trades import trade_rows, when
from trading.presenting.variant import rules
from trading.services.certificate import certificate_of
from trading.services.opening_marks import marks_of
from trading.services.replay import Replay
from trading.services.report import experiments_jsonl, findings_jsonl, trials_csv, variants_csv
from trading.services.terms import terms_of
from trading.services.trial_series import tried_parameters
from trading.services.wording import objective, reader_language, wording

SEGMENTS = ("train", "validation", "holdout")
FIGURES = ("sharpe_ratio", "buy_hold_sharpe", "annual_return", "volatility", "total_return",
           "max_drawdown", "win_rate", "profit_factor", "total_trades")  # fmt: skip


@dataclass(frozen=True)
class SegmentFigures:
    """A figure on each segment that was played; `values` is in the order of the segments."""

    name: str
    values: Sequence[float | None]


@dataclass(frozen=True)
class Judged:
    """A variant with its gates and figures, and what must be said of those on sealed bars."""

    variant: Variant
    gates: Sequence[GateOutcome]
    stages: Sequence[Stage]
    segments: Sequence[str]
    figures: Sequence[SegmentFigures]
    parameters: Mapping[str, object]
    rules: Sequence[str]
    marks: Sequence[str]


def judged(variants: Sequence[Variant]) -> list[Judged]:
    """The variants of `judged_variants`, ready to be shown."""
    marks = marks_of(variants)
    return [_judged(variant, marks.get(variant.pk, ())) for variant in variants]


def _judged(variant: Variant, marks: Sequence[str]) -> Judged:
    played = {row.segment: row for row in variant.backtests.all()}
    segments = [name for name in SEGMENTS if name in played]
    gates = list(variant.gates.all())
    return Judged(
        variant=variant,
        gates=gates,
        stages=stages(gates),
        segments=segments,
        figures=list(_figures([played[name] for name in segments])),
        parameters=variant.parameters,
        rules=rules(variant),
        marks=marks,
    )


def _figures(rows: Sequence[Backtest]) -> Iterator[SegmentFigures]:
    for name in FIGURES:
        yield SegmentFigures(name, [{**row.metrics, **vars(row)}.get(name) for row in rows])


MAX_FINDINGS = 200
"""Findings, significant ones first."""


def strategy_document(
    strategy: Strategy, context: dict[str, Any], variants: Sequence[Judged]
) -> Document:
    """The document of a development, from the context of its page and its judged variants."""
    decisions: list[StrategyDecision] = list(context["decisions"])
    made = max([strategy.created_at, *(row.created_at for row in decisions)])
    blocks = tuple(
        block
        for block in _blocks(strategy, context, variants, decisions)
        if block.paragraphs or block.points or block.grid
    )
    title = _("Strategy %(n)s: %(ticker)s") % {"n": strategy.pk, "ticker": strategy.ticker}
    return Document(title, reader_language(), made, blocks)


def _blocks(
    strategy: Strategy,
    context: dict[str, Any],
    variants: Sequence[Judged],
    decisions: Sequence[StrategyDecision],
) -> Iterator[Block]:
    verdict = context["verdict"]
    sentences = (
        [verdict.heading, wording(strategy).text] if strategy.final_message else [verdict.heading]
    )
    yield Block(_("Verdict"), tuple(sentences))
    yield Block(
        _("What was asked"), (objective(strategy).text,), tuple(_request_lines(strategy, context))
    )
    for one in variants:
        yield from _variant(one)
    yield Block(_("Trials"), points=tuple(_trials(context["trials"])))
    yield Block(_("Rounds"), grid=_rounds(context["rounds"], strategy))
    if research := context.get("research"):
        overall = research.overall
        yield Block(
            _("Research"),
            (wording(overall, strategy).text,) if overall else (),
            grid=_findings(research, strategy),
        )
    yield Block(_("Decisions"), points=tuple(_decision(row, strategy) for row in decisions))
    yield Block(_("Note"), (str(ADVICE),))


def _request_lines(strategy: Strategy, context: dict[str, Any]) -> Iterator[str]:
    dataset = strategy.dataset
    yield f"{_('data')}: {dataset}: {context['data']}; SHA-256 {dataset.sha256}; {dataset.source}"
    yield from (f"{fact.title}: {fact.text}" for fact in context["facts"])


def _variant(one: Judged) -> Iterator[Block]:
    variant = one.variant
    name = f"{variant.iteration}.{variant.index + 1} {wording(variant).text}"
    title = _("Variant %(name)s") % {"name": name}
    parameters = ", ".join(
        f"{parameter_word(name, variant.template)} {parameter_value(value)}"
        for name, value in one.parameters.items()
    )
    yield Block(title, (*one.marks, parameters), tuple(one.rules))
    head = (_("Figure"), *(word(segment, "segment") for segment in one.segments))
    rows = tuple(
        (word(line.name, "figure"), *(figure(value, line.name) for value in line.values))
        for line in one.figures
    )
    yield Block(_("Figures by segment"), grid=Grid(head, rows) if one.segments else None)
    yield Block(_("Gates"), grid=_gates(one))


def _gates(one: Judged) -> Grid | None:
    head = (_("Gate"), _("Segment"), _("Value"), _("asked for"), _("Result"))
    rows = tuple(
        (
            word(gate.name, "figure"),
            word(gate.segment, "segment"),
            line.value,
            line.threshold,
            _("passed") if gate.passed else _("not passed"),
        )
        for gate in one.gates
        for line in [GateLine(gate)]
    )
    return Grid(head, rows) if rows else None


def _trials(found: Any) -> Iterator[str]:
    yield _("parameter sets on real prices: %(own)s own, %(inherited)s inherited") % {
        "own": number(found.own, 0),
        "inherited": number(found.inherited, 0),
    }
    if found.luck is not None:
        yield _("Sharpe ratio that luck alone reaches in so many: %(luck)s") % {
            "luck": figure(found.luck)
        }


def _rounds(lines: Sequence[Any], strategy: Strategy) -> Grid | None:
    head = ("№", _("carried out"), _("best variant"), _("gate score"), _("Sharpe ratio"),
            _("decided"))  # fmt: skip
    rows = tuple(
        (
            str(line.row.number),
            word(line.row.action, "action"),
            wording(line.row.best_variant, strategy).text if line.row.best_variant else NONE,
            figure(line.row.best_score),
            figure(line.row.best_sharpe),
            word(line.row.next_action, "action"),
        )
        for line in lines
    )
    return Grid(head, rows) if rows else None


def _findings(research: Any, strategy: Strategy) -> Grid | None:
    head = (_("agent"), _("finding"), _("adjusted p"))
    rows = tuple(
        (line.agent, wording(line.row, strategy).text, p_value(line.adjusted))
        for card in research.cards
        for line in card.lines
    )
    return Grid(head, rows[:MAX_FINDINGS]) if rows else None


def _decision(row: StrategyDecision, strategy: Strategy) -> str:
    when = date_format(timezone.localtime(row.created_at), "SHORT_DATETIME_FORMAT")
    back = f" ({_('taken back at once')})" if row.withdrawn_at else ""
    after, source = row.get_after_display(), row.get_source_display()
    return f"{when}: {after} ({source}){back}. {wording(row, strategy).text}"


_ENDINGS = ("md", "docx")


def strategy_package(
    strategy: Strategy, document: Document, variants: Sequence[Judged], reader: Any
) -> dict[str, bytes]:
    """By path: a README, the document, what was asked with the data by their hash, each judged
    variant's spec, script and gates, all trials, findings and rounds, and the certificate.

    Prices are not among them: `data.json` names them by their hash. Raises Refusal where the
    development names no costs.
    """
    files = {f"report.{ending}": FORMATS[ending].write(document) for ending in _ENDINGS}
    files["data.json"] = _json(_data(strategy))
    for one in variants:
        files |= _variant_files(one.variant)
    files["trials.csv"] = "".join(trials_csv(strategy)).encode()
    files["variants.csv"] = "".join(variants_csv(strategy)).encode()
    files["findings.jsonl"] = "".join(findings_jsonl(strategy)).encode()
    files["experiments.jsonl"] = "".join(experiments_jsonl(strategy)).encode()
    if strategy.final_status:
        files["certificate.json"] = _json(certificate_of(strategy, reader))
    return {"README.md": _readme(strategy, list(files)).encode(), **files}


def _variant_files(variant: Variant) -> dict[str, bytes]:
    folder = f"variant-{variant.iteration}.{variant.index + 1}"
    return {
        f"{folder}/spec.json": _json(variant.spec),
        f"{folder}/strategy.py": variant.code.encode(),
        f"{folder}/gates.csv": _csv(OF_ROWS["gates"](variant)),
    }


def _data(strategy: Strategy) -> dict[str, Any]:
    dataset = strategy.dataset
    return {
        "ticker": dataset.ticker,
        "version": dataset.version,
        "sha256": dataset.sha256,
        "source": dataset.source,
        "licence": dataset.licence,
        "frequency": dataset.frequency,
        "bars": dataset.bars,
        "bars_per_year": dataset.bars_per_year,
        "from": (strategy.date_from or dataset.first_at.date()).isoformat(),
        "to": (strategy.date_to or dataset.last_at.date()).isoformat(),
        "auxiliary": [
            {"kind": row.kind, "version": row.version, "sha256": row.sha256}
            for row in strategy.auxiliary.order_by("kind")
        ],
        "seed": strategy.seed,
        "objective": strategy.objective,
        "limits": {
            "max_iterations": strategy.max_iterations,
            "max_strategy_iterations": strategy.max_strategy_iterations,
            "max_research_iterations": strategy.max_research_iterations,
            "variants": strategy.variants_wanted,
        },
        "gates": strategy.profile,
        **terms_of(strategy),
    }


def _readme(strategy: Strategy, paths: list[str]) -> str:
    lines = [
        "# Crivo: "
        + _("Strategy %(n)s: %(ticker)s") % {"n": strategy.pk, "ticker": strategy.ticker},
        "",
        *(f"- `{path}`: {_about(path)}" for path in paths),
        "",
        _("A script runs alone, with Python and backtesting.py, on a CSV of the prices:"),
        "",
        "    python strategy.py prices.csv",
        "",
        _("Crivo plays a spec on its own data, and recomputes a certificate:"),
        "",
        f"    crivo backtest spec.json --ticker {strategy.ticker}",
        "    crivo verify_certificate certificate.json",
        "",
    ]
    return "\n".join(lines)


def _about(path: str) -> str:
    lines = {
        "report": _("the verdict, what was asked, figures, gates, rounds and research"),
        "data": _("which prices, by their hash; limits, gates, costs and seed"),
        "trials": _("every parameter set that was tried"),
        "variants": _("all variants with their figures of train and validation"),
        "findings": _("what research found"),
        "experiments": _("a line a round"),
        "certificate": _("what the verdict rests on, with the hash over it"),
        "spec": _("the rules, as Crivo plays them"),
        "strategy": _("the same as a script that runs alone"),
        "gates": _("the gates of the variant and their results"),
    }
    return lines[path.rpartition("/")[2].partition(".")[0]]


def _csv(rows: Iterable[Iterable[Any]]) -> bytes:
    file = io.StringIO()
    csv.writer(file).writerows([harmless(cell) for cell in row] for row in rows)
    return file.getvalue().encode()


def _json(document: Any) -> bytes:
    text = json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False, default=str)
    return (text + "\n").encode()


# A variant's numbers as tables to download: full precision, ISO times, English column names.

Row = Iterable[Any]


def equity(replay: Replay) -> Iterator[Row]:
    """One line per bar."""
    yield ["time", "segment", "open", "high", "low", "close", "equity", "drawdown",
           "buy_hold_equity", "buy_hold_drawdown"]  # fmt: skip
    prices = replay.played.frame[["Open", "High", "Low", "Close"]].to_numpy()
    for part in replay.parts:
        curves = zip(part.equity, part.drawdown, part.hold, part.hold_drawdown, strict=True)
        for bar, curve in enumerate(curves, part.begin):
            time = when(replay.times[bar], replay.daily)
            yield [
                time,
                _segment(part.segment, replay),
                *map(float, prices[bar]),
                *map(float, curve),
            ]


def _segment(name: str, replay: Replay) -> str:
    """A segment's name; for a holdout that had been opened before, with the number of openings."""
    before = replay.openings_before if name == "holdout" else 0
    return f"{name} (opened before: {before})" if before else name


def trades(replay: Replay) -> Iterator[Row]:
    """One line per trade; `bars` from entry to exit, `return` net of both commissions."""
    yield ["number", "segment", "side", "entry_time", "exit_time", "entry_price", "exit_price",
           "size", "pnl", "return", "commission", "bars", "exit_reason"]  # fmt: skip
    for row in trade_rows(replay):
        trade = row.trade
        yield [row.number, _segment(row.segment, replay), row.side, when(row.entered, replay.daily),
               when(row.left, replay.daily), trade.entry_price, trade.exit_price, trade.size,
               trade.pnl, trade.return_pct, trade.commission, row.bars, trade.reason]  # fmt: skip


def monthly(replay: Replay) -> Iterator[Row]:
    """One line per year: its months, the total, buy-and-hold's, closed trades and commissions."""
    names = [f"{month:02}" for month in range(1, 13)]
    yield ["year", *names, "total", "buy_hold", "trades", "costs"]
    for row in months(replay, trade_rows(replay)).rows:
        yield [row.year, *(value for value, _heat in row.cells), row.total, row.hold, row.trades,
               row.costs]  # fmt: skip


def returns(replay: Replay) -> Iterator[Row]:
    """One line per bar with a return."""
    yield ["time", "return", "buy_hold_return"]
    both = zip(dated(replay), gained(replay), gained(replay, hold=True), strict=True)
    for time, own, market in both:
        yield [when(time, replay.daily), float(own), float(market)]


def parameters(variant: Variant) -> Iterator[Row]:
    """One line per parameter set of these rules that was tried on train."""
    tried = tried_parameters(variant=variant)
    names = list(tried.spec.parameters)
    yield [*names, "train_sharpe_ratio", "train_trades", "iteration", "chosen"]
    for one in tried.sets:
        values = [one.values.get(name) for name in names]
        yield [*values, one.sharpe, one.trades, one.iteration, int(one.chosen)]


def gates(variant: Variant) -> Iterator[Row]:
    """One line per gate."""
    names = ("name", "segment", "operator", "threshold", "soft", "weight", "required", "value",
             "margin", "score", "passed", "applicable", "reason")  # fmt: skip
    yield names
    for gate in variant.gates.order_by("id"):
        values = [getattr(gate, name) for name in names]
        yield [int(value) if isinstance(value, bool) else value for value in values]


OF_SERIES: dict[str, Callable[[Replay], Iterator[Row]]] = {
    "equity": equity, "trades": trades, "monthly": monthly, "returns": returns,
}  # fmt: skip
OF_ROWS: dict[str, Callable[[Variant], Iterator[Row]]] = {
    "parameters": parameters, "gates": gates,
}  # fmt: skip
