"""What a development keeps: data, findings, variants, figures, gates, decisions, lessons."""

from .datasets import AuxiliaryDataset, Dataset, PriceBlob
from .decision import Decision
from .gates import GateCriterion, GateProfile
from .iteration import Iteration, Variant
from .memory import Lesson, LessonEdit, MemorySnapshot
from .openings import HoldoutOpening
from .research import CachedResearch, Domain, FactSheet, Finding, Reading
from .results import Backtest, ErrorEntry, GateOutcome, SegmentName, Trial
from .rules import TrialRules
from .specs import SavedSpec, SpecBacktest
from .strategy import Strategy
from .uploads import Upload
from .verdicts import RoundVerdict

__all__ = [
    "AuxiliaryDataset",
    "Backtest",
    "CachedResearch",
    "Dataset",
    "Decision",
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
    "LessonEdit",
    "MemorySnapshot",
    "PriceBlob",
    "Reading",
    "RoundVerdict",
    "SavedSpec",
    "SegmentName",
    "SpecBacktest",
    "Strategy",
    "Trial",
    "TrialRules",
    "Upload",
    "Variant",
]
