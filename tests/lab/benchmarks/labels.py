"""What parts and figures are called in words."""

from __future__ import annotations

from django.utils.translation import gettext as _


def part(name: str) -> str:
    return {
        "develop": _("a development"),
        "grid": _("a grid with stored trials"),
        "research": _("research that waits"),
        "calls": _("research that asks a model"),
        "bars": _("a million bars"),
        "evidence": _("evidence by resampling"),
        "lists": _("pages of 100,000 hypotheses"),
        "recall": _("recall of lessons"),
    }[name]


def figure(part: str, name: str) -> str:
    return _of_parts()[part][name]


def _of_parts() -> dict[str, dict[str, str]]:
    return {
        "develop": {
            "seconds": _("wall time"),
            "peak_memory": _("peak memory of all its processes"),
            "processes": _("processes"),
            "iterations": _("iterations"),
            "trials": _("trials"),
        },
        "grid": {
            "ratio": _("sets a second, times those of Backtest.optimize"),
            "sets_a_second": _("sets a second"),
            "optimize_sets_a_second": _("sets a second of Backtest.optimize"),
            "sets": _("sets"),
        },
        "research": {
            "ratio": _("wall time, times the critical path"),
            "milliseconds": _("wall time"),
            "critical_path": _("critical path, with graph and ledger"),
            "waiting_and_computing": _("of which waiting and computing"),
            "findings": _("findings stored"),
        },
        "calls": {
            "ratio": _("wall time, times the critical path alone"),
            "own_ratio": _("wall time, times the longest chain of its own steps"),
            "milliseconds": _("wall time"),
            "critical_path": _("critical path alone, with graph, ledger and client"),
            "own_path": _("longest chain of its own steps"),
            "a_call": _("wall time of each further call"),
            "calls": _("calls stored"),
        },
        "bars": {
            "ratio": _("time a bar, times that on a tenth of the bars"),
            "nanoseconds_a_bar": _("time a bar"),
            "seconds": _("wall time"),
            "bars": _("bars"),
        },
        "evidence": {
            "seconds": _("wall time"),
            "ratio": _("times faster than the plain way"),
            "pbo": _("of which the probability of overfitting"),
            "bootstrap": _("of which the bootstrap"),
            "permutation": _("of which the permuted backtests"),
            "plain": _("wall time of the plain way, counted up"),
        },
        "lists": _of_lists(),
        "recall": _of_recall(),
    }


def _of_lists() -> dict[str, str]:
    return {
        "ratio": _("processor time of the first page, times that of a plain page"),
        "plain": _("a plain page: 50 rows and their number, by Django"),
        "first": _("hypotheses, the first page"),
        "deep": _("hypotheses, a late page"),
        "status": _("hypotheses of one status"),
        "words": _("hypotheses with some words"),
        "search": _("search over everything"),
        "inbox": _("inbox"),
        "admin": _("admin: hypotheses"),
        "admin_status": _("admin: hypotheses of one status"),
        "admin_versions": _("admin: versions"),
        "admin_gaps": _("admin: gaps"),
        "admin_runs": _("admin: runs"),
        "rows": _("hypotheses"),
    }


def _of_recall() -> dict[str, str]:
    ways = {"fulltext": _("by words"), "vectors": _("by meaning")}
    kinds = {
        "same": _("asked in the same language"),
        "cross": _("asked in the other language"),
        "apart": _("asked in words that share none"),
    }
    told = {name: _("recall at 5, %(way)s") % {"way": way} for name, way in ways.items()}
    told |= {
        f"{name}_{kind}": f"{told[name]}: {said}" for name in ways for kind, said in kinds.items()
    }
    return told | {"lessons": _("lessons"), "questions": _("questions")}
