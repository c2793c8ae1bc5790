"""A run and what it left behind: its steps, events and model calls; quotas; and the models."""

from .history import Event, Step
from .host import WorkerHost
from .llm_call import LlmCall
from .provider import ModelAnswer, ModelProvider, ServerAbilities
from .quota import RunQuota
from .run import Run

__all__ = [
    "Event",
    "LlmCall",
    "ModelAnswer",
    "ModelProvider",
    "Run",
    "RunQuota",
    "ServerAbilities",
    "Step",
    "WorkerHost",
]
