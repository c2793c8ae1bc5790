"""Tables that read well as plain text and are Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from .measure import Proportion

NOTHING = "–"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns padded to their widest cell; the last line ends without a line break."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = [head, ["-" * width for width in widths], *rows]
    return "\n".join(
        "| "
        + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        + " |"
        for line in lines
    )


def share(value: Proportion) -> str:
    return NOTHING if value.share is None else f"{value.share:.3f}"


def counted(value: Proportion) -> str:
    """`0.873 (96/110)`."""
    return NOTHING if value.share is None else f"{share(value)} ({value.hits}/{value.total})"


def interval(value: Proportion) -> str:
    """`0.798 to 0.923`."""
    if value.interval is None:
        return NOTHING
    low, high = value.interval
    return f"{low:.3f} to {high:.3f}"
