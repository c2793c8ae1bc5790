"""A hypothesis as a file that its author takes along: Markdown, Word, LaTeX."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .document import Document
from .latex import latex
from .markdown import markdown
from .word import word


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file: its media type, and what writes it."""

    media_type: str
    write: Callable[[Document], bytes]


FORMATS: dict[str, Format] = {
    "md": Format("text/markdown; charset=utf-8", markdown),
    "docx": Format("application/vnd.openxmlformats-officedocument.wordprocessingml.document", word),
    "tex": Format("application/x-tex; charset=utf-8", latex),
}
"""By the ending of the file's name."""
