"""Reads data files of one JSON object a line; what is wrong with one is one clear line."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from config.error_texts import N_, TranslatableError


class DataError(TranslatableError):
    """A data file that cannot be measured on."""

    messages = {
        "unreadable": N_("cannot read %(file)s: %(reason)s"),
        "changed": N_(
            "%(file)s is not the file whose SHA-256 is recorded in SHA256SUMS: restore it"
        ),
        "unlisted": N_("%(file)s has no SHA-256 in SHA256SUMS: only recorded files are measured"),
        "sum": N_("%(file)s, line %(line)s: takes a SHA-256, two spaces and a file's name"),
        "line": N_("%(file)s, line %(line)s: %(place)s: %(reason)s"),
        "empty": N_("%(file)s holds no line"),
    }


class Record(BaseModel):
    """One line; a key too many or too few is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True)


R = TypeVar("R", bound=Record)


def content_of(path: Path) -> bytes:
    """The file's bytes. Raises DataError."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise DataError("unreadable", file=path, reason=error.strerror) from error


def records(kind: type[R], file: str, content: bytes) -> tuple[R, ...]:
    """A record a line, blank lines skipped. Raises DataError, naming the line."""
    lines = [(number, line) for number, line in enumerate(content.split(b"\n"), 1) if line.strip()]
    if not lines:
        raise DataError("empty", file=file)
    return tuple(_record(kind, file, number, line) for number, line in lines)


def _record(kind: type[R], file: str, number: int, line: bytes) -> R:
    try:
        return kind.model_validate_json(line)
    except ValidationError as error:
        fault = error.errors()[0]
        place = ".".join(map(str, fault["loc"])) or "JSON"
        raise DataError("line", file=file, line=number, place=place, reason=fault["msg"]) from error
