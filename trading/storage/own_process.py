"""A large file is read in a process of its own.

So the threads of a web server answer meanwhile, and what reading takes of memory is given back
whole: objects by the hundred thousand leave the memory of a process that lives on in pieces.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from django.utils.translation import gettext as _

from config.desk.refusals import TryLater
from config.side_process import SideProcess, SideProcessError

logger = logging.getLogger(__name__)
LARGE = 262_144
"""Bytes from which on a file is: the process takes about a second to start."""
_AT_ONCE = 2  # of one web process
_WAIT = 5.0  # seconds for a turn: who waits holds a thread of the web server
_LONGEST = 300.0  # seconds for one file

_turns = threading.BoundedSemaphore(_AT_ONCE)
Found = TypeVar("Found")


def read_large(reading: Callable[..., Found], data: bytes, *arguments: Any) -> Found:
    """What `reading(data, *arguments)` returns or raises.

    For a large file raises TryLater when others are being read, or its process ended.
    """
    if len(data) < LARGE:
        return reading(data, *arguments)
    if not _turns.acquire(timeout=_WAIT):
        raise _later()
    process = SideProcess()
    try:
        found, _seconds = process.call(reading, data, *arguments, seconds=_LONGEST)
    except SideProcessError as error:
        logger.error("a file was not read: %s", error)
        raise _later() from error
    finally:
        process.close()
        _turns.release()
    return found


def _later() -> TryLater:
    return TryLater(_("many files are being read just now: try again in a moment"), 5)
