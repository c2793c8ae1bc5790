"""A run and what it left behind: its steps, its events, its calls to a language model."""

from .history import Event, Step
from .llm_call import LlmCall
from .run import Run

__all__ = ["Event", "LlmCall", "Run", "Step"]
