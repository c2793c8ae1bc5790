"""What developments leave behind for later ones: lessons, recalled as a frozen snapshot."""

from .lesson_writer import evidence_end, remember
from .origin import LessonOrigin, lineage
from .recall_search import recall, snapshot_hash
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
