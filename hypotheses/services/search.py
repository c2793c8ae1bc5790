"""Hypotheses and their versions, found by their words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from django.db.models import F, Q
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from config.desk.search import SHOWN, Hit, SearchGroup
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
