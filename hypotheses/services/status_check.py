"""Whether lists and searches can trust what is stored for them; claims for versions without one."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.doctor.finding import DoctorFinding, ok, warn
from config.doctor.services import text_indexes
from hypotheses.analyst.reader import read
from hypotheses.models import Hypothesis, LexiconTerm, Version, claim_fields
from hypotheses.querysets import INDEXES

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


STORE_STANDING = (
    'manage.py shell -c "from hypotheses.models import Hypothesis;'
    ' Hypothesis.objects.store_standing()"'
)


def searching() -> DoctorFinding:
    """Do searches find ideas and questions by their words?"""
    return text_indexes("idea search", "hypotheses.querysets", INDEXES)


def standing() -> DoctorFinding:
    """Lists find hypotheses by what is stored of how each stands: is that what it derives from?"""
    wrong = Hypothesis.objects.misstated().count()
    if wrong:
        what = ngettext(
            "%d hypothesis is listed with an outdated status",
            "%d hypotheses are listed with an outdated status",
            wrong,
        )
        return warn("standing", what % wrong, STORE_STANDING)
    return ok("standing", _("hypotheses are listed with their current status"))
