"""A run and what it left behind: its steps, events and model calls; and how many one may start."""

from .history import Event, Step
from .llm_call import LlmCall
from .quota import RunQuota
from .run import Run

__all__ = ["Event", "LlmCall", "Run", "RunQuota", "Step"]
