"""A part of the work in a process of its own, on a database of its own: `python -m MODULE ...`.

It tells how far it is by lines on standard error, and what came of it as JSON on standard output.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from .errors import ChaosError

TOLD = "told "
"""What a line of progress begins with; others are the log's."""
Progress = Callable[[str], None]


def tell(line: str) -> None:
    """A line of progress, from the process that works."""
    sys.stderr.write(f"{TOLD}{line}\n")
    sys.stderr.flush()


def hand_over(told: Mapping[str, Any]) -> None:
    """What came of it, from the process that worked."""
    sys.stdout.write(json.dumps(told))


def begin() -> None:
    """What such a process does first."""
    import django

    django.setup()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have had it ignored


def work_apart(
    module: str, asked: Sequence[object], environment: Mapping[str, str], progress: Progress
) -> dict[str, Any]:
    """Have a module of ours do its work in that environment. Raises ChaosError when it fails."""
    process = subprocess.Popen(  # our own module
        [sys.executable, "-m", module, *map(str, asked)],
        cwd=settings.BASE_DIR,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C reaches us; it ends its own processes when we say so
    )
    said: list[str] = []
    listening = threading.Thread(target=_listen, args=(process, said, progress), daemon=True)
    listening.start()
    assert process.stdout is not None
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
    told: dict[str, Any] = json.loads(out)
    return told


def _listen(process: subprocess.Popen[str], said: list[str], progress: Progress) -> None:
    assert process.stderr is not None
    for line in process.stderr:
        said.append(line.strip())
        if line.startswith(TOLD):
            progress(line.removeprefix(TOLD).strip())
