"""Hypotheses and their versions, found by their words; checks of the stored index and status;
claims for versions without one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Q
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.desk.roles import is_reviewer
from config.desk.search import SHOWN, Hit, SearchGroup
from config.doctor.finding import DoctorFinding, ok, warn
from config.doctor.services import text_indexes
from config.recall import sync
from config.recall.index import chosen, search
from config.recall.port import Entry
from config.text.validation import as_number
from hypotheses.analyst.reader import read_stated
from hypotheses.models import Hypothesis, LexiconTerm, Version, claim_fields
from hypotheses.querysets import IDEAS, INDEXES, QUESTIONS

_LENGTH = 160


def found(user: Any, query: str) -> Iterator[SearchGroup]:
    """Ideas, by their words or number; and questions of versions with other words."""
    seen: Any = Hypothesis.objects.visible_to(user)
    ideas = IDEAS.matching(query)
    if (number := as_number(query)) is not None:
        ideas |= Q(pk=number)
    more = f"{reverse('hypotheses')}?{urlencode({'q': query})}"
    rows = seen.filter(ideas).order_by("-pk")[:SHOWN]
    yield SearchGroup(_("Hypotheses"), [_idea(row) for row in rows], more)
    versions = Version.objects.filter(QUESTIONS.matching(query), hypothesis__in=seen.values("pk"))
    versions = versions.exclude(question=F("hypothesis__text"))
    newest = versions.select_related("hypothesis").order_by("-pk")[:SHOWN]
    yield SearchGroup(_("Versions"), [_version(row) for row in newest], more)


def _idea(row: Hypothesis) -> Hit:
    url = reverse("hypothesis", args=[row.pk])
    return Hit(Truncator(row.text).chars(_LENGTH), url, f"№ {row.pk}", row.language)


def _version(row: Version) -> Hit:
    url = reverse("hypothesis", args=[row.hypothesis_id])
    question = Truncator(row.question).chars(_LENGTH)
    detail = f"№ {row.hypothesis_id}, V{row.number}"
    return Hit(question, f"{url}#v{row.number}", detail, row.hypothesis.language)


# Hypotheses with nearly the same meaning, in either language: an option, CRIVO_MEMORY=chroma.

COLLECTION = "hypotheses"
SIMILAR_SHOWN = 3


def similar_hypotheses(
    *, text: str, user: User | None, but: Sequence[int] = ()
) -> tuple[Hypothesis, ...]:
    """The hypotheses nearest in meaning that the user may see, nearest first; few or none.

    They may claim the opposite: that it was looked at before is what a person wants to know. Empty
    without an index by meaning, or when it cannot be used just now.
    """
    if not chosen():
        return ()
    owner = None if user is None or is_reviewer(user) else user.pk or -1
    found = search(text, [COLLECTION], owner)
    near = {pk: s for pk, s in found.scores.get(COLLECTION, {}).items() if s >= found.alike}
    seen = Hypothesis.objects.filter(erased_at=None).exclude(pk__in=but)
    if user is not None:
        seen = seen.visible_to(user)
    rows = seen.in_bulk(list(near))
    return tuple(rows[pk] for pk in sorted(rows, key=lambda pk: (-near[pk], pk))[:SIMILAR_SHOWN])


def follow(*hypotheses: int) -> None:
    """Update the index for these, once the change is committed."""
    sync.changed(COLLECTION, hypotheses)


def gone(*, instance: Hypothesis, **_sent: Any) -> None:
    """Django's signal that a row was deleted."""
    follow(instance.pk)


def entries(rows: Sequence[int] | None) -> Iterator[Entry]:
    """The index entries of some hypotheses, or of all (None)."""
    there = Hypothesis.objects.filter(erased_at=None)
    if rows is not None:
        there = there.filter(pk__in=rows)
    for pk, owner, text in there.order_by("pk").values_list("pk", "owner", "text"):
        yield Entry(pk, owner or 0, (text,))


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
                found = read_stated(version.question, version.hypothesis.language)
                Version.objects.filter(pk=version.pk).update(**claim_fields(found.claim))
        done, last = done + len(versions), versions[-1].pk
        yield done


def unused_terms() -> list[str]:
    """The terms that a site added to the former lexicon: the reader needs no such lists."""
    rows = LexiconTerm.objects.order_by("language", "field", "term")
    return [f"{row.language} {row.field} {row.section}: {row.term}" for row in rows]


STORE_STANDING = (
    'manage.py shell -c "from hypotheses.models import Hypothesis;'
    ' Hypothesis.objects.store_standing()"'
)


def searching() -> DoctorFinding:
    """Do searches find ideas and questions by their words?"""
    return text_indexes("idea search", "hypotheses.querysets", INDEXES)


def stored_status() -> DoctorFinding:
    """Lists filter by the stored status of hypotheses: is it the one that the rows give?"""
    wrong = Hypothesis.objects.misstated().count()
    if wrong:
        what = ngettext(
            "%d hypothesis is listed with an outdated status",
            "%d hypotheses are listed with an outdated status",
            wrong,
        )
        return warn("standing", what % wrong, STORE_STANDING)
    return ok("standing", _("hypotheses are listed with their current status"))
