"""The parts of the data that figures are of."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class SegmentName(models.TextChoices):
    """What a backtest plays."""

    TRAIN = "train", _("train")
    VALIDATION = "validation", _("validation")
    HOLDOUT = "holdout", _("sealed holdout")


class GateSegment(models.TextChoices):
    """What a gate judges."""

    TRAIN = "train", _("train")
    VALIDATION = "validation", _("validation")
    WALK_FORWARD = "walk_forward", _("walk-forward")
    BEFORE_HOLDOUT = "before_holdout", _("before the holdout")
    TRIALS = "trials", _("all trials")
