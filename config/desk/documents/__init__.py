"""A document as a file to download: Markdown, Word, LaTeX, PDF; and many files in a zip."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from config.text.validation import escaped

if TYPE_CHECKING:
    import docx


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: the heads of its columns, and its rows."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Block:
    """A heading and the content below it: paragraphs, list items, a table."""

    title: str
    paragraphs: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    grid: Grid | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A title and blocks; texts are plain, each format escapes them. `made` is the time of the
    last change."""

    title: str
    language: str
    made: datetime
    blocks: tuple[Block, ...]


# Many files in one zip; the same files give the same bytes.

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip can hold: with the real time each file would differ."""


def zipped(files: Mapping[str, bytes]) -> bytes:
    """The files by their paths in the zip, in their order."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        for path, content in files.items():
            made.writestr(zipfile.ZipInfo(path, EPOCH), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


# Export as Markdown.


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


# Export as a Word document.

# Characters that XML 1.0 cannot hold (section 2.2).
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def word(document: Document) -> bytes:
    """The document as docx; the same document gives the same bytes."""
    import docx  # an optional package, needed for Word files only

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
    """The package without the times of its parts, which are those of writing."""
    with zipfile.ZipFile(io.BytesIO(package)) as old:
        return zipped({part.filename: old.read(part) for part in old.infolist()})


# Export as a LaTeX article: for pdfLaTeX; for XeLaTeX or LuaLaTeX where scripts are mixed.

# Characters that LaTeX reads as commands or sets as others; brackets, since they begin an option.
_SIGNS = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "$": r"\$",
        "&": r"\&",
        "#": r"\#",
        "%": r"\%",
        "_": r"\_",
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"\textquotedbl{}",
        "`": r"\textasciigrave{}",
        "'": r"\textquotesingle{}",
        "-": "-{}",
        "[": "{[}",
        "]": "{]}",
        # Invisible characters, and Greek letters and signs in a plain font.
        "\u200b": "",
        "\ufeff": "",
        "\u00a0": "~",
        "→": r"\(\rightarrow\)",
        "–": r"\textendash{}",
        "“": r"\textquotedblleft{}",
        "”": r"\textquotedblright{}",
    }
)
_HEAD = r"""\documentclass{article}
\usepackage{iftex}
\ifPDFTeX
  \usepackage[T1]{fontenc}
  \usepackage{textcomp}
\else
  \usepackage{fontspec}
\fi
\usepackage[%s]{babel}
\usepackage{longtable}
\setlength{\parindent}{0pt}
\setlength{\parskip}{0.6em}
"""


def latex(document: Document) -> bytes:
    """The document in UTF-8; texts of people are escaped and never commands."""
    language = "brazilian" if document.language == "pt" else "english"
    lines = [
        _HEAD % language,
        rf"\title{{{_latex_line(document.title)}}}",
        r"\date{}",
        r"\begin{document}",
        r"\maketitle",
    ]
    for block in document.blocks:
        lines += ["", rf"\section*{{{_latex_line(block.title)}}}", *_latex_under(block)]
    return "\n".join([*lines, r"\end{document}", ""]).encode()


def escaped_for_latex(text: str) -> str:
    """A text that LaTeX sets as it stands."""
    characters = (each for each in text if each.isprintable() or each == "\u00a0")
    return "".join(characters).translate(_SIGNS)


def _latex_under(block: Block) -> Iterator[str]:
    for paragraph in block.paragraphs:
        yield ""
        yield (r"\newline" + "\n").join(
            escaped_for_latex(line) for line in paragraph.splitlines() if line.strip()
        )
    if block.points:
        yield r"\begin{itemize}"
        yield from (rf"\item {_latex_line(point)}" for point in block.points)
        yield r"\end{itemize}"
    if block.grid:
        yield from _latex_grid(block.grid)


def _latex_grid(grid: Grid) -> Iterator[str]:
    yield r"\begin{longtable}{p{0.22\linewidth}p{0.5\linewidth}p{0.2\linewidth}}"
    yield " & ".join(rf"\textbf{{{_latex_line(each)}}}" for each in grid.head) + r" \\"
    yield r"\hline\endhead"
    for row in grid.rows:
        yield " & ".join(_latex_line(each) for each in row) + r" \\"
    yield r"\end{longtable}"


def _latex_line(text: str) -> str:
    return escaped_for_latex(" ".join(text.split()))


__all__ = ["FORMATS", "Block", "Document", "Format", "Grid", "zipped"]


@dataclass(frozen=True, slots=True)
class Format:
    """A file format: its media type and the function that writes it."""

    media_type: str
    write: Callable[[Document], bytes]


def _pdf(document: Document) -> bytes:
    from config.desk.documents.pdf import pdf

    return pdf(document)


FORMATS: dict[str, Format] = {
    "md": Format("text/markdown; charset=utf-8", markdown),
    "docx": Format("application/vnd.openxmlformats-officedocument.wordprocessingml.document", word),
    "pdf": Format("application/pdf", _pdf),
    "tex": Format("application/x-tex; charset=utf-8", latex),
}
"""The formats by file extension."""
