"""An export as Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from config.text.markup import escaped

from .document import Block, Document, Grid


def markdown(document: Document) -> bytes:
    """The document in UTF-8; texts of people are escaped and never markup."""
    lines = [f"# {_line(document.title)}"]
    for block in document.blocks:
        lines += ["", f"## {_line(block.title)}", *_under(block)]
    return ("\n".join(lines) + "\n").encode()


def _under(block: Block) -> Iterator[str]:
    for paragraph in block.paragraphs:
        yield ""
        yield from (f"> {escaped(line)}".rstrip() for line in paragraph.splitlines())
    if block.points:
        yield ""
        yield from (f"- {_line(point)}" for point in block.points)
    if block.grid:
        yield ""
        yield from _grid(block.grid)


def _grid(grid: Grid) -> Iterator[str]:
    yield f"| {' | '.join(_line(each) for each in grid.head)} |"
    yield f"|{' --- |' * len(grid.head)}"
    for row in grid.rows:
        yield f"| {' | '.join(_line(each) for each in row)} |"


def _line(text: str) -> str:
    """In one line, as a heading, a point or a cell needs it."""
    return escaped(" ".join(text.split()))
