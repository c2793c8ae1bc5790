"""Claims for versions that were written before versions had one."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import transaction

from hypotheses.analyst.reader import read
from hypotheses.models import LexiconTerm, Version, claim_fields

_BATCH = 200


def read_claims() -> Iterator[int]:
    """Read each version that was not read yet, the oldest first; yields how many so far.

    Only the version's own columns are filled: its elements, reviews and decisions stay as they
    were made, and what was pre-registered verifies as before. It can be stopped at any time: what
    was read is committed, and a later call goes on.
    """
    done, last = 0, 0
    while True:
        rows = Version.objects.filter(design="", pk__gt=last, hypothesis__erased_at=None)
        versions = list(rows.select_related("hypothesis").order_by("pk")[:_BATCH])
        if not versions:
            return
        with transaction.atomic():
            for version in versions:
                found = read(version.question, version.hypothesis.language)
                Version.objects.filter(pk=version.pk).update(**claim_fields(found.claim))
        done, last = done + len(versions), versions[-1].pk
        yield done


def unused_terms() -> list[str]:
    """The terms a site added to the former lexicon: the reader needs no such lists."""
    rows = LexiconTerm.objects.order_by("language", "field", "term")
    return [f"{row.language} {row.field} {row.section}: {row.term}" for row in rows]
