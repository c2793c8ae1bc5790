"""Rounds of the same runs: one left alone, then as many with kills as the kills take."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from .comparing import Difference, compare
from .errors import ChaosError
from .judging import faults_of
from .round import KILLED
from .scratch import Scratch, scratch
from .servers import check_redis

KILLS_A_ROUND = 40
Progress = Callable[[str], None]


@dataclass
class Chaos:
    """What was done, and what came of it."""

    seed: int
    database: str
    killed: Counter[str] = field(default_factory=Counter)
    hit: Counter[str] = field(default_factory=Counter)
    rounds: int = 0
    runs: Counter[str] = field(default_factory=Counter)
    seconds: float = 0
    undisturbed_seconds: float = 0
    steps: int = 0
    repeated: int = 0
    models: bool = False
    calls: int = 0
    calls_repeated: int = 0
    faults: list[str] = field(default_factory=list)
    differences: list[tuple[int, Difference]] = field(default_factory=list)

    @property
    def well(self) -> bool:
        return not self.faults and not self.differences


def make_chaos(
    *,
    kills: int,
    seed: int,
    database: str = "",
    redis: str = "",
    only: str = "",
    models: bool = False,
    progress: Progress,
) -> Chaos:
    """Raises ChaosError when there is nothing to work on."""
    if redis:
        check_redis(redis)
    engine = ("PostgreSQL" if database else "SQLite") + (" + Redis" if redis else "")
    chaos = Chaos(seed, engine, models=models)
    with scratch(database, redis) as place:
        place.prepare()
        progress(_("the runs left alone"))
        quiet = _round(place, "quiet", [0, seed, int(models), only], lambda line: None)
        chaos.undisturbed_seconds = quiet["seconds"]
        _judge(chaos, quiet, quiet)
        while chaos.killed.total() < kills and not chaos.faults:
            chaos.rounds += 1
            before = chaos.killed.total()
            wanted = min(kills - before, KILLS_A_ROUND)
            told = _round(
                place,
                f"round{chaos.rounds}",
                [wanted, seed + chaos.rounds, int(models), only],
                _counting(before, kills, progress),
            )
            _add(chaos, told, quiet)
            progress(_so_far(chaos))
    return chaos


def _counting(made: int, kills: int, progress: Progress) -> Progress:
    def tell(line: str) -> None:
        nonlocal made
        made += 1
        progress(_("kill %(n)s of %(kills)s: %(what)s") % {"n": made, "kills": kills, "what": line})

    return tell


def _so_far(chaos: Chaos) -> str:
    return _(
        "round %(round)s is over: %(steps)s steps, %(repeated)s computations repeated, "
        "%(faults)s faults and %(differences)s differences so far"
    ) % {
        "round": chaos.rounds,
        "steps": chaos.steps,
        "repeated": chaos.repeated,
        "faults": len(chaos.faults),
        "differences": len(chaos.differences),
    }


def _add(chaos: Chaos, told: Mapping[str, Any], quiet: Mapping[str, Any]) -> None:
    chaos.killed += Counter(told["killed"])
    chaos.hit += Counter(told["hit"])
    chaos.runs += Counter(f"{run['kind']} {run['status']}" for run in told["runs"].values())
    chaos.seconds += told["seconds"]
    chaos.steps += told["steps"]
    chaos.repeated += told["computed"] - told["steps"]
    chaos.calls += sum(told["asked"].values())
    chaos.calls_repeated += told["calls_repeated"]
    _judge(chaos, told, quiet)


def _judge(chaos: Chaos, told: Mapping[str, Any], quiet: Mapping[str, Any]) -> None:
    chaos.faults += faults_of(chaos.rounds, told, quiet)
    chaos.differences += [(chaos.rounds, each) for each in compare(quiet["rows"], told["rows"])]


def _round(
    place: Scratch, name: str, asked: Sequence[object], progress: Progress
) -> dict[str, Any]:
    """A round on a database of its own. Raises ChaosError when it fails itself."""
    process = subprocess.Popen(  # noqa: S603  # our own module
        [sys.executable, "-m", "config.chaos.round", *map(str, asked)],
        cwd=settings.BASE_DIR,
        env=place.fresh(name),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C reaches us; it ends its own processes when we say so
    )
    said: list[str] = []
    listening = threading.Thread(target=_listen, args=(process, said, progress), daemon=True)
    listening.start()
    assert process.stdout is not None  # noqa: S101 - for mypy
    try:
        out = process.stdout.read()
        process.wait()
    except BaseException:
        process.send_signal(signal.SIGINT)
        process.wait()
        raise
    listening.join()
    if process.returncode:
        raise ChaosError(_("the round failed: %s") % " ".join(said[-3:]))
    place.drop(name)
    told: dict[str, Any] = json.loads(out)
    return told


def _listen(process: subprocess.Popen[str], said: list[str], progress: Progress) -> None:
    assert process.stderr is not None  # noqa: S101 - for mypy
    for line in process.stderr:
        said.append(line.strip())
        if line.startswith(KILLED):
            progress(line.removeprefix(KILLED).strip())
