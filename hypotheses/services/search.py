"""Hypotheses and their versions, found by their words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.db.models import F, Q
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from config.desk.roles import is_reviewer
from config.desk.search import SHOWN, Hit, SearchGroup
from config.recall import sync
from config.recall.index import chosen, search
from config.recall.port import Entry
from hypotheses.models import Hypothesis, Version
from hypotheses.querysets import IDEAS, QUESTIONS

_LENGTH = 160


def found(user: Any, words: str) -> Iterator[SearchGroup]:
    """Ideas, by their words or number; and questions of versions that say it otherwise."""
    seen: Any = Hypothesis.objects.visible_to(user)
    ideas = IDEAS.matching(words)
    if words.isascii() and words.isdigit() and len(words) < 10:
        ideas |= Q(pk=int(words))
    more = f"{reverse('hypotheses')}?{urlencode({'q': words})}"
    rows = seen.filter(ideas).order_by("-pk")[:SHOWN]
    yield SearchGroup(_("Hypotheses"), [_idea(row) for row in rows], more)
    versions = Version.objects.filter(QUESTIONS.matching(words), hypothesis__in=seen.values("pk"))
    versions = versions.exclude(question=F("hypothesis__text"))
    newest = versions.select_related("hypothesis").order_by("-pk")[:SHOWN]
    yield SearchGroup(_("Versions"), [_version(row) for row in newest], more)


def _idea(row: Hypothesis) -> Hit:
    url = reverse("hypothesis", args=[row.pk])
    return Hit(Truncator(row.text).chars(_LENGTH), url, f"№ {row.pk}", row.language)


def _version(row: Version) -> Hit:
    url = reverse("hypothesis", args=[row.hypothesis_id])
    words = Truncator(row.question).chars(_LENGTH)
    detail = f"№ {row.hypothesis_id}, V{row.number}"
    return Hit(words, f"{url}#v{row.number}", detail, row.hypothesis.language)


# Hypotheses that mean much the same, in either language: an option, CRIVO_MEMORY=chroma.

COLLECTION = "hypotheses"
SIMILAR_SHOWN = 3


def similar_hypotheses(
    *, text: str, user: User | None, but: Sequence[int] = ()
) -> tuple[Hypothesis, ...]:
    """The nearest by meaning of those that the user may see, the nearest first; few or none.

    They may claim the opposite: that it was looked at before is what a person wants to know.
    Empty without an index by meaning, or when it is of no use just now.
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
    """The index follows these, once what became of them is committed."""
    sync.changed(COLLECTION, hypotheses)


def gone(*, instance: Hypothesis, **_sent: Any) -> None:
    """Django's word that a row was deleted, wherever that was."""
    follow(instance.pk)


def entries(rows: Sequence[int] | None) -> Iterator[Entry]:
    """What is found by of some hypotheses, or of all (None)."""
    there = Hypothesis.objects.filter(erased_at=None)
    if rows is not None:
        there = there.filter(pk__in=rows)
    for pk, owner, text in there.order_by("pk").values_list("pk", "owner", "text"):
        yield Entry(pk, owner or 0, (text,))
