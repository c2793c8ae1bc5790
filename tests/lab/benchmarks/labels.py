"""What parts and figures are called in words."""

from __future__ import annotations

from django.utils.translation import gettext as _


def part(name: str) -> str:
    return {
        "starts": _("starting"),
        "serving": _("serving"),
        "develop": _("a development"),
        "pickup": _("taking a run up"),
        "refinements": _("refinements"),
        "grid": _("a grid with stored trials"),
        "research": _("research that waits"),
        "calls": _("research that asks a model"),
        "bars": _("a million bars"),
        "evidence": _("evidence by resampling"),
        "lists": _("pages of 100,000 hypotheses"),
        "model_calls": _("what a development asks a model"),
        "recall": _("recall of lessons"),
    }[name]


def figure(part: str, name: str) -> str:
    return _of_parts()[part][name]


def _of_parts() -> dict[str, dict[str, str]]:
    return {
        "starts": _of_starts(),
        "serving": _of_serving(),
        "develop": {
            "cold_cpu": _("processor time, cold"),
            "warm_cpu": _("processor time with the engine compiled"),
            "cold_seconds": _("wall time, cold"),
            "warm_seconds": _("wall time with the engine compiled"),
            "cold_memory": _("peak memory of all its processes, cold"),
            "warm_memory": _("peak memory of all its processes, with the engine compiled"),
            "processes": _("processes"),
            "iterations": _("iterations"),
            "trials": _("trials"),
        },
        "pickup": {
            "p95": _("from commit to claim, 95 of 100 runs"),
            "p50": _("from commit to claim, half of the runs"),
            "runs": _("runs"),
        },
        "refinements": _of_refinements(),
        "grid": {
            "ratio": _("sets a processor second, times those of Backtest.optimize"),
            "sets_a_second": _("sets a processor second, with rows"),
            "by_clock": _("sets a second by the clock, with rows"),
            "optimize_sets_a_second": _("sets a processor second of Backtest.optimize"),
            "kept_sets_a_second": _(
                "sets a processor second of backtesting.py by processes that stay"
            ),
            "screened": _("one set without rows, in one process"),
            "bare_loop": _("one set by a loop of numba"),
            "vectorbt": _("one set by vectorbt"),
            "times_vectorbt": _("sets a second with rows, times those of vectorbt"),
            "screened_times_vectorbt": _("sets a second without rows, times those of vectorbt"),
        },
        "model_calls": {
            "calls": _("calls"),
            "tokens": _("tokens sent"),
            "stored": _("calls stored"),
            "iterations": _("iterations"),
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


def _of_starts() -> dict[str, str]:
    names = {"help": "--help", "datasets": "datasets", "assess": "assess", "refine": "refine"}
    told = {
        name: _("%(command)s, times a bare Django") % {"command": command}
        for name, command in names.items()
    }
    told |= {
        f"{name}_ms": _("%(command)s, processor time") % {"command": command}
        for name, command in names.items()
    }
    return told | {"bare_ms": _("a bare Django, processor time")}


def _of_serving() -> dict[str, str]:
    return {
        "ratio": _("first page by the clock, times a bare Django"),
        "cpu_ratio": _("first page in processor time, times a bare Django"),
        "seconds": _("first page by the clock"),
        "bare_seconds": _("first page of a bare Django by the clock"),
        "cpu": _("first page, processor time of all processes"),
        "bare_cpu": _("first page of a bare Django, processor time"),
        "memory": _("memory of all processes, idle"),
        "idle": _("processor while idle"),
        "processes": _("processes"),
        "a_second": _("requests a second, four at once"),
        "p95": _("time of 95 of 100 requests, four at once"),
        "request_cpu": _("processor time of a request"),
    }


def _of_refinements() -> dict[str, str]:
    told: dict[str, str] = {}
    for engine, name in (("sqlite", "SQLite"), ("postgresql", "PostgreSQL")):
        told |= {
            f"{engine}_one": _("a second by one worker, %(database)s") % {"database": name},
            f"{engine}_two": _("a second by two workers, %(database)s") % {"database": name},
            f"{engine}_ratio": _("two workers, times one, %(database)s") % {"database": name},
            f"{engine}_cpu": _("processor time of one by one worker, %(database)s")
            % {"database": name},
            f"{engine}_cpu_two": _("processor time of one by two workers, %(database)s")
            % {"database": name},
            f"{engine}_busy": _("processors busy with two workers, %(database)s")
            % {"database": name},
        }
    return told | {
        "graph": _("a second by the graph alone"),
        "graph_saved": _("a second by the graph with LangGraph's SQLite saver"),
        "graph_cpu": _("processor time of one by the graph alone"),
    }


def _of_lists() -> dict[str, str]:
    told = _pages()
    ratios = {
        f"{name}_ratio": _("%(page)s, times a plain page") % {"page": page}
        for name, page in told.items()
    }
    return told | ratios


def _pages() -> dict[str, str]:
    return {
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
