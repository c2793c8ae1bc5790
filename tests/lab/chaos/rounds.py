"""Rounds of the same runs: one left alone, then as many with kills as the kills take."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from .apart import Progress, work_apart
from .comparing import Difference, compare
from .judging import faults_of
from .scratch import Scratch, engine, scratch

KILLS_A_ROUND = 40


@dataclass
class Chaos:
    """What was done, and what came of it."""

    seed: int
    database: str
    killed: Counter[str] = field(default_factory=Counter)
    hit: Counter[str] = field(default_factory=Counter)
    rounds: int = 0
    upgrades: int | None = None
    """Rounds that were upgraded while runs were at work; None where none was to be."""
    runs: Counter[str] = field(default_factory=Counter)
    certificates: Counter[str] = field(default_factory=Counter)
    """By the hash of what is compared of each: a development has one in all rounds."""
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
    upgrade_from: str = "",
    progress: Progress,
) -> Chaos:
    """Raises ChaosError when there is nothing to work on."""
    chaos = Chaos(seed, engine(database, redis), models=models)
    with scratch(database, redis) as place:
        old = place.unpack(upgrade_from) if upgrade_from else None
        place.prepare(old)
        progress(_("the runs left alone"))
        quiet = _round(place, "quiet", [0, seed, int(models), "", only], lambda line: None)
        chaos.undisturbed_seconds = quiet["seconds"]
        _judge(chaos, quiet, quiet)
        while chaos.killed.total() < kills and not chaos.faults:
            chaos.rounds += 1
            before = chaos.killed.total()
            wanted = min(kills - before, KILLS_A_ROUND)
            told = _round(
                place,
                f"round{chaos.rounds}",
                [wanted, seed + chaos.rounds, int(models), old or "", only],
                _counting(before, kills, progress),
            )
            _add(chaos, told, quiet)
            if old:
                chaos.upgrades = (chaos.upgrades or 0) + told["upgraded"]
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
    chaos.certificates += Counter(_certificates(told))
    chaos.seconds += told["seconds"]
    chaos.steps += told["steps"]
    chaos.repeated += told["computed"] - told["steps"]
    chaos.calls += sum(told["asked"].values())
    chaos.calls_repeated += told["calls_repeated"]
    _judge(chaos, told, quiet)


def _certificates(told: Mapping[str, Any]) -> Iterator[str]:
    for rows in told["rows"].values():
        for document in rows.get("certificate", ()):
            yield hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()


def _judge(chaos: Chaos, told: Mapping[str, Any], quiet: Mapping[str, Any]) -> None:
    chaos.faults += faults_of(chaos.rounds, told, quiet)
    if told["log"]:
        kept = Path(tempfile.gettempdir()) / f"crivo-chaos-{chaos.seed}-{chaos.rounds}.log"
        kept.write_text(told["log"])
        said = _("round %(n)s: what its worker wrote is kept in %(file)s")
        chaos.faults.append(said % {"n": chaos.rounds, "file": kept})
    chaos.differences += [(chaos.rounds, each) for each in compare(quiet["rows"], told["rows"])]


def _round(
    place: Scratch, name: str, asked: Sequence[object], progress: Progress
) -> dict[str, Any]:
    """A round on a database of its own. Raises ChaosError when it fails itself."""
    told = work_apart("tests.lab.chaos.round", asked, place.fresh(name), progress)
    place.drop(name)
    return told
