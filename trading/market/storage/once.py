"""A version stored once, whoever else stores at the same moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.db import IntegrityError, transaction

Row = TypeVar("Row")
_ATTEMPTS = 5  # rivals that store versions of one ticker at the same moment


def find_or_insert(find: Callable[[], Row | None], insert: Callable[[], Row]) -> tuple[Row, bool]:
    """What `find` gives, else what `insert` makes in a transaction, and whether it was made.

    A rival that took the version or stored the content first is looked for again; raises
    IntegrityError when that does not help.
    """
    attempt = 0
    while True:
        if (found := find()) is not None:
            return found, False
        try:
            with transaction.atomic():
                return insert(), True
        except IntegrityError:
            attempt += 1
            if attempt == _ATTEMPTS:
                raise
