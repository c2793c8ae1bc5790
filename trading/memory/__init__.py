"""What developments leave behind for later ones: lessons, recalled as a frozen snapshot."""

from .origin import Lineage, lineage
from .recalling import recall, snapshot_hash
from .remembering import evidence_end, remember
from .trials import TrialCount, trial_count

__all__ = [
    "Lineage",
    "TrialCount",
    "evidence_end",
    "lineage",
    "recall",
    "remember",
    "snapshot_hash",
    "trial_count",
]
