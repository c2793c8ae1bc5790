"""Questions under way, and what becomes of them when a budget is used up."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from .errors import BudgetExceeded


class UnderWay:
    """The questions of one run that are being asked.

    A budget that is used up ends the run, and that breaks off whatever is under way beside it. So
    the end waits for those: they are paid for, and answers that come in need not be bought again.
    """

    def __init__(self) -> None:
        self._count = 0
        self._none = asyncio.Event()
        self._before, self._since = 0.0, 0.0

    @property
    def seconds(self) -> float:
        """How long there was any, so far."""
        return self._before + (time.monotonic() - self._since if self._count else 0.0)

    @asynccontextmanager
    async def question(self) -> AsyncIterator[None]:
        """While a question is asked; BudgetExceeded leaves it when no other one is under way."""
        if not self._count:
            self._since = time.monotonic()
        self._count += 1
        self._none.clear()
        try:
            yield
        except BudgetExceeded:
            self._done()
            await self._none.wait()
            raise
        except BaseException:
            self._done()
            raise
        self._done()

    def _done(self) -> None:
        self._count -= 1
        if not self._count:
            self._before += time.monotonic() - self._since
            self._none.set()
