"""Reading while a person waits: within limits, so that nobody keeps the others waiting."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import cache
from django.utils.translation import gettext as _

from config.desk.refusals import TooMuch, TryLater

Made = TypeVar("Made")
Reader = Callable[[Callable[[], Any]], Any]
_MINUTE = 60
_WAIT = 1.0  # seconds that a request waits for its turn: it holds a thread of the web server

_turns = threading.BoundedSemaphore(settings.READINGS_AT_ONCE)
_reading: set[int] = set()
_lock = threading.Lock()


def check_size(texts: Sequence[str]) -> None:
    """Raises TooMuch for more characters than one request may have read."""
    characters = sum(map(len, texts))
    limit = settings.MAX_ASSESSED_CHARACTERS
    if characters > limit:
        raise TooMuch(
            _("%(count)s characters are more than the %(limit)s of one request: send several")
            % {"count": characters, "limit": limit}
        )


@contextmanager
def reader_for(user: User | None) -> Iterator[Reader]:
    """A function that reads one text in its turn and counts the processor time a person takes.

    A person has one request read at a time. Raises TryLater, as the function does. Without a user,
    as on the command line, there is nobody to wait for.
    """
    if user is None:
        yield lambda act: act()
        return
    with _one_at_a_time(user.pk):
        yield partial(_in_turn, user.pk)


@contextmanager
def _one_at_a_time(person: int) -> Iterator[None]:
    with _lock:
        if person in _reading:
            raise TryLater(_("another text of yours is being read: try again in a moment"), 1)
        _reading.add(person)
    try:
        yield
    finally:
        with _lock:
            _reading.discard(person)


def _in_turn(person: int, act: Callable[[], Made]) -> Made:
    minute, second = divmod(int(time.time()), _MINUTE)
    spent = f"reading:{person}:{minute}"
    if cache.get(spent, 0) > settings.READING_SECONDS * 1_000:
        left = _MINUTE - second
        raise TryLater(
            _("you had many texts read in this minute: try again in %(seconds)s s")
            % {"seconds": left},
            left,
        )
    if not _turns.acquire(timeout=_WAIT):
        raise TryLater(_("many texts are being read just now: try again in a moment"), 2)
    start = time.thread_time()
    try:
        return act()
    finally:
        _turns.release()
        cache.add(spent, 0, 2 * _MINUTE)
        cache.incr(spent, round((time.thread_time() - start) * 1_000))
