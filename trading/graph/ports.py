"""What the nodes are given from outside, as protocols over plain types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NotRequired, TypedDict


class Recalled(TypedDict):
    """A lesson of an earlier development, as it was when it was recalled.

    `kind` is "finding", "strategy" or "lesson"; `code` and `values` are what `text` says, the
    text in the language of the run that recalls. Figures are of train and validation. `strategy`
    is the id of the one it comes from: of this database, so no hash covers it. `sentence` is
    what a finding says, by code and values.
    """

    kind: str
    ticker: str
    frequency: str
    approach: str
    code: str
    values: dict[str, Any]
    text: str
    strategy: int
    sentence: NotRequired[Mapping[str, Any]]
