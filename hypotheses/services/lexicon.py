"""The site's own terms, as the analyst takes them."""

from __future__ import annotations

from hypotheses.analyst.lexicon.compile import Addition
from hypotheses.models import LexiconTerm


def site_additions() -> frozenset[Addition]:
    """All terms that this site added."""
    rows = LexiconTerm.objects.values_list("language", "field", "section", "term")
    return frozenset(Addition(*row) for row in rows)
