"""What a person waits for before a command has done anything, against a bare Django."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.lab.benchmarks.figures import Figure
from tests.lab.benchmarks.watching import watch

ROUNDS = 5
BARE = "tests.lab.benchmarks.bare.settings"
IDEA = "TDD reduces bugs in small teams\n"


class Start(NamedTuple):
    """A command, and how many times a bare Django it may take."""

    arguments: Sequence[str]
    most: float


STARTS: Mapping[str, Start] = {
    "help": Start(["--help"], 1.5),
    "datasets": Start(["datasets"], 2.0),
    "assess": Start(["assess", "ideas.txt"], 4.0),
    "refine": Start(["refine", IDEA.strip()], 6.0),
}


def measure(environment: Mapping[str, str], *, small: bool = False) -> Sequence[Figure]:
    """Processor time from start to end, the least of some rounds in turns.

    The bare one is `django-admin --help`: it loads its apps, and neither pages nor a database.
    """
    ideas = Path(environment["CRIVO_DATA_DIR"]) / "ideas.txt"
    ideas.write_text(IDEA, encoding="utf-8")
    bare = {**environment, "DJANGO_SETTINGS_MODULE": BARE}
    steps: dict[str, tuple[list[str], Mapping[str, str]]] = {
        "bare": ([sys.executable, "-m", "django", "--help"], bare)
    }
    for name, start in STARTS.items():
        arguments = [str(ideas) if one == ideas.name else one for one in start.arguments]
        steps[name] = ([sys.executable, "manage.py", *arguments], environment)
    taken: dict[str, list[float]] = {name: [] for name in steps}
    for _ in range(1 if small else ROUNDS):
        for name, (command, own) in steps.items():
            taken[name].append(watch(command, own, sample=False).cpu)
    least = {name: min(seconds) for name, seconds in taken.items()}
    return [
        *(
            Figure(name, least[name] / least["bare"], "x", start.most, at_most=True)
            for name, start in STARTS.items()
        ),
        *(
            Figure(f"{name}_ms", least[name] * 1e3, "ms", worst=max(seconds) * 1e3)
            for name, seconds in taken.items()
        ),
    ]
