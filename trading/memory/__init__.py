"""What developments leave behind for later ones: lessons, recalled as a frozen snapshot."""

from .origin import LessonOrigin, lineage
from .recalling import recall, snapshot_hash
from .remembering import evidence_end, remember
from .trials import TrialNumbers, trial_count

__all__ = [
    "LessonOrigin",
    "TrialNumbers",
    "evidence_end",
    "lineage",
    "recall",
    "remember",
    "snapshot_hash",
    "trial_count",
]
