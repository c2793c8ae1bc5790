"""The fields of research that texts are told apart by, by their names."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Field(models.TextChoices):
    AGRICULTURE = "agriculture", _("agriculture")
    ECOLOGY = "ecology", _("ecology")
    ECONOMICS = "economics", _("economics")
    EDUCATION = "education", _("education")
    LINGUISTICS = "linguistics", _("linguistics")
    MACHINE_LEARNING = "machine_learning", _("machine learning")
    MARKETING = "marketing", _("marketing")
    MARKETS = "markets", _("financial markets")
    MATERIALS = "materials", _("physics and materials")
    MEDICINE = "medicine", _("medicine")
    NUTRITION = "nutrition", _("nutrition")
    PSYCHOLOGY = "psychology", _("psychology")
    SOCIOLOGY = "sociology", _("sociology")
    SOFTWARE = "software", _("software")
    SPORTS = "sports", _("sports")
    TRANSPORT = "transport", _("transport")
