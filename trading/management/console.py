"""A development as plain text: its progress node by node, its result, decisions on it; and JSON
documents given to a command."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser, OutputWrapper
from django.utils.translation import get_language, gettext, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from config.runs.console import ROW_ID, whole_number
from config.runs.decision_subjects import Option, Subject, TypedDecision
from config.runs.models import Run
from trading.domain.broker import ASKED
from trading.domain.gates import NOT_REACHED
from trading.domain.limits import BOUNDS, limit_options
from trading.evidence.answer import REASONS
from trading.presenting.code_names import word
from trading.services.decide import (
    EXTENDABLE,
    abandon_strategy,
    accept_variant,
    extend_limits,
    send_back,
)
from trading.services.report import strategy_report
from trading.services.wording import signs_closed

MOST_BYTES = 1_000_000


def typed_document(option: str, text: str) -> dict[str, Any]:
    """A JSON object as typed, or from the file with that name. Raises CommandError."""
    return _parsed(option, text) if text.lstrip().startswith("{") else read_document(option, text)


def read_document(option: str, name: str) -> dict[str, Any]:
    """The JSON object in a file; `-` is stdin. Raises CommandError that names the option."""
    try:
        data = sys.stdin.buffer.read(MOST_BYTES + 1) if name == "-" else _bytes(Path(name))
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise CommandError(f"{option}: {name}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise CommandError(
            _("%(option)s: byte %(at)s is not UTF-8") % {"option": option, "at": error.start + 1}
        ) from error
    if len(data) > MOST_BYTES:
        raise CommandError(
            _("%(option)s: larger than %(limit)s bytes") % {"option": option, "limit": MOST_BYTES}
        )
    return _parsed(option, text)


def _bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


def _parsed(option: str, text: str) -> dict[str, Any]:
    try:
        document = json.loads(text)
    except ValueError as error:
        raise CommandError(
            _("%(option)s: not JSON: %(reason)s") % {"option": option, "reason": error}
        ) from error
    except RecursionError as error:
        raise CommandError(_("%(option)s: nested too deeply") % {"option": option}) from error
    if not isinstance(document, dict):
        raise CommandError(_("%(option)s: expected a JSON object") % {"option": option})
    return document


# The commands' options for a broker's terms.

TERMS = ASKED


def add_terms(parser: CommandParser) -> None:
    """`--spread`, `--margin` and `--borrow`; None where not given."""
    for name, help_text in (
        ("spread", _("a fraction of the price that each entry pays, slippage included")),
        ("margin", _("the part of a position that must be one's own: 0.5 allows twice the equity")),
        ("borrow", _("the fee a year for units sold short, a fraction of their value")),
    ):
        parser.add_argument(f"--{name}", type=float, metavar="FRACTION", help=help_text)


Update = Mapping[str, Any]


def text_language() -> str:
    """The language of a development when none is given: that of the command."""
    return "pt" if (get_language() or "en").startswith("pt") else "en"


def progress(stream: OutputWrapper) -> Callable[[str, Update], None]:
    """Prints a line or two for each node that has ended."""

    def show(node: str, update: Update) -> None:
        for line in _LINES[node](update):
            stream.write(line, style_func=str)
        stream.flush()

    return show


def _research(update: Update) -> Iterator[str]:
    sheets = [update[f"{name}_fact_sheet"] for name in ("technical", "fundamental", "sentiment")]
    yield _(
        "research %(round)s: %(seen)s of %(of)s agents had data; confidence %(confidence).2f"
    ) % {
        "round": update["research_iteration"],
        "seen": sum(sheet["coverage"]["with_data"] for sheet in sheets),
        "of": sum(sheet["coverage"]["of"] for sheet in sheets),
        "confidence": update["research_confidence"],
    }
    yield f"    {signs_closed(update['research_synthesis'])}"


def _design(update: Update) -> Iterator[str]:
    yield _("iteration %(number)s: %(why)s") % {
        "number": update["current_iteration"],
        "why": update["strategy_rationale"],
    }


def _backtest(update: Update) -> Iterator[str]:
    yield f"    {update['backtest_summary']}"


def _gate(update: Update) -> Iterator[str]:
    yield f"    {update['decision_reasoning']}"


_LINES: Mapping[str, Callable[[Update], Iterator[str]]] = {
    "research_swarm": _research,
    "strategy_dev": _design,
    "parallel_backtest": _backtest,
    "quality_gate": _gate,
}


def as_text(report: Mapping[str, Any]) -> str:
    """The request, the findings and the decision, with the gates of the best variant."""
    return "\n".join(_text(report))


def _text(report: Mapping[str, Any]) -> Iterator[str]:
    yield _("strategy %(id)s for %(ticker)s: %(objective)s") % {
        "id": report["id"],
        "ticker": report["ticker"],
        "objective": report["user_objective"],
    }
    for sheet in ("technical", "fundamental", "sentiment"):
        yield f"  {report[f'{sheet}_fact_sheet']['text']}"
    yield ""
    for entry in report["iteration_history"]:
        yield "  " + _iteration(entry)
    index = report["best_variant_index"]
    if index is not None:
        yield from _variant(report, index)
    if report["trial_ledger"]:
        yield _trials(report["trial_ledger"])
    yield f"\n  => {report['final_status']}. {report['final_message']}"
    if report.get("more_room"):
        options = f"--extend {report['id']} {limit_options(report['more_room'])}"
        yield "  " + _("to let it go on: %(command)s") % {"command": f"manage.py develop {options}"}
    yield from _marks(report)


def _marks(report: Mapping[str, Any]) -> Iterator[str]:
    """The marks that must stand beside all results, then beside those on sealed bars."""
    for mark in report["data"].get("marks", ()):
        yield f"  ! {mark}"
    yield from holdout_marks(report)


def holdout_marks(report: Mapping[str, Any]) -> Iterator[str]:
    """The mark for results on sealed bars that were opened before."""
    if "holdout_mark" in report:
        yield f"  ! {report['holdout_mark']}"
    for look in report.get("second_looks", ()):
        sharpe = _number(look["metrics"].get("sharpe_ratio"))
        hold = _number(look["metrics"].get("buy_hold_sharpe"))
        yield f"  ! {look['variant_name']}: " + _(
            "Sharpe ratio %(sharpe)s, of buying and holding %(hold)s"
        ) % {"sharpe": sharpe, "hold": hold}
        yield f"    {look['mark']}"


def _iteration(entry: Mapping[str, Any]) -> str:
    return _(
        "%(number)s  %(action)s -> %(next)s: %(best)s, score %(score)s, Sharpe ratio %(sharpe)s"
    ) % {
        "number": entry["iteration"],
        "action": entry["action_taken"],
        "next": entry["next_action"],
        "best": entry["best_variant"] or "-",
        "score": _number(entry["best_score"]),
        "sharpe": _number(entry["best_sharpe"]),
    }


def _variant(report: Mapping[str, Any], index: int) -> Iterator[str]:
    variant = report["strategy_variants"][index]
    yield "\n  " + _("best of the last round: %(name)s") % {"name": variant["name"]}
    result = report["backtest_results"][index]
    yield "    " + _("on validation: Sharpe ratio %(sharpe)s, of buying and holding %(hold)s") % {
        "sharpe": _number(result.get("sharpe_ratio")),
        "hold": _number(result.get("buy_hold_sharpe")),
    }
    yield from _gates(report["quality_gate_results"][index]["criteria"])
    if report["holdout"]:
        yield from _holdout(report["holdout"], report["gates"])


def _gates(gates: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    unreached = 0
    for gate in gates:
        judged = gate.get("judged", True)
        mark = "+" if gate["passed"] else "?" if not judged else "x" if gate["required"] else "-"
        if gate.get("reason") == NOT_REACHED:
            unreached += 1
            continue
        yield (
            "    "
            + _("%(mark)s %(name)s on %(segment)s: %(value)s (%(operator)s %(threshold)s)")
            % {
                "mark": mark,
                "name": gate["name"],
                "segment": gate["segment"],
                "value": _number(gate["value"]),
                "operator": gate["operator"],
                "threshold": _number(gate["threshold"]),
            }
            + _why(gate)
        )
    if unreached:
        yield "    " + _("gates not reached, as those before them were not passed: %(count)s") % {
            "count": unreached
        }


def _holdout(holdout: Mapping[str, Any], figures: Mapping[str, Any]) -> Iterator[str]:
    yield "    " + _(
        "sealed holdout: Sharpe ratio %(sharpe)s, probability above zero %(psr)s, deepest "
        "drawdown %(drawdown)s"
    ) % {
        "drawdown": _number(holdout["metrics"].get("max_drawdown")),
        "sharpe": _number(holdout["metrics"]["sharpe_ratio"]),
        "psr": _number(holdout["psr"]),
    }
    hold = holdout["metrics"].get("buy_hold_sharpe")
    yield f"    {word('buy_hold_sharpe', 'figure')}: {_number(hold)}"
    if (p := holdout.get("combined_p")) is not None:
        yield "    " + _(
            "with the bars out of sample, luck of all tries shows as much with a probability "
            "of %(p)s; at most %(error)s is allowed"
        ) % {"p": f"{p:.4f}", "error": f"{figures['final_error']:g}"}
    if dropped := holdout.get("dropped"):
        yield "    " + ngettext(
            "%(n)s entry could not be paid for with the cash.",
            "%(n)s entries could not be paid for with the cash.",
            dropped,
        ) % {"n": dropped}


def _why(gate: Mapping[str, Any]) -> str:
    """The reason why a gate's figure has no value, after a comma; "" where there is one."""
    reason = REASONS.get(gate.get("reason", ""), "")
    if gate["value"] is not None or not reason:
        return ""
    try:
        why = _(reason) % gate.get("details", {})
    except KeyError:  # a value that the sentence needs is missing
        why = _("not known")
    return ", " + (why if gate.get("judged", True) else _("not judged: %(why)s") % {"why": why})


