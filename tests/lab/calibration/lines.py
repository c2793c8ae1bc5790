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
        return [row for row in self._rows() if "kind" in row]

    def carried(self) -> list[Line]:
        """What was taken over from other codes, a record each time. Raises CalibrationError."""
        return [row for row in self._rows() if "carried" in row]

    def _rows(self) -> list[Line]:
        if not self.path.exists():
            return []
        rows = parsed(self.path, mend=True)
        if rows and rows[0].get("setting") != self.common:
            raise CalibrationError("line", file=self.path, line=1)
        return rows

    def add(self, *rows: Line) -> None:
        """Keep runs or records: on disk when this returns. Raises CalibrationError."""
        head = "" if self.path.exists() and self.path.stat().st_size else self._line(
            {"setting": self.common}
        )  # fmt: skip
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(head + "".join(map(self._line, rows)))
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


def parsed(path: Path, *, mend: bool = False) -> list[Line]:
    """All whole lines of a file: the setting, then runs and records. With `mend` a last line that
    a kill cut off is taken away from the file, else it is left alone.

    Raises CalibrationError for a file or a line that cannot be read.
    """
    try:
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if mend and whole != data:
            os.truncate(path, len(whole))
    except OSError as error:
        raise CalibrationError("file", file=path, reason=error.strerror) from error
    return [_row(path, number, row) for number, row in enumerate(whole.splitlines(), 1)]


def _row(path: Path, number: int, text: bytes) -> Line:
    try:
        row = json.loads(text)
        if not (number == 1 and row["setting"]) and "carried" not in row:
            case_of(row)
        return dict(row)
    except (ValueError, KeyError, TypeError) as error:
        raise CalibrationError("line", file=path, line=number) from error


def case_of(row: Line) -> Case:
    """The case a line is of. Raises KeyError, TypeError, ValueError."""
    return Case(str(row["kind"]), float(row["strength"]), int(row["seed"]))
