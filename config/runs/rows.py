"""Many rows at once, of several models in their order."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from django.db import models


def insert(rows: Iterable[models.Model]) -> None:
    """Insert new rows in their order, in the caller's transaction."""
    for model, same in groupby(rows, lambda row: row.__class__):
        model._default_manager.bulk_create(same)
