"""A worker without developments: `python -m tests.lab.calibration.fakes PARENT EMPTY`.

A case's seed says what it does: 0 dies, 1 says something and dies, 2 never answers, others answer.
With an EMPTY that is not there it cannot start.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path


def main(_parent: str, empty: str) -> None:
    if not Path(empty).exists():
        sys.exit("no such file")
    print(json.dumps({"ready": True}), flush=True)  # noqa: T201
    for line in sys.stdin:
        seed = json.loads(line)["case"][2]
        if seed == 1:
            sys.exit("out of luck")
        if seed == 2:
            time.sleep(600)
        if seed == 0:
            os._exit(7)
        print(json.dumps({"seed": seed, "pid": os.getpid()}), flush=True)  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
