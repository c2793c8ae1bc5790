"""What a development keeps: data, findings, variants, figures, gates, decisions, lessons."""

from .datasets import AuxiliaryDataset, Dataset, PriceBlob, Upload
from .decision import Decision, RoundVerdict
from .gates import GateCriterion, GateProfile
from .iteration import Iteration, Variant
from .memory import Lesson, LessonEdit, MemorySnapshot
from .openings import HoldoutOpening, SecondLook
from .research import CachedResearch, Domain, FactSheet, Finding, Reading
from .results import (
    Backtest,
    ErrorEntry,
    Evidence,
    GateOutcome,
    GateSegment,
    SegmentName,
    Trial,
    TrialCount,
    TrialRules,
)
from .specs import SavedSpec, SpecBacktest
from .strategy import Strategy

__all__ = [
    "AuxiliaryDataset",
    "Backtest",
    "CachedResearch",
    "Dataset",
    "Decision",
    "Domain",
    "ErrorEntry",
    "Evidence",
    "FactSheet",
    "Finding",
    "GateCriterion",
    "GateOutcome",
    "GateProfile",
    "GateSegment",
    "HoldoutOpening",
    "Iteration",
    "Lesson",
    "LessonEdit",
    "MemorySnapshot",
    "PriceBlob",
    "Reading",
    "RoundVerdict",
    "SavedSpec",
    "SecondLook",
    "SegmentName",
    "SpecBacktest",
    "Strategy",
    "Trial",
    "TrialCount",
    "TrialRules",
    "Upload",
    "Variant",
]
