"""The rows of a development: data, findings, variants, figures, gates, decisions, lessons."""

from trading.models.datasets import AuxiliaryDataset, Dataset, PriceBlob, Upload
from trading.models.iteration import (
    CachedResearch,
    Domain,
    FactSheet,
    Finding,
    Iteration,
    Reading,
    RoundVerdict,
    StrategyDecision,
    Variant,
)
from trading.models.memory import Lesson, LessonEdit, MemorySnapshot
from trading.models.results import (
    Backtest,
    ErrorEntry,
    Evidence,
    GateOutcome,
    GateSegment,
    HoldoutOpening,
    SecondLook,
    SegmentName,
    Trial,
    TrialCount,
    TrialRules,
)
from trading.models.specs import GateCriterion, GateProfile, SavedSpec, SpecBacktest
from trading.models.strategy import Strategy

__all__ = [
    "AuxiliaryDataset",
    "Backtest",
    "CachedResearch",
    "Dataset",
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
    "StrategyDecision",
    "Trial",
    "TrialCount",
    "TrialRules",
    "Upload",
    "Variant",
]
