"""Names of what is imported when it is first needed: most commands do without most of Crivo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.module_loading import import_string


@dataclass(frozen=True)
class LazyImport:
    """What a dotted name stands for; a function may be called as if it were imported already."""

    name: str

    def get(self) -> Any:
        return import_string(self.name)

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self.get()(*args, **named)
