"""Names that are imported when they are first used: most commands need little of Crivo."""

from __future__ import annotations

import gc
import logging
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
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


class LazyModule:
    """A module that is imported when something of it is first used."""

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self.__name__), name)


_LET_GO = 0.001  # seconds between two modules, so that a visitor who waits for one has a turn
_pages: list[str] = []
_one_at_a_time = threading.RLock()  # two threads in modules that need each other see parts of them


class LazyViews:
    """The views of a module, for a table of addresses: it is imported when one is first asked for.

    So all addresses are known while most of what their pages need is not imported yet.
    """

    def __init__(self, module: str) -> None:
        self._module = module
        _pages.append(module)

    def __getattr__(self, name: str) -> Any:
        return LazyView(f"{self._module}.{name}")


def import_pages() -> None:
    """The modules of all views, one after the other. One that cannot be imported is logged, and
    the others go on: the visitor who asks for it gets the error."""
    for page in _pages:
        try:
            with _one_at_a_time, imports():
                import_module(page)
        except Exception:
            logging.getLogger(__name__).exception("a page could not be imported: %s", page)
        time.sleep(_LET_GO)


@dataclass(frozen=True, eq=False)
class LazyView:
    """A view, or a class of views of which `as_view` makes one."""

    name: str
    made_with: tuple[tuple[Any, ...], Mapping[str, Any]] | None = None

    def as_view(self, *args: Any, **named: Any) -> LazyView:
        return LazyView(self.name, (args, named))

    @cached_property
    def view(self) -> Callable[..., Any]:
        with _one_at_a_time, imports():
            found = import_string(self.name)
        if self.made_with is not None:
            args, named = self.made_with
            found = found.as_view(*args, **named)
        view: Callable[..., Any] = found
        return view

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self.view(*args, **named)

    def __getattr__(self, name: str) -> Any:
        """What a view says of itself, as that it needs no token of a form.

        Django asks each address for the class and the name of its view before it is needed.
        """
        if name == "view_class" or name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.view, name)


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
