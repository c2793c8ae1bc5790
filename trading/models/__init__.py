"""What strategy development stands on: datasets, and who opened their holdout."""

from .datasets import AuxiliaryDataset, Dataset, PriceBlob
from .openings import HoldoutOpening

__all__ = ["AuxiliaryDataset", "Dataset", "HoldoutOpening", "PriceBlob"]
