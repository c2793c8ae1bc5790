"""What a model's caller needs kept: calls and answers. The port."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from pydantic import BaseModel

from config.llm.errors import CallFailed
from config.llm.provider import Provider
from config.llm.texts import Prompt
from config.llm.usage import Spent, Tokens


class Call(NamedTuple):
    """One attempt, before it is made: `tokens` and `cost` are the most it may come to.

    `said` are the messages, for those who trace them.
    """

    node: str
    prompt: str
    prompt_hash: str
    model: str
    tokens: Tokens
    cost: Decimal
    said: Sequence[Mapping[str, str]] = ()

    @property
    def wanted(self) -> Spent:
        return Spent(1, sum(self.tokens), self.cost)


class SettledAttempt(NamedTuple):
    """How an attempt ended: `outcome` is `ok` or the code of what went wrong.

    `raw` is what came over the wire, `text` the model's words in it, `doubt` what the server said
    and was not believed, `mended` what had to be mended to read the answer. `estimated` is whether
    the tokens are, because the server did not report them.
    """

    outcome: str
    tokens: Tokens
    cost: Decimal
    seconds: float
    error: str = ""
    raw: str = ""
    text: str = ""
    doubt: str = ""
    mended: tuple[str, ...] = ()
    estimated: bool = False


class Kept(NamedTuple):
    """An answer of the cache: the validated answer as JSON, and the model that gave it."""

    key: str
    model: str
    answer: str


class AttemptStore(Protocol):
    """Keeps every attempt, and answers that were good."""

    async def reserve(self, call: Call) -> int:
        """Write an attempt down before it is made. Raises BudgetExceeded: nothing is written."""

    async def settle(self, ticket: int, settled: SettledAttempt) -> None:
        """Write down how it ended."""

    async def recall(self, keys: Sequence[str]) -> Kept | None:
        """The first of these answers that is kept."""

    async def keep(self, kept: Kept) -> None:
        """Keep an answer."""

    async def known(self, provider: Provider) -> Mapping[str, Any]:
        """What was learned of its server; nothing at first."""

    async def learn(self, provider: Provider, abilities: Mapping[str, Any]) -> None:
        """Keep what was learned of its server, for later runs."""

    async def note_recalled(self, node: str, prompt: str, model: str) -> None:
        """Say that an answer came from the cache: no call was made."""

    async def note_waiting(self, node: str, failure: CallFailed, seconds: float) -> None:
        """Say what is waited for, and for how many seconds in all so far."""

    async def note_unanswered(self, node: str, prompt: str, why: str) -> None:
        """Say that no model gave a usable answer: whoever asked goes on without."""


# What makes two questions the same: then the answer to the first serves the second.


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
