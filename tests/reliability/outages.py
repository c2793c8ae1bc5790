"""Outages that befall runs at work, while somebody looks at the pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from .pages import Visitor
from .world import Mix, World, differences

MIX = Mix(refinements=12, developments=1)


@dataclass(frozen=True)
class Outlived:
    """What was seen: by the visitor, in the rows of runs, and how long the rest then took."""

    visitor: Visitor
    errors: set[str]
    seconds: float

    def __str__(self) -> str:
        return f"all done {self.seconds:.0f} s after the last; {self.visitor}; {self.errors}"


def outlived(
    world: World,
    lengths: Iterable[float],
    befall: Callable[[float], None],
    *,
    quiet: dict[str, Any],
) -> Outlived:
    """Have an outage of each length befall runs at work; all must end with the rows of `quiet`,
    the pages be ours all the while, and web and worker live on. `befall` returns when it is over.
    """
    world.submit(MIX)
    serve, site = world.serve()
    errors: set[str] = set()
    with Visitor(site) as visitor:
        for length in lengths:
            world.at_work()
            befall(length)
            errors |= {*world.errors()}
        seconds = world.come_to_an_end()
    assert serve.popen.poll() is None
    assert visitor.strange == []
    assert differences(quiet, world.told()) == []
    return Outlived(visitor, errors, seconds)
