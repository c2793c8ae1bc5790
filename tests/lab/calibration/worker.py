"""A worker of a calibration: `python -m tests.lab.calibration.worker PARENT EMPTY`.

Takes cases on standard input, one JSON line each, answers a line each on standard output. Its data
folder is its own and is thrown away; its database begins empty (a copy of the file EMPTY) with
each case, so that none finds what another left. The pool of backtests stays warm.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any, TextIO

import django


def serve(empty: Path, cases: Any, answers: TextIO) -> None:
    """Until the input ends."""
    from trading.services.bench import warm

    with warm():
        answers.write('{"ready": true}\n')
        answers.flush()
        for line in cases:
            answers.write(json.dumps(answer(empty, json.loads(line)), allow_nan=False) + "\n")
            answers.flush()


def answer(empty: Path, asked: dict[str, Any]) -> dict[str, Any]:
    """What came of one case; a failure is an answer, too."""
    from tests.lab.calibration.plan import Case
    from tests.lab.calibration.playing import play

    try:
        begin_anew(empty)
        return play(Case(*asked["case"]), bars=asked["bars"], profile=asked["profile"])
    except Exception as error:  # noqa: BLE001  # the process's boundary: it is counted and shown
        return {"error": f"{type(error).__name__}: {error}", "seconds": 0.0}


def begin_anew(empty: Path) -> None:
    """An empty database in the place of the last case's."""
    from django.conf import settings
    from django.db import connections

    connections.close_all()
    database = Path(str(settings.DATABASES["default"]["NAME"]))
    for suffix in ("", "-wal", "-shm"):
        database.with_name(database.name + suffix).unlink(missing_ok=True)
    shutil.copyfile(empty, database)


def main(parent: str, empty: str) -> None:
    from trading.backtest.worker import die_with_parent

    die_with_parent(int(parent))
    answers, sys.stdout = sys.stdout, sys.stderr  # what anything prints is no answer
    django.setup()
    serve(Path(empty), sys.stdin, answers)


if __name__ == "__main__":
    main(*sys.argv[1:])
