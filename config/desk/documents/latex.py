"""An export as a LaTeX article: for pdfLaTeX; for XeLaTeX or LuaLaTeX where scripts are mixed."""

from __future__ import annotations

from collections.abc import Iterator

from .document import Block, Document, Grid

# What LaTeX reads as a command, or sets as another sign; brackets, for they begin an option.
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
        # What may stand between characters unseen, and a Greek or a sign in a plain font.
        "\u200b": "",
        "\ufeff": "",
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
        rf"\title{{{_line(document.title)}}}",
        r"\date{}",
        r"\begin{document}",
        r"\maketitle",
    ]
    for block in document.blocks:
        lines += ["", rf"\section*{{{_line(block.title)}}}", *_under(block)]
    return "\n".join([*lines, r"\end{document}", ""]).encode()


def escaped(text: str) -> str:
    """A text that LaTeX sets as it stands."""
    return "".join(each for each in text if each.isprintable()).translate(_SIGNS)


def _under(block: Block) -> Iterator[str]:
    for paragraph in block.paragraphs:
        yield ""
        yield (r"\newline" + "\n").join(
            escaped(line) for line in paragraph.splitlines() if line.strip()
        )
    if block.points:
        yield r"\begin{itemize}"
        yield from (rf"\item {_line(point)}" for point in block.points)
        yield r"\end{itemize}"
    if block.grid:
        yield from _grid(block.grid)


def _grid(grid: Grid) -> Iterator[str]:
    yield r"\begin{longtable}{p{0.22\linewidth}p{0.5\linewidth}p{0.2\linewidth}}"
    yield " & ".join(rf"\textbf{{{_line(each)}}}" for each in grid.head) + r" \\"
    yield r"\hline\endhead"
    for row in grid.rows:
        yield " & ".join(_line(each) for each in row) + r" \\"
    yield r"\end{longtable}"


def _line(text: str) -> str:
    return escaped(" ".join(text.split()))
