"""Names that are imported when they are first used: most commands need little of Crivo."""

from __future__ import annotations

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