def _trials(ledger: Mapping[str, Any]) -> str:
    return "  " + _(
        "%(raw)s trials, %(effective)s of them independent: without any skill the best would show "
        "a Sharpe ratio of %(luck)s on train"
    ) % {
        "raw": ledger["raw"],
        "effective": ledger["effective"],
        "luck": _number(ledger["luck"]),
    }


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    if float(value).is_integer():
        return f"{value + 0:g}"
    return f"{round(value, 2) + 0.0:.2f}"  # no minus before a zero: -0.0 + 0.0 is 0.0


# Datasets as text.


def prices_as_text(report: dict[str, Any]) -> str:
    """A price dataset as text: its extent, segments and warnings."""
    return "\n".join(_prices(report))


def rows_as_text(report: dict[str, Any]) -> str:
    """An auxiliary dataset as text."""
    head = _("%(ticker)s %(kind)s v%(version)s: %(rows)s rows, %(from)s to %(to)s") % report
    return "\n".join([head, *_origin(report), *_repeated(report)])


def _prices(report: dict[str, Any]) -> Iterator[str]:
    adjusted = _("adjusted") if report["adjusted"] else _("not adjusted")
    yield _(
        "%(ticker)s v%(version)s: %(bars)s bars of %(frequency)s, %(from)s to %(to)s, %(adjusted)s"
    ) % {**report, "adjusted": adjusted}
    yield "  " + report["calendar"]["message"]
    if report["timezone"]:
        yield "  " + _("times are those of %(timezone)s") % report
    yield from _origin(report)
    names = {
        "train": _("train"),
        "validation": _("validation"),
        "holdout": _("sealed holdout"),
    }
    for name, segment in report["segments"].items():
        bars = _("%(bars)s bars") % segment
        yield f"  {names[name]:<16}{segment['from']} – {segment['to']}  {bars}"
    for warning in report["warnings"]:
        yield "  " + _("warning: %(message)s") % warning
    yield from _repeated(report)


