"""Reads that several faces share."""

from __future__ import annotations

from typing import Any, Self

from django.db import models
from django.db.models import Count

from config.desk.roles import is_reviewer


class StrategyQuerySet(models.QuerySet[Any]):
    """Strategies, and who may see them."""

    def visible_to(self, user: Any) -> Self:
        """What a person may see: their own; for a reviewer or an admin all; else nothing."""
        if is_reviewer(user):
            return self
        return self.filter(owner=user) if user.is_authenticated else self.none()

    def with_trials(self) -> Self:
        """Each with `trial_count`, the parameter sets it tried."""
        return self.annotate(trial_count=Count("trials"))
