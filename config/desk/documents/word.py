"""An export as a Word document."""

from __future__ import annotations

import io
import re
import zipfile

import docx

from .archive import zipped
from .document import Document, Grid

# What XML 1.0 cannot hold (section 2.2).
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def word(document: Document) -> bytes:
    """The document as docx; the same document gives the same bytes."""
    made = docx.Document()
    about = made.core_properties
    about.title, about.author, about.comments = _clean(document.title), "Crivo", ""
    about.created = about.modified = document.made.replace(tzinfo=None)
    about.language = "pt-BR" if document.language == "pt" else "en"
    made.add_heading(_clean(document.title), 0)
    for block in document.blocks:
        made.add_heading(_clean(block.title), 1)
        for paragraph in block.paragraphs:
            made.add_paragraph(_clean(paragraph))
        for point in block.points:
            made.add_paragraph(_clean(point), style="List Bullet")
        if block.grid:
            _add_grid(made, block.grid)
    buffer = io.BytesIO()
    made.save(buffer)
    return _without_times(buffer.getvalue())


def _add_grid(made: docx.document.Document, grid: Grid) -> None:
    table = made.add_table(rows=1, cols=len(grid.head), style="Table Grid")
    for cell, text in zip(table.rows[0].cells, grid.head, strict=True):
        cell.paragraphs[0].add_run(_clean(text)).bold = True
    for row in grid.rows:
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = _clean(text)


def _clean(text: str) -> str:
    return _NO_XML.sub("", text)


def _without_times(package: bytes) -> bytes:
    """The package with the times of its parts taken out: they are those of the writing."""
    with zipfile.ZipFile(io.BytesIO(package)) as old:
        return zipped({part.filename: old.read(part) for part in old.infolist()})
