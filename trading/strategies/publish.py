"""Writing what docs/ tells of specs from the code: `python -m trading.strategies.publish docs`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path

from trading.strategies.indicators import KINDS
from trading.strategies.indicators.kinds import IndicatorKind
from trading.strategies.parse import json_schema
from trading.strategies.templates import TEMPLATES

SCHEMA_FILE = "strategy-spec.schema.json"
PAGE_FILE = "strategies.md"


def schema_text() -> str:
    """The published JSON schema."""
    return json.dumps(json_schema(), indent=1, ensure_ascii=False) + "\n"


def tables() -> dict[str, str]:
    """The tables of the page, by name."""
    return {"indicators": indicator_table(), "templates": template_table()}


def indicator_table() -> str:
    """A row an indicator: kind, arguments with defaults, outputs, look-back, formula, source."""
    head = ("kind", "arguments (default)", "outputs", "look-back", "what it is", "source")
    return _table(head, (_indicator_row(kind) for kind in KINDS.values()))


def _indicator_row(kind: IndicatorKind) -> tuple[str, ...]:
    numbers = kind.defaults
    own = [f"{name} (that of the prices)" for name in kind.arguments if name not in numbers]
    source = ["source (close)"] if "source" in kind.inputs else []
    arguments = [f"{name} ({default:g})" for name, default in numbers.items()]
    outputs = "" if kind.outputs == ("value",) else ", ".join(kind.outputs)
    defaults = {name: int(value) for name, value in numbers.items()}
    return (
        f"`{kind.name}`",
        ", ".join(source + arguments + own),
        outputs,
        str(kind.lookback(**defaults)),
        kind.formula,
        kind.reference,
    )


def template_table() -> str:
    """A row a template: kind, family, name, parameters, source."""
    head = ("kind", "family", "what it is", "trades", "parameters", "source")
    rows = []
    for found in TEMPLATES:
        spec = found.make()
        parameters = ", ".join(f"{name} {value:g}" for name, value in spec.values.items())
        side = "long and short" if spec.direction == "both" else spec.direction
        rows.append((f"`{found.kind}`", found.family, found.name, side, parameters, found.source))
    return _table(head, rows)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(
        "| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines
    )


def page_text(page: str) -> str:
    """A page with its tables, each after a line such as `<!-- templates -->`, made anew."""
    for name, table in tables().items():
        start, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        before, rest = page.split(start, 1)
        page = f"{before}{start}{table}\n{end}{rest.split(end, 1)[1]}"
    return page


def main(folder: Path) -> None:
    """Write the schema and the tables of the page into a folder of documents."""
    (folder / SCHEMA_FILE).write_text(schema_text(), encoding="utf-8")
    page = folder / PAGE_FILE
    page.write_text(page_text(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
