"""Machine code from Python, kept on disk between processes."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., object])


def compiled(function: Function) -> Function:
    """Compile on first call, or load what an earlier process compiled.

    numba keeps the code in NUMBA_CACHE_DIR, beside the source or in the user's cache folder,
    whichever can be written; where none can, each process compiles for itself.
    """
    # Division by zero as IEEE has it: no check, no exception within the loop.
    compiler: Any = functools.partial(numba.njit, nogil=True, error_model="numpy")
    try:
        return cast("Function", compiler(function, cache=True))
    except RuntimeError:  # "cannot cache function: no locator available"
        return cast("Function", compiler(function))
