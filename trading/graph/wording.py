"""Sentences of the state: said in the run's language, and kept by code and values for any other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from trading.graph.context import Document

Say = Callable[[str, Mapping[str, Any], str], str]


def sentence(code: str, values: Mapping[str, Any]) -> Document:
    """A sentence as the state keeps it."""
    return {"code": code, "values": dict(values)}


def told(sentences: Sequence[Document], say: Say, language: str) -> str:
    """The sentences in a language, one after the other."""
    return " ".join(say(one["code"], one["values"], language) for one in sentences)