def _origin(report: dict[str, Any]) -> Iterator[str]:
    yield "  " + _("source: %(source)s") % report
    if report["licence"]:
        yield "  " + _("licence: %(licence)s") % report
    yield f"  sha256: {report['sha256']}"


def _repeated(report: dict[str, Any]) -> Iterator[str]:
    if not report.get("created", True):
        yield "  " + _("nothing new: the same content is stored as this version already")


def decide(typed: TypedDecision) -> Run | None:
    """Carry out the decision; or return the run that continues the development."""
    who: dict[str, Any] = {"strategy_id": typed.number, "user": typed.user, "actor": typed.actor}
    if typed.outcome == "again":
        return send_back(guidance=typed.reason, wake=False, **who)
    if typed.outcome == "extend":
        if not typed.options:
            raise CommandError(gettext("extend needs a limit: --max-iterations N"), returncode=2)
        return extend_limits(limits=typed.options, reason=typed.reason, wake=False, **who)
    if typed.outcome == "abandon":
        abandon_strategy(reason=typed.reason, **who)
        return None
    if "variant" not in typed.options:
        raise CommandError(gettext("accept needs the variant: --variant N"), returncode=2)
    accept_variant(variant_id=typed.options["variant"], reason=typed.reason, **who)
    return None


def report(number: int) -> dict[str, Any]:
    return strategy_report(strategy_id=number)


def decision_text(report: dict[str, Any]) -> str:
    """The decisions on a strategy, newest last, and the results of its gates."""
    return "\n".join(_lines(report))


def _lines(report: dict[str, Any]) -> Iterator[str]:
    yield gettext("strategy %(id)s for %(ticker)s: %(objective)s") % {
        "id": report["id"],
        "ticker": report["ticker"],
        "objective": report["user_objective"],
    }
    for row in report["decisions"]:
        mark = "=>" if row["current"] else "  "
        named = f" [{row['variant']}: {row['variant_name']}]" if row["variant"] else ""
        yield f"  {mark} {row['after']} ({row['source']}{_by(row)}){named}. {row['reason']}"
    yield from holdout_marks(report)


def _by(row: dict[str, Any]) -> str:
    return f": {row['who']}" if row["who"] else ""


def _limits() -> Iterator[Option]:
    for name in EXTENDABLE:
        low, high = BOUNDS[name]
        yield Option(
            name, gettext_lazy("a higher limit"), ("extend",), type=whole_number(low, high)
        )


STRATEGY = Subject(
    kind="strategy",
    title=gettext_lazy("strategy"),
    outcomes={
        "accept": gettext_lazy(
            "accept a variant, also against its gates; choose it with --variant"
        ),
        "abandon": gettext_lazy("give it up"),
        "again": gettext_lazy("one more round of design, with the reason as guidance"),
        "extend": gettext_lazy("let it go on under higher limits"),
    },
    decide=decide,
    report=report,
    as_text=decision_text,
    options=(
        Option(
            "variant",
            gettext_lazy("the number of the variant"),
            ("accept",),
            type=ROW_ID,
        ),
        *_limits(),
    ),
)
