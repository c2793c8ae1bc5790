"""What developments leave behind for later ones: lessons, recalled as a frozen snapshot."""

from .drafts import evidence_end, remember
from .recall_search import recall, snapshot_hash
from .trials import LessonOrigin, TrialNumbers, lineage, trial_count

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
