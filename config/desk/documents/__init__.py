"""A document as a file that a person takes along: Markdown, Word, LaTeX, PDF; and many in a zip."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from config.desk.documents.document import latex, markdown, word, zipped

from .document import Block, Document, Grid

__all__ = ["FORMATS", "Block", "Document", "Format", "Grid", "zipped"]


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file: its media type, and what writes it."""

    media_type: str
    write: Callable[[Document], bytes]


def _pdf(document: Document) -> bytes:
    from .pdf import pdf  # its fonts are read when somebody asks for one

    return pdf(document)


FORMATS: dict[str, Format] = {
    "md": Format("text/markdown; charset=utf-8", markdown),
    "docx": Format("application/vnd.openxmlformats-officedocument.wordprocessingml.document", word),
    "pdf": Format("application/pdf", _pdf),
    "tex": Format("application/x-tex; charset=utf-8", latex),
}
"""By the ending of the file's name."""
