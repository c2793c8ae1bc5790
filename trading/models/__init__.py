"""What a development keeps: data, findings, variants, figures, gates, decisions, lessons."""

from .datasets import AuxiliaryDataset, Dataset, PriceBlob
from .gates import GateCriterion, GateProfile
from .iteration import Iteration, Variant
from .memory import Lesson, MemorySnapshot
from .openings import HoldoutOpening
from .research import CachedResearch, Domain, FactSheet, Finding
from .results import Backtest, ErrorEntry, GateOutcome, SegmentName, Trial
from .strategy import Strategy

__all__ = [
    "AuxiliaryDataset",
    "Backtest",
    "CachedResearch",
    "Dataset",
    "Domain",
    "ErrorEntry",
    "FactSheet",
    "Finding",
    "GateCriterion",
    "GateOutcome",
    "GateProfile",
    "HoldoutOpening",
    "Iteration",
    "Lesson",
    "MemorySnapshot",
    "PriceBlob",
    "SegmentName",
    "Strategy",
    "Trial",
    "Variant",
]
