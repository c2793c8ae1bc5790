"""The site's own terms, as the analyst takes them."""

from __future__ import annotations

import logging

from hypotheses.analyst.lexicon.compile import Addition, field_names
from hypotheses.models import LexiconTerm

logger = logging.getLogger(__name__)


def site_additions() -> frozenset[Addition]:
    """All terms that this site added to a field that there is.

    A term whose field is gone (an older version had it) is left out, and the log says so.
    """
    rows = LexiconTerm.objects.values_list("language", "field", "section", "term")
    known = set(field_names())
    additions = {Addition(*row) for row in rows}
    for lost in sorted(term.field for term in additions if term.field not in known):
        logger.warning("a lexicon term of this site names field %r, which is no more", lost)
    return frozenset(term for term in additions if term.field in known)
