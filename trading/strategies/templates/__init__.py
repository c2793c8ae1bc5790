"""Well-known strategies to start from, each with its literature."""

from __future__ import annotations

from trading.strategies.templates.effects import OTHER_TEMPLATES
from trading.strategies.templates.reversion import REVERSION_TEMPLATES
from trading.strategies.templates.template import Family, Template
from trading.strategies.templates.trend import MOMENTUM_TEMPLATES, TREND_TEMPLATES

TEMPLATES: tuple[Template, ...] = (
    *TREND_TEMPLATES,
    *MOMENTUM_TEMPLATES,
    *REVERSION_TEMPLATES,
    *OTHER_TEMPLATES,
)

__all__ = ["TEMPLATES", "Family", "Template", "template"]


def template(kind: str) -> Template:
    """The template of a kind. Raises KeyError for one there is not."""
    return {found.kind: found for found in TEMPLATES}[kind]
