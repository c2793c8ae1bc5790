"""What makes two questions the same: then the answer to the first serves the second."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache

from pydantic import BaseModel

from .prompts import Prompt
from .provider import Provider


def cache_key(provider: Provider, prompt: Prompt, schema: type[BaseModel]) -> str:
    """One key for the model, the prompt's file, the schema of the answer, and the input."""
    asked = [
        provider.base_url,
        provider.model,
        provider.temperature,
        prompt.hash,
        schema_hash(schema),
        prompt.system,
        prompt.user,
    ]
    return _hash(json.dumps(asked))


def server_key(provider: Provider) -> str:
    """One key for a server and its model: under it is kept what they take."""
    return _hash(json.dumps([provider.base_url, provider.model]))


@lru_cache(maxsize=256)
def schema_hash(schema: type[BaseModel]) -> str:
    return _hash(json.dumps(schema.model_json_schema(), sort_keys=True))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
