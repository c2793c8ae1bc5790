"""How fast `manage.py assess` is, and whether its memory stays flat: a real process, timed."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import Path

import psutil
from django.conf import settings
from django.utils.translation import gettext as _

from config.error_texts import N_, TranslatableError
from tests.lab.product import settings_module

from .figures import Target

SMALL, LARGE = 200, 1_000  # lines
ROUNDS = 3
TEXTS_A_SECOND = Target(40)
MEMORY_RATIO = Target(1.10, at_most=True)
SAMPLE_SECONDS = 0.02


class SpeedError(TranslatableError):
    """`manage.py assess` did not answer every line."""

    messages = {"failed": N_("manage.py assess answered %(done)s of %(lines)s lines: %(reason)s")}


@dataclass(frozen=True, slots=True)
class Timing:
    """One process from start to end; `seconds` by the wall clock, `cpu` of its own use."""

    lines: int
    seconds: float
    cpu: float
    peak_bytes: int


@dataclass(frozen=True, slots=True)
class Speed:
    """Three files: one text in each language, and two long enough for a steady rate.

    The rate is taken between the two long ones, so what is done once is in neither: it is the
    start-up, as long as an empty file would take if all were loaded for it. The long ones are those
    of the round whose rate is the median; `rates` are those of all rounds, as they were taken.
    """

    first: Timing
    small: Timing
    large: Timing
    rates: tuple[float, ...] = ()

    @property
    def timings(self) -> tuple[Timing, Timing, Timing]:
        return self.first, self.small, self.large

    @property
    def texts_a_second(self) -> float:
        """By the wall clock."""
        return self._rate(self.large.seconds - self.small.seconds)

    @property
    def texts_a_cpu_second(self) -> float:
        """By processor time: free of what else the machine does."""
        return self._rate(self.large.cpu - self.small.cpu)

    @property
    def startup(self) -> float:
        """Seconds, by the wall clock."""
        return self.small.seconds - self.small.lines / self.texts_a_second

    @property
    def memory_ratio(self) -> float:
        """Peak memory of the large file over that of the small one."""
        return self.large.peak_bytes / self.small.peak_bytes

    def _rate(self, seconds: float) -> float:
        return (self.large.lines - self.small.lines) / max(seconds, 1e-9)


def measure_speed(
    *,
    texts: Sequence[str],
    progress: Callable[[str], None],
    small: int = SMALL,
    large: int = LARGE,
    rounds: int = ROUNDS,
) -> Speed:
    """Time files of 2, `small` and `large` lines, the texts repeated. Raises SpeedError.

    The long ones in several rounds: a machine's speed varies by the minute.
    """
    with tempfile.TemporaryDirectory(prefix="crivo-speed-") as name:
        folder = Path(name)

        def take(lines: int) -> Timing:
            progress(_("timing manage.py assess on %(count)s lines") % {"count": lines})
            return timed(_written(folder, texts, lines), lines)

        first = take(2)
        taken = [Speed(first, take(small), take(large)) for _round in range(rounds)]
    middle = sorted(taken, key=lambda speed: speed.texts_a_second)[rounds // 2]
    return replace(middle, rates=tuple(speed.texts_a_second for speed in taken))


def _written(folder: Path, texts: Sequence[str], lines: int) -> Path:
    path = folder / f"{lines}.txt"
    with path.open("w", encoding="utf-8") as file:
        for text in islice(cycle(texts), lines):
            file.write(" ".join(text.split()) + "\n")
    return path


def timed(file: Path, lines: int) -> Timing:
    """Assess the file in a process of its own. Raises SpeedError unless it answers every line."""
    command = [sys.executable, "manage.py", "assess", str(file)]
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": settings_module()}
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as log:
        begun = time.perf_counter()
        process = subprocess.Popen(  # our own command on our own file
            command,
            cwd=settings.BASE_DIR,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=log,
        )
        cpu, peak = _watched(process)
        seconds = time.perf_counter() - begun
        out.seek(0)
        # A line that could not be assessed is answered too, and makes the exit code 1.
        if (done := sum(1 for _line in out)) != lines:
            log.seek(0)
            reason = " ".join(log.read().decode("utf-8", "replace").split()[-40:])
            raise SpeedError("failed", done=done, lines=lines, reason=reason)
    return Timing(lines, seconds, cpu, peak)


def _watched(process: subprocess.Popen[bytes]) -> tuple[float, int]:
    """Processor seconds and peak resident bytes of it and its children, sampled until it ends.

    Sampled, because what the kernel keeps for an ended child includes its parent's memory.
    """
    taken: dict[int, float] = {}  # by process
    peak = 0
    watched = psutil.Process(process.pid)
    while process.poll() is None:
        try:
            memory = 0
            for each in (watched, *watched.children()):
                times = each.cpu_times()
                taken[each.pid] = times.user + times.system
                memory += each.memory_info().rss
        except psutil.NoSuchProcess:
            continue  # it ended just now: poll() says so next
        peak = max(peak, memory)
        time.sleep(SAMPLE_SECONDS)
    return sum(taken.values()), peak
