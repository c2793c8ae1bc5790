"""What the domain has to say, in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from hypotheses.domain.errors import SayableError


def explain(error: SayableError) -> str:
    """An error of the domain, in the reader's language."""
    return _(error.template) % error.values
