"""The lines of a calibration: one a run, on disk before the next is begun."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.lab.calibration.errors import CalibrationError
from tests.lab.calibration.plan import Case

Line = Mapping[str, Any]


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """The folder for one calibration at a time; free again however its process ends."""
    path = folder / "lock"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = path.open("a")
    except OSError as error:
        raise CalibrationError("file", file=path, reason=error.strerror) from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CalibrationError("busy", folder=folder) from None
        yield


class Lines:
    """One file of JSON lines: what they have in common first, then a line a run."""

    def __init__(self, path: Path, common: Mapping[str, Any]) -> None:
        self.path, self.common = path, dict(common)

    def read(self) -> list[Line]:
        """The runs so far. A last line that a kill cut off was no run yet: it is taken away.

        Raises CalibrationError for one that cannot be read.
        """
        try:
            data = self.path.read_bytes() if self.path.exists() else b""
            whole = data[: data.rfind(b"\n") + 1]
            if whole != data:
                os.truncate(self.path, len(whole))
        except OSError as error:
            raise CalibrationError("file", file=self.path, reason=error.strerror) from error
        rows = [self._row(number, row) for number, row in enumerate(whole.splitlines(), 1)]
        return [row for row in rows if "kind" in row]

    def _row(self, number: int, text: bytes) -> Line:
        try:
            row = json.loads(text)
            if number == 1 and row["setting"] == self.common:
                return dict(row)
            case_of(row)
            return dict(row)
        except (ValueError, KeyError, TypeError) as error:
            raise CalibrationError("line", file=self.path, line=number) from error

    def add(self, row: Line) -> None:
        """Keep a run: on disk when this returns. Raises CalibrationError."""
        head = "" if self.path.exists() and self.path.stat().st_size else self._line(
            {"setting": self.common}
        )  # fmt: skip
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(head + self._line(row))
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise CalibrationError("file", file=self.path, reason=error.strerror) from error

    @staticmethod
    def _line(row: Mapping[str, Any]) -> str:
        return json.dumps(row, ensure_ascii=True, allow_nan=False) + "\n"

    def clear(self) -> None:
        """Forget all runs."""
        self.path.unlink(missing_ok=True)


def case_of(row: Line) -> Case:
    """The case a line is of. Raises KeyError, TypeError, ValueError."""
    return Case(str(row["kind"]), float(row["strength"]), int(row["seed"]))
