"""What a file holds that a person takes along, whatever its format: headings, texts, tables."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: the heads of its columns, and its rows."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Block:
    """A heading and what stands under it: paragraphs, points of a list, a table."""

    title: str
    paragraphs: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    grid: Grid | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A title and blocks; texts are plain, each format escapes them. `made` is its last change."""

    title: str
    language: str
    made: datetime
    blocks: tuple[Block, ...]
