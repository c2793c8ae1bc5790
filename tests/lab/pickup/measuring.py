"""How long an idle worker takes to take up a run."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tests.lab.chaos.apart import Progress, work_apart
from tests.lab.chaos.scratch import engine, scratch

from .stages import Stages, percentile

TARGET_MS = {"poll": 30.0, "no poll": 5.0}
OURS = {
    "DJANGO_SETTINGS_MODULE": "tests.lab.pickup.settings",
    "CRIVO_LANGUAGE": "en",  # which process is which is read from the log
}


@dataclass(frozen=True)
class Pickup:
    """Stages of the runs that were submitted; `poll` in seconds, zero where there is none; `stolen`
    is the share of the processors' time that the machine's host gave to others."""

    database: str
    poll: float
    load: float
    stolen: float
    runs: list[Stages]

    @property
    def target_ms(self) -> float:
        return TARGET_MS["poll" if self.poll else "no poll"]

    @property
    def p95_ms(self) -> float:
        return percentile([run.above for run in self.runs], 0.95) * 1000

    @property
    def well(self) -> bool:
        return self.p95_ms <= self.target_ms


def measure_pickup(
    *, runs: int, seed: int = 0, database: str = "", redis: str = "", progress: Progress
) -> Pickup:
    """Raises ChaosError when there is nothing to work on."""

    def tell(done: str) -> None:
        progress(_("%(done)s of %(runs)s runs") % {"done": done, "runs": runs})

    with scratch(database, redis, OURS) as place:
        place.prepare()
        told = work_apart("tests.lab.pickup.round", [runs, seed], place.fresh("pickup"), tell)
        place.drop("pickup")
    found = [Stages(**run) for run in told["runs"]]
    return Pickup(engine(database, redis), told["poll"], told["load"], told["stolen"], found)
