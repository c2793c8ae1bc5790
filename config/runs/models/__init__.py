"""A run and what it left behind: its steps, events and model calls; quotas; and the models."""

from config.runs.models.provider import LlmCall

from .provider import ModelAnswer, ModelProvider, ServerAbilities
from .run import Event, Run, RunQuota, Step, WorkerHost

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
