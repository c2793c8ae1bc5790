"""A development with all that it takes to play it again, as the files of a zip."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from config.desk.documents import FORMATS, Document
from config.desk.spreadsheets import harmless
from trading.models import Strategy, Variant
from trading.presenting.document import Judged
from trading.presenting.tables import OF_ROWS
from trading.services.certificate import certificate_of
from trading.services.exports import experiments_jsonl, findings_jsonl, trials_csv, variants_csv
from trading.services.terms import terms_of

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
        files |= _variant(one.variant)
    files["trials.csv"] = "".join(trials_csv(strategy)).encode()
    files["variants.csv"] = "".join(variants_csv(strategy)).encode()
    files["findings.jsonl"] = "".join(findings_jsonl(strategy)).encode()
    files["experiments.jsonl"] = "".join(experiments_jsonl(strategy)).encode()
    if strategy.final_status:
        files["certificate.json"] = _json(certificate_of(strategy, reader))
    return {"README.md": _readme(strategy, list(files)).encode(), **files}


def _variant(variant: Variant) -> dict[str, bytes]:
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
        _("A spec is played by Crivo on its own data, and a certificate is computed anew:"),
        "",
        f"    crivo backtest spec.json --ticker {strategy.ticker}",
        "    crivo verify_certificate certificate.json",
        "",
    ]
    return "\n".join(lines)


def _about(path: str) -> str:
    said = {
        "report": _("the verdict, what was asked, figures, gates, rounds and research"),
        "data": _("which prices, by their hash; limits, gates, costs and seed"),
        "trials": _("every parameter set that was tried"),
        "variants": _("all variants with their figures of train and validation"),
        "findings": _("what research found"),
        "experiments": _("a line a round"),
        "certificate": _("what the verdict rests on, with the hash over it"),
        "spec": _("the rules, as Crivo plays them"),
        "strategy": _("the same as a script that runs alone"),
        "gates": _("what the variant was held against"),
    }
    return said[path.rpartition("/")[2].partition(".")[0]]


def _csv(rows: Iterable[Iterable[Any]]) -> bytes:
    file = io.StringIO()
    csv.writer(file).writerows([harmless(cell) for cell in row] for row in rows)
    return file.getvalue().encode()


def _json(document: Any) -> bytes:
    text = json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False, default=str)
    return (text + "\n").encode()
