"""The analyst that asks language models, held to what the texts say."""

from hypotheses.model_analyst.analyst import ModelAnalyst

__all__ = ["ModelAnalyst"]
