"""The source text of indicator functions and of all they call: one truth for us and the script."""

from __future__ import annotations

import dis
import inspect
import sys
from collections.abc import Callable, Iterable
from typing import Any


def source_texts(functions: Iterable[Callable[..., Any]]) -> list[str]:
    """The source of each function, after those of ours that it calls."""
    found: dict[str, str] = {}
    for function in functions:
        _collect(function, found)
    return list(found.values())


def _is_global(step: dis.Instruction) -> bool:
    return step.opname == "LOAD_GLOBAL"


def _collect(function: Callable[..., Any], found: dict[str, str]) -> None:
    if function.__name__ in found:
        return
    module = vars(sys.modules[function.__module__])
    called_names = [step.argval for step in dis.get_instructions(function) if _is_global(step)]
    for name in called_names:
        called = module.get(name)
        if inspect.isfunction(called) and called.__module__.startswith(__package__.split(".")[0]):
            _collect(called, found)
    found[function.__name__] = inspect.getsource(function).strip()
