"""Names that are imported when they are first used: most commands need little of Crivo."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.utils.module_loading import import_string


@dataclass(frozen=True)
class LazyImport:
    """The object of a dotted name; a function may be called as if it were already imported."""

    name: str

    def get(self) -> Any:
        return import_string(self.name)

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self.get()(*args, **named)


@contextmanager
def imports() -> Iterator[None]:
    """A block of imports that garbage collection ignores, during it and afterwards.

    What is imported stays in memory; collections would take a third of the time.
    """
    loaded, collects = len(sys.modules), gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if len(sys.modules) > loaded:
            gc.freeze()
        if collects:
            gc.enable()
