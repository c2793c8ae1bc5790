"""What the tests of this package share."""

from __future__ import annotations

import os
import statistics
from collections.abc import Sequence


def as_shipped() -> dict[str, str]:
    """The environment of a worker whose times are those that an operator gets."""
    return {
        "CRIVO_TEST_RUN_LEASE_SECONDS": "30",
        "CRIVO_TEST_RUN_SWEEP_SECONDS": "5",
        "CRIVO_WORKERS": "2",
    }


def figures(took: Sequence[float]) -> str:
    """Seconds, and how busy the machine was: others may work on it."""
    middle = statistics.median(took)
    return (
        f"{len(took)}: {min(took):.1f} s at least, {middle:.1f} median, {max(took):.1f} at most "
        f"(load {os.getloadavg()[0]:.1f})"
    )
