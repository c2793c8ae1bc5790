"""What developments leave behind for later ones: lessons, recalled as a frozen snapshot."""

from trading.memory.drafts import evidence_end, remember
from trading.memory.recall_search import recall, snapshot_hash
from trading.memory.trials import LessonOrigin, TrialNumbers, lineage, trial_count

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
