"""What a development keeps: data, findings, variants, figures, gates, decisions, lessons."""

from .datasets import AuxiliaryDataset, Dataset, PriceBlob
from .decision import Decision
from .evidence import Evidence, TrialCount
from .gates import GateCriterion, GateProfile
from .iteration import Iteration, Variant
from .looks import SecondLook
from .memory import Lesson, LessonEdit, MemorySnapshot
from .openings import HoldoutOpening
from .research import CachedResearch, Domain, FactSheet, Finding, Reading
from .results import Backtest, ErrorEntry, GateOutcome, Trial
from .rules import TrialRules
from .segments import GateSegment, SegmentName
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
